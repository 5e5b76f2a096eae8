// Writes one line of a manifest. docs/batch.md and docs/manifest.schema.json describe the lines.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/games/extract.hpp"
#include "manifest/status.hpp"

namespace agal::manifest {

/// A target that cannot express the program, and the numbers (4xxx) of the messages that give the reason.
struct NotExpressible {
  std::string target;
  std::vector<std::uint16_t> codes;
};

/// The known facts about programs of a file that were not found, from the lists of `Extraction`. Lists have a limited
/// length.
struct Incomplete {
  std::size_t programs = 0;  // the number of programs that were found
  std::vector<std::string> uploads;
  std::size_t lines = 0;
  std::vector<UnassignedLines> classes;
  std::size_t text_count = 0;
  std::vector<FoundText> texts;
  std::size_t too_many_count = 0;
  std::vector<std::string> too_many;                 // names of classes
  std::vector<std::string> containers_loading_swfs;  // names of containers
  std::size_t unused_count = 0;
  std::vector<FoundText> unused;
  std::vector<LostRecords> lost;
};
Incomplete incomplete_of(const Extraction& extraction);

/// The content of a line.
struct Record {
  const FoundProgram* found = nullptr;  // nullptr: the line is about a file
  std::string hash, stem;
  std::optional<ContentKind> kind;  // only for files; unset if the file was not read to its end
  Status status = Status::Rejected;
  std::vector<Origin> origins;
  std::vector<Partner> pairs;
  std::string disassembly_hash{};                            // XXH3-128 of the text, hexadecimal; only for programs
  std::vector<std::pair<std::string, std::string>> outputs;  // output files: names for `--emit`, and paths
  std::vector<NotExpressible> not_expressible;
  std::vector<ProofAnswer> proofs;       // empty if products were not proved
  std::optional<Incomplete> incomplete;  // only for files
  Diagnostics diagnostics;
};

/// Returns the line, with a line feed at its end. The order of the keys is fixed. The line does not depend on the time
/// or place of writing.
std::string record_line(const Record& record);

}  // namespace agal::manifest
