// Assembly text as lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::assembly {

/// One line. `code` is a prefix of `whole`, so that positions in one are positions in the other.
struct Line {
  std::uint32_t number = 0;  // 1-based
  std::string_view whole;    // without the line end
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

/// The text without a byte order mark, which editors on Windows add.
std::string_view skip_byte_order_mark(std::string_view text);

/// The first byte that is not allowed in text: a NUL or one that is not part of well-formed UTF-8.
std::optional<std::size_t> find_non_text(std::string_view text);

/// The UTF-8 character at `at` (at least one byte; empty at the end).
std::string_view character_at(std::string_view text, std::size_t at);

/// A part of the input in a form suitable for a message: short, and without control characters.
std::string quotable(std::string_view part);

}  // namespace agal::assembly
