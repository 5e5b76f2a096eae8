// Splits assembly text into lines and words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agal::assembly {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_separator(char c) { return is_blank(c) || c == ','; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Returns true for the letters of colors, r, g, b and a.
constexpr bool is_color(char c) { return c == 'r' || c == 'g' || c == 'b' || c == 'a'; }
constexpr bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// A position in a line.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  /// Returns the current character, NUL at the end.
  char peek() const { return done() ? '\0' : text_[at_]; }
  std::size_t position() const { return at_; }
  void move_to(std::size_t position) { at_ = position; }
  std::string_view text() const { return text_; }
  std::string_view rest() const { return text_.substr(at_); }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }

  bool accept(char c) {
    if (peek() != c || done()) return false;
    ++at_;
    return true;
  }
  template <class Predicate>
  std::string_view take_while(Predicate predicate) {
    const std::size_t begin = at_;
    while (!done() && predicate(text_[at_])) ++at_;
    return since(begin);
  }
  void skip_blanks() { take_while(is_blank); }
  void skip_separators() { take_while(is_separator); }
  /// Takes letters, digits and underscores. The result may be empty.
  std::string_view take_word() { return take_while(is_word); }
  /// Takes a number with an optional sign, fraction and exponent, as in C. Returns "" if there is none here.
  std::string_view take_number() {
    const std::size_t begin = at_;
    if (!accept('-')) accept('+');
    const std::size_t whole = take_while(is_digit).size();
    const std::size_t fraction = accept('.') ? take_while(is_digit).size() : 0;
    if (whole + fraction == 0) {
      at_ = begin;
      return {};
    }
    const std::size_t exponent = at_;
    if (accept('e') || accept('E')) {
      if (!accept('-')) accept('+');
      if (take_while(is_digit).empty()) at_ = exponent;
    }
    accept('f');
    return since(begin);
  }
  /// Takes all text up to the next separator. The result may be empty.
  std::string_view take_item() {
    return take_while([](char c) { return !is_separator(c); });
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// One line. `code` is a prefix of `whole`, so positions in `code` are positions in `whole`.
struct Line {
  std::uint32_t number = 0;  // the 1-based number
  std::string_view whole;    // the text without the line end
  std::string_view code;     // the text before the comment
};

/// Reads the lines of a text. A line ends at CR LF, LF, CR, form feed or vertical tab.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}
  std::optional<Line> next();

 private:
  std::string_view rest_;
  std::uint32_t number_ = 0;
};

/// Returns the text without a byte order mark, which editors on Windows add.
std::string_view skip_byte_order_mark(std::string_view text);

/// Returns the position of the first byte that is not allowed in text: a NUL, or a byte of malformed UTF-8.
std::optional<std::size_t> find_non_text(std::string_view text);

/// Returns the UTF-8 character at `at`. It has at least one byte, except at the end.
std::string_view character_at(std::string_view text, std::size_t at);

/// Returns a part of the input in a form for messages: short, and without control characters.
std::string quotable(std::string_view part);

}  // namespace agal::assembly
