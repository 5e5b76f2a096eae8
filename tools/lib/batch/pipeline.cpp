#include "pipeline.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "tsan.hpp"

namespace agal::batch {
namespace {

// Encloses everything that runs on other threads: each call happens after the beginning and before the end.
class ForkJoinScope {
 public:
  ForkJoinScope() { tsan_release(&begin_); }
  ~ForkJoinScope() { tsan_acquire(&end_); }
  ForkJoinScope(const ForkJoinScope&) = delete;
  ForkJoinScope& operator=(const ForkJoinScope&) = delete;

  class Call {
   public:
    explicit Call(const ForkJoinScope& scope) : scope_(scope) { tsan_acquire(&scope.begin_); }
    ~Call() { tsan_release(&scope_.end_); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    const ForkJoinScope& scope_;
  };

 private:
  char begin_ = 0, end_ = 0;  // for their addresses
};

}  // namespace

unsigned all_cores() { return static_cast<unsigned>(tbb::info::default_concurrency()); }

void run_pipeline(const Steps& steps, unsigned threads, unsigned waiting) {
  const unsigned used = (threads == 0 ? all_cores() : threads) + waiting;
  // TBB uses more threads than cores only on request.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, used);
  tbb::task_arena arena(static_cast<int>(used));
  const ForkJoinScope scope;
  const auto next = [&](tbb::flow_control& flow) -> Job* {
    const ForkJoinScope::Call call(scope);
    const SerialScope of_step(&steps.next);
    std::unique_ptr<Job> job = steps.next();
    if (!job) flow.stop();
    tsan_release(job.get());
    return job.release();
  };
  const auto parallel_step = [&](const std::function<void(Job&)>& work) {
    return [&](Job* job) {
      const ForkJoinScope::Call call(scope);
      const SerialScope of_job(job);
      work(*job);
      return job;
    };
  };
  const auto serial_step = [&](const std::function<void(Job&)>& work) {
    return [&](Job* job) {
      const ForkJoinScope::Call call(scope);
      const SerialScope of_step(&work), of_job(job);
      work(*job);
      return job;
    };
  };
  const auto finish = [&](Job* job) {
    const ForkJoinScope::Call call(scope);
    const SerialScope of_step(&steps.finish);
    tsan_acquire(job);
    const std::unique_ptr<Job> owned(job);
    steps.finish(*owned);
  };
  constexpr tbb::filter_mode in_order = tbb::filter_mode::serial_in_order, parallel = tbb::filter_mode::parallel;
  arena.execute([&] {
    tbb::parallel_pipeline(jobs_in_flight(threads),
                           tbb::make_filter<void, Job*>(in_order, next) &
                               tbb::make_filter<Job*, Job*>(parallel, parallel_step(steps.load)) &
                               tbb::make_filter<Job*, Job*>(in_order, serial_step(steps.name)) &
                               tbb::make_filter<Job*, Job*>(parallel, parallel_step(steps.convert)) &
                               tbb::make_filter<Job*, void>(in_order, finish));
  });
}

// A pipeline rather than tbb::parallel_for, whose headers share memory with libtbb in ways that the thread sanitizer
// cannot see.
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (count == 1) return work(0);
  const ForkJoinScope scope;
  std::size_t next = 0;
  const auto index = [&](tbb::flow_control& flow) -> std::size_t {
    const ForkJoinScope::Call call(scope);
    const SerialScope of_step(&next);
    if (next == count) {
      flow.stop();
      return 0;
    }
    return next++;
  };
  const auto call_work = [&](std::size_t i) {
    const ForkJoinScope::Call call(scope);
    work(i);
  };
  tbb::parallel_pipeline(std::min(count, jobs_in_flight(0)),
                         tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, index) &
                             tbb::make_filter<std::size_t, void>(tbb::filter_mode::parallel, call_work));
}

}  // namespace agal::batch
