// The text being written: lines with indentation, of at most 100 columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace agal::writer {

class Output {
 public:
  static constexpr std::size_t max_columns = 100;

  explicit Output(std::size_t size) { text_.reserve(size); }

  Output& operator<<(std::string_view text) {
    text_.append(text);
    return *this;
  }
  Output& operator<<(char c) {
    text_.push_back(c);
    return *this;
  }
  Output& operator<<(std::uint32_t number);

  /// A number with a decimal point or an exponent: the shortest that reads back as the same bits.
  void float_literal(std::uint32_t bits);

  void begin_line();
  /// Ends the line; breaks it at spaces if it is too long.
  void end_line();
  void line(std::string_view text) {
    begin_line();
    text_.append(text);
    end_line();
  }
  void blank_line() { text_.push_back('\n'); }

  void indent() { ++depth_; }
  void dedent() { --depth_; }

  std::size_t size() const { return text_.size(); }
  std::string_view from(std::size_t position) const { return std::string_view(text_).substr(position); }
  void truncate(std::size_t size) { text_.resize(size); }
  std::string take() { return std::move(text_); }

 private:
  static std::size_t space_to_break(std::string_view line, std::size_t begin, std::size_t columns);
  void wrap();

  std::string text_;
  std::size_t line_ = 0;  // where the current line begins
  std::uint32_t depth_ = 0;
};

}  // namespace agal::writer
