// Work on many things by all cores: pipeline.cpp is the only file here that includes TBB.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace agal::batch {

/// One thing on its way.
class Job {
 public:
  Job() = default;
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
};

/// `next`, `name` and `finish` are called for one job after the other, in the order in which `next` gives them; `load`
/// and `convert` for several at once.
struct Steps {
  std::function<std::unique_ptr<Job>()> next;  // null: that was all
  std::function<void(Job&)> load;
  std::function<void(Job&)> name;
  std::function<void(Job&)> convert;
  std::function<void(Job&)> finish;
};

/// Runs until all jobs are done, by so many threads; 0: as many as the machine has cores. No more than
/// `jobs_in_flight(threads)` exist at a time.
void run_pipeline(const Steps& steps, unsigned threads);
std::size_t jobs_in_flight(unsigned threads);

/// Calls `work` for 0 to count - 1, several at once where this is called from a step.
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work);

/// How many threads 0 stands for.
unsigned all_cores();

}  // namespace agal::batch
