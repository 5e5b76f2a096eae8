// The lines of a manifest: one for each program, and for each file that needs one.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
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

/// What players uploaded, according to the logs of a run, and whether they drew with it.
struct Uploads {
  std::unordered_map<std::string, bool> programs;  // by hash
  std::unordered_map<std::string, bool> pairs;     // by both hashes, the lower one first

  bool empty() const { return programs.empty(); }
};

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

  /// Notes what the record says about logs and games. `add` does so too: this is for records without a line, those of
  /// other shards.
  void note(const manifest::Record& record);

  /// The path of a file (in the scratch folder) with all lines, sorted by stem. Call it once. Those about one program
  /// become one
  /// (`join_lines`). If uploads were noted, each line of a program says whether it is among them, and a file whose
  /// programs are not all known counts as captured if there is a log of it. A captured program that is found nowhere
  /// else names the templates that it may be made from.
  Result<std::string> finish();

  // Valid after `finish`.

  const ProgramCounts& counts() const { return counts_; }
  /// Files whose programs are not all known, and of which there is a log.
  std::uint64_t captured_files() const { return captured_files_; }
  /// Whether a log has uploads.
  bool has_uploads() const { return !uploads_.empty(); }

 private:
  Scratch* scratch_;
  Uploads uploads_;
  Games games_;
  Templates templates_;
  std::vector<KeyedLine> by_program_;
  ProgramCounts counts_;
  std::uint64_t captured_files_ = 0;
};

}  // namespace agal::batch
