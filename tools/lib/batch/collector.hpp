// Collects the results of a run: messages, progress, the lines of the manifest, and the summary.
#pragma once

#include <atomic>
#include <cstdint>

#include "batch.hpp"
#include "file_job.hpp"
#include "manifest_lines.hpp"

namespace agal::batch {

/// Functions are called for one job at a time, in the order of `Planner::next`.
class Collector {
 public:
  /// `tell` sets `stopped` after a usage error, such as an invalid input, which ends the run. `listener` and `stopped`
  /// must outlive this object.
  Collector(const BatchOptions& options, const Listener& listener, std::atomic<bool>& stopped);

  /// Sets the total for the progress.
  void set_all_files(std::uint64_t files) { state_.all_files = files; }

  /// Passes messages to the listener. The status of the run is the status of the worst message so far.
  void tell(const Diagnostics& diagnostics);

  /// Takes the results of a converted job.
  void finish(FileJob& job, ManifestLines& lines);

  void clear_progress() { progress_.clear(); }
  agalc::ExitStatus status() const { return outcome_.status; }
  /// Gives access to the outcome, for values that are only known when all jobs are done.
  Outcome& outcome() { return outcome_; }

  /// Returns the outcome, with the time and memory so far.
  Outcome take();

 private:
  static Diagnostics shown(const Diagnostics& list, const FileJob& job);
  void finish_program(ProgramJob& program, const FileJob& job, ManifestLines& lines);
  void count(const ProgramJob& program);

  const Listener& listener_;
  Outcome outcome_;
  Progress progress_;
  ProgressState state_;
  std::atomic<bool>& stopped_;
};

}  // namespace agal::batch
