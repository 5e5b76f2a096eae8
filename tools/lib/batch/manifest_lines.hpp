// Joins the lines of identical programs to one line with many origins.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "agal/result.hpp"
#include "line_sorter.hpp"
#include "manifest/record.hpp"

namespace agal::batch {

/// What players uploaded, according to the logs of a run.
struct Uploads {
  std::unordered_set<std::string> programs;  // hashes
  std::unordered_set<std::string> pairs;     // both hashes, the lower one first

  bool empty() const { return programs.empty(); }
};

/// The lines of a manifest under construction.
class ManifestLines {
 public:
  explicit ManifestLines(Scratch& scratch) : scratch_(&scratch), by_program_(scratch) {}

  /// `line` is the line of `record`.
  Diagnostics add(const manifest::Record& record, std::string line);

  /// Notes the pairs that a player uploaded, if the record is of a log. `add` does so too: this is for records without
  /// a line, those of other shards.
  void note_uploads(const manifest::Record& record);

  /// The path of a file (in the scratch folder) with all lines, sorted by stem. Lines that differ only in where the
  /// program was found, what it is paired with there, and what its products are called, become one: the first by stem,
  /// with all origins and pairs. Programs that are the same token for token, but not in the messages about them (those
  /// about assembly text tell its lines), keep a line each. If uploads were noted, each line of a program says whether
  /// it is among them.
  Result<std::string> finish();

  /// The number of different programs. Valid after `finish`.
  std::uint64_t different() const { return different_; }

 private:
  Scratch* scratch_;
  Uploads uploads_;
  LineSorter by_program_;
  std::uint64_t different_ = 0;
};

}  // namespace agal::batch
