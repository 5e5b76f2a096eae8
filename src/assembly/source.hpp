// Assembly text as lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::assembly {

/// One line. `code` is the beginning of `whole`, so that a place in one is a place in the other.
struct Line {
  std::uint32_t number = 0;  // 1-based
  std::string_view whole;    // without what ends the line
  std::string_view code;     // `whole` up to the comment
};

/// Walks the lines of a text. Lines end at CR LF, LF, CR, form feed and vertical tab; each counts.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}
  std::optional<Line> next();

 private:
  std::string_view rest_;
  std::uint32_t number_ = 0;
};

/// The text without the byte order mark that editors on Windows begin it with.
std::string_view skip_byte_order_mark(std::string_view text);

/// The first byte that text cannot hold: a NUL or one that is not part of well-formed UTF-8.
std::optional<std::size_t> find_non_text(std::string_view text);

/// The UTF-8 character that begins at `at` (at least one byte; none at the end).
std::string_view character_at(std::string_view text, std::size_t at);

/// A part of the input fit for a message: short, and without control characters.
std::string quotable(std::string_view part);

}  // namespace agal::assembly
