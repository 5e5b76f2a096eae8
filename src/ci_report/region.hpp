// Where a message points, in the text of an artifact.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"

namespace agal::ci_report {

/// Lines and columns from 1, columns in UTF-16 code units, the end exclusive: what SARIF counts in by default.
struct Region {
  std::uint32_t line = 1;
  std::uint32_t start_column = 1;
  std::uint32_t end_column = 1;
};

/// The lines of a text, for looking them up by number; they end where those of assembly text do.
class Lines {
 public:
  explicit Lines(std::string_view text);
  /// Line `number`, from 1, without what ends it; "" where there is none.
  std::string_view line(std::uint32_t number) const;

 private:
  std::vector<std::string_view> lines_;
};

/// The number of the line that a message means: its own, or that of its token in a disassembly; 0 where it means the
/// whole artifact.
std::uint32_t line_of(const Diagnostic& diagnostic);

/// What a message means of its line: what its caret is under, else the statement. The beginning of the artifact where
/// the message means no line.
Region region_of(const Diagnostic& diagnostic, const Lines& lines);

}  // namespace agal::ci_report
