// One line of a manifest. docs/batch.md and docs/manifest.schema.json describe it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/extract.hpp"
#include "convert.hpp"

namespace agal::batch {

struct RecordedPair {
  std::string with;  // the hash of the other program
  std::string evidence;
};

/// The content of a line.
struct Record {
  const FoundProgram* found = nullptr;  // unset: a file that holds none, or, with errors, of which not all can be read
  std::string hash, stem;
  Status status = Status::Rejected;
  std::vector<Origin> origins;
  std::vector<RecordedPair> pairs;
  std::vector<std::pair<std::string, std::string>> outputs;  // name, path
  std::vector<NotExpressible> not_expressible;
  Diagnostics diagnostics;
};

/// The line, with a newline at its end. Keys stand in one order, and nothing in it depends on when or where it was
/// written.
std::string record_line(const Record& record);

/// One of the places of the products of a program.
struct RecordedPlace {
  std::string stem, container;
};

/// The parts of a line that are read back.
struct RecordedLine {
  std::string stem, form;
  std::vector<RecordedPlace> places;                         // the first is `stem`
  std::string disassembly;                                   // "" if there is none
  std::vector<std::pair<std::string, std::string>> outputs;  // name, path
  Diagnostics diagnostics;
};

/// nullopt: this is not a line of a manifest.
std::optional<RecordedLine> read_record(std::string_view line);

/// The path at `place` of the product that is `path` at `record.stem`.
std::string path_at(const RecordedLine& record, const RecordedPlace& place, const std::string& path);

/// The paths of all products at one place of the line, the disassembly first.
std::vector<std::string> products_at(const RecordedLine& record, const RecordedPlace& place);

}  // namespace agal::batch
