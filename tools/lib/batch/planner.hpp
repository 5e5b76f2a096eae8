// Plans the jobs of a run and the names of their products.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "batch.hpp"
#include "file_job.hpp"
#include "games.hpp"
#include "input_files.hpp"
#include "names.hpp"
#include "options/absent_registers.hpp"

namespace agal::batch {

/// Functions are called for one job at a time, in the order of `next`.
class Planner {
 public:
  /// `games` receives all inputs.
  Planner(const BatchOptions& options, Games& games);

  /// Returns the number of inputs without reading them.
  std::uint64_t count() const;

  /// Returns all inputs, beginning with the first one.
  Inputs inputs() const;

  /// Returns the next job, not loaded: one input, or two inputs that are a pair. Returns null after the last input.
  /// Logs come after all other inputs, so that the programs of their games already have names.
  std::unique_ptr<FileJob> next();

  /// Assigns stems to the inputs of a loaded job and to their programs, and decides which belong to this shard.
  void name(FileJob& job);

  /// Returns the errors of `Inputs` after the last job. Earlier errors are in the jobs.
  Diagnostics take_diagnostics() { return inputs_.take_diagnostics(); }

  /// Returns warnings about registers in options that no program of the run has. All shards read all programs, and the
  /// first shard reports the registers.
  Diagnostics absent_registers() const;

 private:
  void name_input(FileJob& job, std::size_t index);
  void add_file_line(FileJob& job, const LoadedInput& input, const std::string& stem) const;
  void add_programs(FileJob& job, const LoadedInput& input, const std::string& stem);

  const BatchOptions& options_;
  Games& games_;
  Inputs inputs_;
  std::deque<InputItem> logs_;  // logs, which wait for the other inputs
  StemRegistry stems_;
  options::AbsentRegisters absent_registers_;
};

}  // namespace agal::batch
