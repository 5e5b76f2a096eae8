// The lines of a manifest: one for each program, and for each file that needs one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/result.hpp"
#include "games.hpp"
#include "manifest/record.hpp"
#include "scratch.hpp"
#include "templates.hpp"

namespace agal::batch {

/// A line, with its newline, and the key that it is sorted by.
struct KeyedLine {
  std::string key, text;
};

/// Writes lines to a file in the scratch folder, sorted by key, and by text if keys are equal. Returns its path.
Result<std::string> write_sorted(std::vector<KeyedLine> lines, Scratch& scratch);

/// Programs, each counted once, however often it was found.
struct ProgramCounts {
  std::uint64_t accepted = 0, rejected = 0;
  std::uint64_t uploaded = 0, drawn = 0;  // of these
};

/// The lines of a manifest under construction.
class ManifestLines {
 public:
  explicit ManifestLines(Scratch& scratch) : scratch_(&scratch) {}

  /// `line` is the line of `record`.
  void add(const manifest::Record& record, std::string line);

  /// Notes the templates of the record. `add` does so too: this is for records of other shards, which do not have a
  /// line here.
  void note(const manifest::Record& record);

  /// The path of a file (in the scratch folder) with all lines, sorted by stem. Call it once, with settled games. Lines
  /// about one program become one (`join_lines`). If logs have uploads, each origin, pair and program says what players
  /// did with it, and a file whose programs are not all known counts as captured if logs of its games are complete. A
  /// captured program that is found nowhere else names the templates that it may be made from.
  Result<std::string> finish(const Games& games);

  // Valid after `finish`.

  const ProgramCounts& counts() const { return counts_; }
  /// Files whose programs are not all known, and of which there is a log.
  std::uint64_t captured_files() const { return captured_files_; }

 private:
  Scratch* scratch_;
  Templates templates_;
  std::vector<KeyedLine> by_program_;
  ProgramCounts counts_;
  std::uint64_t captured_files_ = 0;
};

}  // namespace agal::batch
