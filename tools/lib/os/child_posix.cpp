#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "os/child.hpp"

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace agalc::os {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int status_no_memory = 113;  // the exit status of a child that lacks memory
constexpr int status_not_started = 127;
constexpr std::size_t max_output = std::size_t{256} << 20;

// ------------------------------------------------------------------------------------------------ the child

[[noreturn]] void end_without_memory() { ::_exit(status_no_memory); }

// Returns the address space in use, in bytes; 0 if it is unknown.
std::uint64_t address_space() {
#ifdef __linux__
  unsigned long pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  const int found = std::fscanf(file, "%lu", &pages);
  std::fclose(file);
  return found == 1 ? std::uint64_t{pages} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
#else
  return 0;
#endif
}

// Sets a limit. A limit that is already lower is kept.
void limit(decltype(RLIMIT_CPU) resource, std::uint64_t soft, std::uint64_t hard) {
  rlimit now{};
  if (::getrlimit(resource, &now) != 0) return;
  now.rlim_max = std::min<rlim_t>(now.rlim_max, hard);
  now.rlim_cur = std::min<rlim_t>(std::min<rlim_t>(now.rlim_cur, soft), now.rlim_max);
  ::setrlimit(resource, &now);
}

void prepare_child(const ChildLimits& limits) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (const int each : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGPIPE, SIGTERM, SIGINT})
    std::signal(each, SIG_DFL);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_CPU, limits.processor_seconds, limits.processor_seconds + 1);
  if (const std::uint64_t used = address_space(); used != 0)
    limit(RLIMIT_AS, used + limits.memory, used + limits.memory);
  std::set_new_handler(end_without_memory);
  // Hides the messages that a library may print about its crash, because they do not help the user.
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (nowhere >= 0) ::dup2(nowhere, stream);
}

[[noreturn]] void write_result(int out, const std::function<std::string()>& work) {
  const std::string output = work();
  for (std::string_view rest = output; !rest.empty();) {
    const ssize_t written = ::write(out, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) ::_exit(1);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  ::_exit(0);
}

[[noreturn]] void become_program(int out, const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(out, stream);
  ::execv(arguments[0], arguments.data());
  ::_exit(status_not_started);
}

// ----------------------------------------------------------------------------------------------- the parent

enum class End { Output, Time, Size };

// Reads until the child closes its end of the pipe, or a limit is reached.
End read_all(int in, unsigned seconds, std::string& output) {
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  std::array<char, 65536> part{};
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return End::Time;
    pollfd ready{in, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
    const ssize_t count = ::read(in, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return End::Output;
    output.append(part.data(), static_cast<std::size_t>(count));
    if (output.size() > max_output) return End::Size;
  }
}

struct Ended {
  int status = 0;
  rusage used{};
};

Ended wait_for(pid_t child) {
  Ended ended;
  while (::wait4(child, &ended.status, 0, &ended.used) < 0 && errno == EINTR) {
  }
  return ended;
}

std::string fault_of(const Ended& ended, const ChildLimits& limits) {
  const int status = ended.status;
  if (WIFSIGNALED(status)) {
    // A child that survives SIGXCPU, for example under valgrind, ends with SIGKILL one second later.
    const auto seconds = ended.used.ru_utime.tv_sec + ended.used.ru_stime.tv_sec;
    if (WTERMSIG(status) == SIGXCPU || (WTERMSIG(status) == SIGKILL && seconds >= limits.processor_seconds))
      return "took more than " + std::to_string(limits.processor_seconds) + " s of processor time";
    return "ended with signal " + std::to_string(WTERMSIG(status));
  }
  if (WEXITSTATUS(status) == status_no_memory)
    return "used more than " + std::to_string(limits.memory >> 20) + " MiB of memory";
  return WEXITSTATUS(status) == 0 ? std::string() : "ended with exit status " + std::to_string(WEXITSTATUS(status));
}

// Starts a child that calls `work` with the end of a pipe, and reads what the child writes there.
ChildResult run(const std::function<void(int)>& work, const ChildLimits& limits) {
  const auto failed = [] { return ChildResult{{}, std::string("was not started: ") + std::strerror(errno)}; };
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return failed();
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    prepare_child(limits);
    work(ends[1]);
  }
  ::close(ends[1]);
  ChildResult out;
  if (child < 0) {
    out = failed();
    ::close(ends[0]);
    return out;
  }
  const End end = read_all(ends[0], limits.seconds, out.output);
  ::close(ends[0]);
  if (end != End::Output) ::kill(child, SIGKILL);
  const Ended ended = wait_for(child);
  if (end == End::Time) out.fault = "took more than " + std::to_string(limits.seconds) + " s";
  if (end == End::Size) out.fault = "has more than " + std::to_string(max_output >> 20) + " MiB of output";
  if (end == End::Output && WIFEXITED(ended.status)) out.exit_status = WEXITSTATUS(ended.status);
  if (end == End::Output) out.fault = fault_of(ended, limits);
  return out;
}

}  // namespace

bool has_children() { return true; }

ChildResult run_in_child(const std::function<std::string()>& work, const ChildLimits& limits) {
  ChildResult out = run([&](int pipe) { write_result(pipe, work); }, limits);
  if (!out.fault.empty()) out.output.clear();
  return out;
}

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (std::string_view rest = path == nullptr ? "" : path; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    std::string file = std::string(rest.substr(0, end)) + '/' + name;
    if (end != 0 && ::access(file.c_str(), X_OK) == 0) return file;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

ChildResult run_program(const std::vector<std::string>& command, const ChildLimits& limits) {
  ChildResult out = run([&](int pipe) { become_program(pipe, command); }, limits);
  if (out.exit_status == status_not_started && out.output.empty())
    out.fault = "was not started";
  else if (out.exit_status != 0)
    out.fault.clear();
  return out;
}

}  // namespace agalc::os
