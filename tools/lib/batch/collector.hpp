// Collects the results of a run: messages, progress, the lines of the manifest, and the summary.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "batch.hpp"
#include "file_job.hpp"
#include "games.hpp"
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

  /// Tells the messages that advise to play a game. They wait until it is known which games were played, because a log
  /// may come after its game. The advice for a game that was played is to play more of it; messages that its log answers
  /// (AGAL1071, AGAL1094) are left out. `games` is nullptr if that is not known.
  void tell_advice(const Games* games);

  void clear_progress() { progress_.clear(); }
  agalc::ExitStatus status() const { return outcome_.status; }
  /// Gives access to the outcome, for values that are only known when all jobs are done.
  Outcome& outcome() { return outcome_; }

  /// Returns the outcome, with the time and memory so far.
  Outcome take();

 private:
  struct Advice {
    std::string path;  // the path of the input
    Diagnostic diagnostic;
  };
  void tell_about(const FileJob& job, const Diagnostics& list);
  static Diagnostics shown(const Diagnostics& list, const FileJob& job);
  void finish_program(ProgramJob& program, const FileJob& job, ManifestLines& lines);
  void count(const ProgramJob& program);

  const Listener& listener_;
  Outcome outcome_;
  Progress progress_;
  ProgressState state_;
  std::atomic<bool>& stopped_;
  std::vector<Advice> advice_;
};

}  // namespace agal::batch
