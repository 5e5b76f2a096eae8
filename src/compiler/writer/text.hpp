// A buffer for the text of a shader: lines with indentation, with at most 100 columns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "agal/isa.hpp"
#include "base/buffer.hpp"
#include "ir/module.hpp"

namespace agal::writer {

/// The name of a register, like agal::register_name.
struct RegisterText {
  RegisterType type;
  std::uint32_t index;
  Stage stage;
  std::string_view chosen = {};  // the name that the caller chose; "" if there is none
};

/// A text buffer. It is faster than a std::string, because most of the appended literals have a few characters and
/// become single stores.
class Text {
 public:
  static constexpr std::size_t max_columns = 100;

  /// `size` is the expected size of the text. With a `source`, comments name the lines of this program (`note`).
  explicit Text(std::size_t size, const Program* source = nullptr);
  ~Text();
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  Text& operator<<(std::string_view text) {
    require(text.size());
    end_ = copy(text, end_);
    return *this;
  }
  template <std::size_t size>
  Text& operator<<(const char (&literal)[size]) {
    require(size - 1);
    end_ = std::copy_n(literal, size - 1, end_);
    return *this;
  }
  Text& operator<<(char c) {
    require(1);
    *end_++ = c;
    return *this;
  }
  Text& operator<<(std::uint32_t number) {
    require(max_digits);
    append_digits(number);
    return *this;
  }

  /// Writes a number with a decimal point or an exponent: the shortest text with the same bits.
  void float_literal(std::uint32_t bits);

  Text& operator<<(RegisterText name) {
    if (!name.chosen.empty()) return *this << name.chosen;
    const RegisterInfo& row = info(name.type);
    const std::string_view prefix = row.prefix(name.stage);
    require(prefix.size() + max_digits);
    for (const char c : prefix) *end_++ = c;  // at most three characters
    if (name.index > 0 || row.numbered) append_digits(name.index);
    return *this;
  }

  void begin_line();
  /// Ends the line, and breaks it at spaces if it is too long. With a source, a comment at the end of the line names
  /// the lines of the noted tokens.
  void end_line() {
    if (size() - line_ > max_columns) wrap();
    if (source_count_ > 0) write_sources();
    *this << '\n';
  }
  bool names_source() const { return source_ != nullptr; }
  /// Notes that the current line does the work of a token, which may be `ir::no_token`.
  void note(std::uint32_t token);
  void line(std::string_view text) {
    begin_line();
    *this << text;
    end_line();
  }
  void blank_line() { *this << '\n'; }

  void indent() { ++depth_; }
  void dedent() { --depth_; }

  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  /// Truncates the text to `size`, which is at most its size.
  void truncate(std::size_t size) { end_ = begin_ + size; }
  std::string text() const { return {begin_, size()}; }

 private:
  // Copies text without a call of memmove, which would take longer than copying the few characters of most texts. It is
  // not inline, because it has very many callers.
  static char* copy(std::string_view text, char* to);

  // Makes room for `count` more characters.
  void require(std::size_t count) {
    if (static_cast<std::size_t>(limit_ - end_) < count) grow(count);
  }
  void grow(std::size_t count);

  static constexpr std::size_t max_digits = 10;
  // Appends a number. There must be room for it.
  void append_digits(std::uint32_t number) {
    if (number < 10)
      *end_++ = static_cast<char>('0' + number);
    else
      append_many_digits(number);
  }
  void append_many_digits(std::uint32_t number);
  static std::size_t space_to_break(std::string_view line, std::size_t begin, std::size_t columns);
  void write_sources();
  void wrap();

  char* begin_;
  char* end_;
  char* limit_;
  std::size_t line_ = 0;  // the beginning of the current line
  std::uint32_t depth_ = 0;
  const Program* source_;
  std::uint32_t source_count_ = 0;
  std::array<std::uint32_t, 32> sources_;  // the source lines of the noted tokens, ascending; others are left out
};

}  // namespace agal::writer
