// Makes parts of a SARIF file: the regions of diagnostics, URIs of paths, and the description of the tool.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "base/json_writer.hpp"

namespace agal::ci_report {

/// A region of a text, in the default units of SARIF. Lines and columns are 1-based, columns count UTF-16 code units,
/// and the end is exclusive.
struct Region {
  std::uint32_t line = 1;
  std::uint32_t start_column = 1;
  std::uint32_t end_column = 1;
};

/// The lines of a text by number. Line ends are the same as in assembly text.
class Lines {
 public:
  explicit Lines(std::string_view text);
  /// Returns a line by its 1-based number, without its line end; "" if it does not exist.
  std::string_view line(std::uint32_t number) const;

 private:
  std::vector<std::string_view> lines_;
};

/// Returns the line of a diagnostic. If the diagnostic only has a token, returns the line of the token in a
/// disassembly. Returns 0 if the diagnostic refers to the whole artifact.
std::uint32_t line_of(const Diagnostic& diagnostic);

/// Returns the region of a diagnostic: the range of its caret, or, without a caret, the statement in its line. The
/// region is the beginning of the line if `lines` does not have this line, and the beginning of the artifact if the
/// diagnostic does not have a line.
Region region_of(const Diagnostic& diagnostic, const Lines& lines);

bool is_relative(std::string_view path);

/// Returns the URI of a path (RFC 3986): a relative reference for a relative path, a file URI for an absolute path.
/// Reserved bytes are percent-encoded.
std::string uri_of(std::string_view path);

/// Writes agalc as a toolComponent, with these rules as reportingDescriptors.
void write_driver(base::JsonWriter& json, std::span<const std::uint16_t> rules);

}  // namespace agal::ci_report
