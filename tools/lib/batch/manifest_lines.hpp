// Joins the lines of identical programs to one line with many origins.
#pragma once

#include <cstdint>
#include <string>

#include "agal/result.hpp"
#include "line_sorter.hpp"
#include "manifest/record.hpp"

namespace agal::batch {

/// The lines of a manifest under construction.
class ManifestLines {
 public:
  explicit ManifestLines(Scratch& scratch) : scratch_(&scratch), by_program_(scratch) {}

  /// `line` is the line of `record`.
  Diagnostics add(const manifest::Record& record, std::string line);

  /// The path of a file (in the scratch folder) with all lines, sorted by stem. Lines that differ only in where the
  /// program was found, what it is paired with there, and what its products are called, become one: the first by stem,
  /// with all origins and pairs. Programs that are the same token for token, but not in the messages about them (those
  /// about assembly text tell its lines), keep a line each.
  Result<std::string> finish();

  /// The number of different programs. Valid after `finish`.
  std::uint64_t different() const { return different_; }

 private:
  Scratch* scratch_;
  LineSorter by_program_;
  std::uint64_t different_ = 0;
};

}  // namespace agal::batch
