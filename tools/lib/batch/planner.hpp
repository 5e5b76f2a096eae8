// The jobs of a run, and the names of their products.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "batch.hpp"
#include "file_job.hpp"
#include "games.hpp"
#include "inputs.hpp"
#include "names.hpp"

namespace agal::batch {

/// Called for one job at a time, in the order of the inputs.
class Planner {
 public:
  /// `games` gets all inputs.
  Planner(const BatchOptions& options, Games& games);

  /// The number of inputs, without reading them.
  std::uint64_t count() const;

  /// All inputs, from the first one.
  Inputs inputs() const;

  /// One input, or two that belong together, not loaded; null: there are no more. Logs come after all other inputs, so
  /// that what their games contain has its name.
  std::unique_ptr<FileJob> next();

  /// Assigns stems to the inputs of a loaded job and to the programs in them, and decides which belong to this shard.
  void name(FileJob& job);

  /// The errors after the last job: folders that cannot be read.
  Diagnostics take_diagnostics() { return inputs_.take_diagnostics(); }

 private:
  void name_input(FileJob& job, std::size_t index);
  void add_file_line(FileJob& job, const LoadedInput& input, const std::string& stem) const;
  void add_programs(FileJob& job, const LoadedInput& input, const std::string& stem);

  const BatchOptions& options_;
  Games& games_;
  Inputs inputs_;
  std::deque<InputItem> logs_;  // that wait for the other inputs
  StemRegistry stems_;
};

}  // namespace agal::batch
