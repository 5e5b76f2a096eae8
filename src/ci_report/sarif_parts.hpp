// The parts of a SARIF file: the region that a diagnostic refers to, paths as URIs, and the description of the tool.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "base/json_writer.hpp"

namespace agal::ci_report {

/// Lines and columns count from 1, columns in UTF-16 code units, the end is exclusive: the defaults of SARIF.
struct Region {
  std::uint32_t line = 1;
  std::uint32_t start_column = 1;
  std::uint32_t end_column = 1;
};

/// The lines of a text by number, with the same line ends as assembly text.
class Lines {
 public:
  explicit Lines(std::string_view text);
  /// Line `number`, from 1, without its line end; "" if it does not exist.
  std::string_view line(std::uint32_t number) const;

 private:
  std::vector<std::string_view> lines_;
};

/// The number of the line that a diagnostic refers to: its own, or that of its token in a disassembly; 0 if it refers
/// to the whole artifact.
std::uint32_t line_of(const Diagnostic& diagnostic);

/// The part of the line that a diagnostic refers to: the range of its caret, else the statement. The beginning of the
/// artifact if it does not refer to a line.
Region region_of(const Diagnostic& diagnostic, const Lines& lines);

bool is_relative(std::string_view path);

/// The URI of a path (RFC 3986): a relative reference for a relative path, a file URI for an absolute one. Other bytes
/// are percent-encoded.
std::string uri_of(std::string_view path);

/// Writes agalc as a toolComponent, with these rules as reportingDescriptors.
void write_driver(base::JsonWriter& json, std::span<const std::uint16_t> rules);

}  // namespace agal::ci_report
