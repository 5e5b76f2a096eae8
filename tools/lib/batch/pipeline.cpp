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

// The calls of one `for_each_index`. Threads that have nothing else to do help with them.
struct Calls {
  std::size_t count;
  const std::function<void(std::size_t)>& work;
  std::size_t next = 0, running = 0;
};

class Pipeline {
 public:
  /// At most `max_working` threads work at a time; the others wait for something else than a core.
  Pipeline(const Steps& steps, std::size_t max_jobs, unsigned max_working)
      : steps_(steps), max_jobs_(max_jobs), max_working_(max_working) {}

  void run(unsigned threads) {
    os::run_on_threads(threads, [this] { work(); });
    if (failure_) std::rethrow_exception(failure_);
  }

  void call_all(std::size_t count, const std::function<void(std::size_t)>& work) {
    Calls calls{count, work};
    Lock lock(guard_);
    calls_.push_back(&calls);
    changed_.notify_all();
    --working_;
    while (calls.next < count && !failure_)
      if (!may_work() || !call(calls, lock)) changed_.wait(lock);
    calls_.erase(std::find(calls_.begin(), calls_.end(), &calls));
    changed_.wait(lock, [&] { return calls.running == 0 && may_work(); });
    ++working_;
    if (failure_) std::rethrow_exception(failure_);
  }

  void while_waiting(const std::function<void()>& wait) {
    Lock lock(guard_);
    --working_;
    changed_.notify_all();
    unlocked(lock, wait);
    changed_.wait(lock, [&] { return may_work(); });
    ++working_;
  }

  static thread_local Pipeline* current;

 private:
  enum class Progress { Loading, Loaded, Named, Converting, Converted };
  struct Running {
    std::unique_ptr<Job> job;
    Progress progress = Progress::Loading;
  };

  // One thread.
  void work() {
    current = this;
    Lock lock(guard_);
    while (!done())
      if (!may_work() || !step(lock)) changed_.wait(lock);
    current = nullptr;
  }

  bool may_work() const { return working_ < max_working_; }
  bool done() const { return failure_ || (ended_ && jobs_.empty()); }

  // Does one thing, the more advanced the job the sooner. False: there is nothing to do at the moment.
  bool step(Lock& lock) {
    if (!finishing_ && !jobs_.empty() && jobs_.front().progress == Progress::Converted) return finish(lock);
    for (Calls* const calls : calls_)
      if (calls->next < calls->count) return call(*calls, lock);
    const auto named =
        std::find_if(jobs_.begin(), jobs_.end(), [](const Running& row) { return row.progress == Progress::Named; });
    if (named != jobs_.end()) return convert(*named, lock);
    // In order: the first that does not have a name.
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

  template <class Work>
  void run_step(Lock& lock, const Work& work) {
    ++working_;
    unlocked(lock, work);
    --working_;
  }

  bool start(Lock& lock) {
    starting_ = true;
    std::unique_ptr<Job> job;
    run_step(lock, [&] { job = steps_.next(); });
    starting_ = false;
    ended_ = job == nullptr;
    if (ended_) return true;
    // Elements of a deque stay where they are while others are added and removed at its ends.
    Running& row = jobs_.emplace_back(Running{std::move(job)});
    run_step(lock, [&] { steps_.load(*row.job); });
    row.progress = Progress::Loaded;
    return true;
  }

  bool name(Running& row, Lock& lock) {
    naming_ = true;
    run_step(lock, [&] { steps_.name(*row.job); });
    naming_ = false;
    row.progress = Progress::Named;
    return true;
  }

  bool convert(Running& row, Lock& lock) {
    row.progress = Progress::Converting;
    run_step(lock, [&] { steps_.convert(*row.job); });
    row.progress = Progress::Converted;
    return true;
  }

  bool finish(Lock& lock) {
    finishing_ = true;
    Running& row = jobs_.front();
    run_step(lock, [&] {
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
    run_step(lock, [&] { calls.work(i); });
    --calls.running;
    return true;
  }

  const Steps& steps_;
  const std::size_t max_jobs_;
  const unsigned max_working_;
  os::Mutex guard_;
  os::Condition changed_;
  std::deque<Running> jobs_;  // in order
  std::vector<Calls*> calls_;
  unsigned working_ = 0;
  bool starting_ = false, naming_ = false, finishing_ = false, ended_ = false;
  std::exception_ptr failure_;
};

thread_local Pipeline* Pipeline::current = nullptr;

}  // namespace

std::size_t jobs_in_flight(unsigned threads) { return std::size_t{8} * (threads == 0 ? os::core_count() : threads); }

// One for each job in flight, up to a number of connections that a server can bear.
unsigned waiting_threads(unsigned threads) {
  constexpr std::size_t max_waiting = 64;
  return static_cast<unsigned>(std::min(jobs_in_flight(threads), max_waiting));
}

void run_pipeline(const Steps& steps, unsigned threads, unsigned waiting) {
  const unsigned working = threads == 0 ? os::core_count() : threads;
  Pipeline(steps, jobs_in_flight(threads), working).run(working + waiting);
}

void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (Pipeline::current != nullptr && count > 1) return Pipeline::current->call_all(count, work);
  for (std::size_t i = 0; i < count; ++i) work(i);
}

void while_waiting(const std::function<void()>& wait) {
  if (Pipeline::current == nullptr) return wait();
  Pipeline::current->while_waiting(wait);
}

}  // namespace agal::batch
