// The lines of a manifest: one for each program, and one for each file that needs one.
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

/// A line with its newline, and its sort key.
struct KeyedLine {
  std::string key, text;
};

/// Writes lines to a file in the scratch folder, sorted by key, then by text. Returns its path.
Result<std::string> write_sorted(std::vector<KeyedLine> lines, Scratch& scratch);

/// Numbers of programs. Each program is counted once, however often it was found.
struct ProgramCounts {
  std::uint64_t accepted = 0, rejected = 0;
  std::uint64_t uploaded = 0, drawn = 0;  // subsets of all programs; a drawn program is also uploaded
};

/// The lines of a manifest under construction.
class ManifestLines {
 public:
  explicit ManifestLines(Scratch& scratch) : scratch_(&scratch) {}

  /// Adds the serialized `line` of `record`.
  void add(const manifest::Record& record, std::string line);

  /// Notes the templates (templates.hpp) of the record. `add` does so too; `note` is for records of other shards, which
  /// do not have a line here.
  void note(const manifest::Record& record);

  /// Writes all lines to a file in the scratch folder, sorted by stem, and returns its path. Call it once, after
  /// `Games::settle`. Lines about the same program become one line (`join_lines`). If logs have uploads, each origin,
  /// pair and program gets the key `use`, and a file with unknown programs counts as captured if the logs of its games
  /// are complete. The line of a captured program that was found nowhere else names the templates that the program may
  /// be made from.
  Result<std::string> finish(const Games& games);

  // Valid after `finish`.

  const ProgramCounts& counts() const { return counts_; }
  /// Returns the number of files whose unknown programs were captured.
  std::uint64_t captured_files() const { return captured_files_; }

 private:
  Scratch* scratch_;
  Templates templates_;
  std::vector<KeyedLine> by_program_;
  ProgramCounts counts_;
  std::uint64_t captured_files_ = 0;
};

}  // namespace agal::batch
