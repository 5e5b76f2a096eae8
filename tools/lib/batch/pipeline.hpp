// Processes many jobs on all cores.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace agal::batch {

/// A unit of work in the pipeline.
class Job {
 public:
  Job() = default;
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
};

/// The steps of the jobs. `next`, `name` and `finish` are called for one job at a time, in the order of `next`; `load`
/// and `convert` run concurrently.
struct Steps {
  std::function<std::unique_ptr<Job>()> next;  // null if there are no more jobs
  std::function<void(Job&)> load;
  std::function<void(Job&)> name;
  std::function<void(Job&)> convert;
  std::function<void(Job&)> finish;
};

/// Runs all jobs on this many threads, or on one thread for each core if `threads` is 0. At most
/// `jobs_in_flight(threads)` jobs exist at a time.
void run_pipeline(const Steps& steps, unsigned threads);
std::size_t jobs_in_flight(unsigned threads);

/// Calls `work` for 0 to count - 1. Within a step of the pipeline, the calls are concurrent.
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace agal::batch
