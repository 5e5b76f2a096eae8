// Threads and their locks. In Node, the command has one thread, so locks do nothing.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#ifdef AGAL_FOR_NODE
#include <cstdlib>
#else
#include <condition_variable>
#endif

namespace agalc::os {

/// Returns the number of threads that can run at the same time.
unsigned core_count();

/// Calls `work` on `count` threads, or on one if the system does not have threads, and waits for all of them. The
/// calling thread is one of them. `work` must not throw.
void run_on_threads(unsigned count, const std::function<void()>& work);

void sleep(std::chrono::milliseconds time);

#ifdef AGAL_FOR_NODE
class Mutex {
 public:
  void lock() {}
  bool try_lock() { return true; }
  void unlock() {}
};

class Condition {
 public:
  void notify_all() {}
  // Must not be called: with one thread, nothing could end the wait.
  template <class Lock>
  [[noreturn]] void wait(Lock&) {
    std::abort();
  }
  template <class Lock, class Predicate>
  void wait(Lock&, const Predicate& done) {
    if (!done()) std::abort();
  }
};
#else
using Mutex = std::mutex;
using Condition = std::condition_variable;
#endif

}  // namespace agalc::os
