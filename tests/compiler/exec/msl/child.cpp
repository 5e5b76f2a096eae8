#include "exec/msl/child.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string_view>

namespace agal::exec::msl {
namespace {

constexpr unsigned seconds_per_job = 20;

// The status of a job, which the child writes.
struct alignas(Record) Report {
  bool finished;
  char fault[247];  // null-terminated

  void set_fault(std::string_view text) { fault[text.copy(fault, sizeof fault - 1)] = 0; }
};

// Memory that parent and child share: reports, then records.
class Shared {
 public:
  Shared(std::size_t reports, std::size_t records)
      : size_(reports * sizeof(Report) + records * sizeof(Record)),
        memory_(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        report_count_(reports) {}
  ~Shared() {
    if (is_there()) munmap(memory_, size_);
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  bool is_there() const { return memory_ != MAP_FAILED; }
  // Initially zero, which is a valid value of both types.
  Report* reports() const { return static_cast<Report*>(memory_); }
  Record* records() const { return reinterpret_cast<Record*>(reports() + report_count_); }

 private:
  std::size_t size_;
  void* memory_;
  std::size_t report_count_;
};

std::size_t record_count(const Job& job) { return job.draws.size() * records_per_draw(job); }

// Loads the shaders of a shared object, and sets its host.
const agal_msl::Shader* load(const std::filesystem::path& object) {
  void* const library = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  void* const host_variable = dlsym(library, "agal_host");
  void* const shaders = dlsym(library, "agal_shaders");
  if (host_variable == nullptr || shaders == nullptr) return nullptr;
  *static_cast<const agal_msl::Host**>(host_variable) = &host();
  return static_cast<const agal_msl::Shader*>(shaders);
}

// Runs the jobs in the child, starting with `first`.
void run_jobs(const std::filesystem::path& object, std::span<const Job* const> jobs, std::size_t first,
              const Shared& shared) {
  const agal_msl::Shader* const shaders = load(object);
  if (shaders == nullptr) {
    const char* const reason = dlerror();
    for (std::size_t i = first; i < jobs.size(); ++i) {
      shared.reports()[i].set_fault(reason != nullptr ? reason : "the shared object has no shaders");
      shared.reports()[i].finished = true;
    }
    return;
  }
  Record* records = shared.records();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const std::size_t count = record_count(*jobs[i]);
    if (i >= first) {
      alarm(seconds_per_job);
      shared.reports()[i].set_fault(execute(*jobs[i], shaders[i], {records, count}));
      shared.reports()[i].finished = true;
    }
    records += count;
  }
}

std::string end_of(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    return fmt::format("did not end within {} seconds", seconds_per_job);
  if (WIFSIGNALED(status)) return fmt::format("crashed: {}", strsignal(WTERMSIG(status)));
  return fmt::format("ended its process with status {}", WEXITSTATUS(status));
}

}  // namespace

std::vector<ChildResult> execute_in_child(const std::filesystem::path& object, std::span<const Job* const> jobs) {
  std::vector<ChildResult> results(jobs.size());
  std::size_t total = 0;
  for (const Job* const job : jobs) total += record_count(*job);
  const Shared shared(jobs.size(), total);
  if (!shared.is_there()) {
    for (ChildResult& result : results) result.fault = "no memory for the results";
    return results;
  }
  for (std::size_t first = 0; first < jobs.size();) {
    const pid_t child = fork();
    if (child == 0) {
      run_jobs(object, jobs, first, shared);
      _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) status = 1 << 8;
    while (first < jobs.size() && shared.reports()[first].finished) ++first;
    if (first < jobs.size()) {
      shared.reports()[first].set_fault(end_of(status));
      shared.reports()[first++].finished = true;
    }
  }
  const Record* records = shared.records();
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    results[i].fault = shared.reports()[i].fault;
    results[i].records.assign(records, records + record_count(*jobs[i]));
    records += record_count(*jobs[i]);
  }
  return results;
}

}  // namespace agal::exec::msl
