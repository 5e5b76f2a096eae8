#include "pipeline.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

namespace agal::batch {

unsigned all_cores() { return static_cast<unsigned>(tbb::info::default_concurrency()); }

std::size_t jobs_in_flight(unsigned threads) { return std::size_t{8} * (threads == 0 ? all_cores() : threads); }

void run_pipeline(const Stages& stages, unsigned threads) {
  const unsigned used = threads == 0 ? all_cores() : threads;
  // More threads than cores are had only by asking for them.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, used);
  tbb::task_arena arena(static_cast<int>(used));
  const auto next = [&](tbb::flow_control& flow) -> Job* {
    std::unique_ptr<Job> job = stages.next();
    if (!job) flow.stop();
    return job.release();
  };
  const auto stage = [](const std::function<void(Job&)>& work) {
    return [&work](Job* job) {
      work(*job);
      return job;
    };
  };
  const auto finish = [&](Job* job) {
    const std::unique_ptr<Job> owned(job);
    stages.finish(*owned);
  };
  constexpr tbb::filter_mode in_order = tbb::filter_mode::serial_in_order, parallel = tbb::filter_mode::parallel;
  arena.execute([&] {
    tbb::parallel_pipeline(jobs_in_flight(threads), tbb::make_filter<void, Job*>(in_order, next) &
                                                        tbb::make_filter<Job*, Job*>(parallel, stage(stages.load)) &
                                                        tbb::make_filter<Job*, Job*>(in_order, stage(stages.name)) &
                                                        tbb::make_filter<Job*, Job*>(parallel, stage(stages.convert)) &
                                                        tbb::make_filter<Job*, void>(in_order, finish));
  });
}

void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work) {
  if (count == 1) return work(0);
  tbb::parallel_for(std::size_t{0}, count, work);
}

}  // namespace agal::batch
