// The manifest of a batch: one program a line. docs/report.md has the keys.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agal/result.hpp"

namespace agal::report {

using Json = nlohmann::ordered_json;

enum class Status : std::uint8_t {
  Accepted,
  Rejected,
  // Of files:
  Unreadable,
  Empty,  // without a program
};

/// A program that this one is used with.
struct Partner {
  std::string hash, evidence;
};

/// One line, checked. What the page shows as it is stays JSON.
struct Entry {
  std::string stem, hash, form, disassembly;
  std::optional<Stage> stage;  // none: the line is about a file
  std::uint32_t version = 0, tokens = 0;
  Status status = Status::Unreadable;
  std::vector<std::pair<std::string, std::uint32_t>> opcodes;
  std::vector<Partner> partners;
  std::vector<std::pair<std::string, std::string>> outputs;  // target, path
  Json origins = Json::array(), not_expressible = Json::object(), diagnostics = Json::array();
};

/// The entry in a line; errors are AGAL1060.
Result<Entry> parse_entry(const std::string& line, const std::string& file, std::uint32_t number);

/// JSON on one line. Bytes that are no UTF-8 become replacement characters.
std::string text_of(const Json& value);

/// Reads entry by entry.
class ManifestReader {
 public:
  explicit ManifestReader(const std::string& file);

  /// The next entry; nullopt at the end, and after an error that leaves nothing to read. Malformed lines are skipped
  /// and add to `diagnostics`.
  std::optional<Entry> next();

  Diagnostics diagnostics;

 private:
  bool next_line();

  std::string file_, line_;
  std::ifstream in_;
  std::uint32_t number_ = 0;
};

}  // namespace agal::report
