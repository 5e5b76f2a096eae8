// The manifest of a batch: one line for each program. docs/report.md has the keys.
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

/// The other program of a pair.
struct Partner {
  std::string hash, evidence;
};

/// One line, validated. Parts that the page shows unchanged stay JSON.
struct Entry {
  std::string stem, hash, form, disassembly;
  std::optional<Stage> stage;  // nullopt: the line is about a file
  std::uint32_t version = 0, tokens = 0;
  Status status = Status::Unreadable;
  std::vector<std::pair<std::string, std::uint32_t>> opcodes;
  std::vector<Partner> partners;
  std::vector<std::pair<std::string, std::string>> outputs;  // target, path
  Json origins = Json::array(), not_expressible = Json::object(), diagnostics = Json::array();
};

/// Parses a line; errors are AGAL1060.
Result<Entry> parse_entry(const std::string& line, const std::string& file, std::uint32_t number);

/// JSON on one line. Malformed UTF-8 is replaced by replacement characters.
std::string text_of(const Json& value);

/// Reads entry by entry.
class ManifestReader {
 public:
  explicit ManifestReader(const std::string& file);

  /// The next entry; nullopt at the end, or after a fatal error. Malformed lines are skipped and reported in
  /// `diagnostics`.
  std::optional<Entry> next();

  Diagnostics diagnostics;

 private:
  bool next_line();

  std::string file_, line_;
  std::ifstream in_;
  std::uint32_t number_ = 0;
};

}  // namespace agal::report
