#include "pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <vector>

#include "os/threads.hpp"

namespace agal::batch {
namespace {

namespace os = agalc::os;

using Lock = std::unique_lock<os::Mutex>;

// The calls of one `for_each_index`. Idle threads help with them.
struct Calls {
  std::size_t count;
  const std::function<void(std::size_t)>& work;
  std::size_t next = 0, running = 0;
};

class Pipeline {
 public:
  Pipeline(const Steps& steps, std::size_t max_jobs) : steps_(steps), max_jobs_(max_jobs) {}

  void run(unsigned threads) {
    os::run_on_threads(threads, [this] { work(); });
    if (failure_) std::rethrow_exception(failure_);
  }

  void call_all(std::size_t count, const std::function<void(std::size_t)>& work) {
    Calls calls{count, work};
    Lock lock(guard_);
    calls_.push_back(&calls);
    changed_.notify_all();
    while (calls.next < count && !failure_) call(calls, lock);
    calls_.erase(std::find(calls_.begin(), calls_.end(), &calls));
    changed_.wait(lock, [&] { return calls.running == 0; });
    if (failure_) std::rethrow_exception(failure_);
  }

  static thread_local Pipeline* current;

 private:
  enum class Progress { Loading, Loaded, Named, Converting, Converted };
  struct Running {
    std::unique_ptr<Job> job;
    Progress progress = Progress::Loading;
  };

  // Runs steps in one thread until all jobs are done.
  void work() {
    current = this;
    Lock lock(guard_);
    while (!done())
      if (!step(lock)) changed_.wait(lock);
    current = nullptr;
  }

  bool done() const { return failure_ || (ended_ && jobs_.empty()); }

  // Runs one step, preferring the job that is nearest to completion. Returns false if no step can run at the moment.
  bool step(Lock& lock) {
    if (!finishing_ && !jobs_.empty() && jobs_.front().progress == Progress::Converted) return finish(lock);
    for (Calls* const calls : calls_)
      if (calls->next < calls->count) return call(*calls, lock);
    const auto named =
        std::find_if(jobs_.begin(), jobs_.end(), [](const Running& row) { return row.progress == Progress::Named; });
    if (named != jobs_.end()) return convert(*named, lock);
    // Jobs are named in order, so this is the first job without a name.
    const auto first =
        std::find_if(jobs_.begin(), jobs_.end(), [](const Running& row) { return row.progress <= Progress::Loaded; });
    if (!naming_ && first != jobs_.end() && first->progress == Progress::Loaded) return name(*first, lock);
    if (!starting_ && !ended_ && jobs_.size() < max_jobs_) return start(lock);
    return false;
  }

  // Calls `work` without the lock. After an exception, all threads stop.
  template <class Work>
  void unlocked(Lock& lock, const Work& work) {
    lock.unlock();
    std::exception_ptr failure;
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !failure_) failure_ = failure;
    changed_.notify_all();
  }

  bool start(Lock& lock) {
    starting_ = true;
    std::unique_ptr<Job> job;
    unlocked(lock, [&] { job = steps_.next(); });
    starting_ = false;
    ended_ = job == nullptr;
    if (ended_) return true;
    // A deque does not move its elements while others are added and removed at its ends.
    Running& row = jobs_.emplace_back(Running{std::move(job)});
    unlocked(lock, [&] { steps_.load(*row.job); });
    row.progress = Progress::Loaded;
    return true;
  }

  bool name(Running& row, Lock& lock) {
    naming_ = true;
    unlocked(lock, [&] { steps_.name(*row.job); });
    naming_ = false;
    row.progress = Progress::Named;
    return true;
  }

  bool convert(Running& row, Lock& lock) {
    row.progress = Progress::Converting;
    unlocked(lock, [&] { steps_.convert(*row.job); });
    row.progress = Progress::Converted;
    return true;
  }

  bool finish(Lock& lock) {
    finishing_ = true;
    Running& row = jobs_.front();
    unlocked(lock, [&] {
      steps_.finish(*row.job);
      row.job.reset();
    });
    finishing_ = false;
    jobs_.pop_front();
    return true;
  }

  bool call(Calls& calls, Lock& lock) {
    const std::size_t i = calls.next++;
    ++calls.running;
    unlocked(lock, [&] { calls.work(i); });
    --calls.running;
    return true;
  }

  const Steps& steps_;
  const std::size_t max_jobs_;
  os::Mutex guard_;
  os::Condition changed_;
  std::deque<Running> jobs_;  // ordered like the calls of `next`
  std::vector<Calls*> calls_;
  bool starting_ = false, naming_ = false, finishing_ = false, ended_ = false;
  std::exception_ptr failure_;
};

thread_local Pipeline* Pipeline::current = nullptr;

}  // namespace

std::size_t jobs_in_flight(unsigned threads) { return std::size_t{8} * (threads == 0 ? os::core_count() : threads); }

void run_pipeline(const Steps& steps, unsigned threads) {
  Pipeline(steps, jobs_in_flight(threads)).run(threads == 0 ? os::core_count() : threads);
}

void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (Pipeline::current != nullptr && count > 1) return Pipeline::current->call_all(count, work);
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace agal::batch
