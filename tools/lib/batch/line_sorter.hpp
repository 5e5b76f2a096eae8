// Sorts any number of lines.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"
#include "scratch.hpp"

namespace agal::batch {

/// Sorts lines by a key, and by themselves if keys are equal, in bounded memory: beyond that, sorted runs are written
/// to files in the scratch folder, which are merged at the end.
class LineSorter {
 public:
  /// `line` has its newline.
  using Visitor = std::function<Diagnostics(std::string_view key, std::string_view line)>;

  explicit LineSorter(Scratch& scratch, std::size_t max_bytes = std::size_t{16} << 20)
      : scratch_(&scratch), max_bytes_(max_bytes) {}

  /// `line` ends in a newline and has no other; `key` has neither a newline nor a NUL.
  Diagnostics add(std::string key, std::string line);

  /// Visits all lines in order, and removes them. Stops at the first error.
  Diagnostics drain(const Visitor& visit);

  /// The path of a file with all lines, in the scratch folder.
  Result<std::string> finish();

 private:
  struct Row {
    std::string key, line;
  };
  Diagnostics spill();
  Diagnostics merge_runs();
  Diagnostics merge(const Visitor& visit);

  Scratch* scratch_;
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::vector<Row> rows_;
  std::vector<std::string> runs_;  // files
};

}  // namespace agal::batch
