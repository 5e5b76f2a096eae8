#include "writer/output.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace agal::writer {
namespace {

constexpr std::size_t indent_width = 4;
// Deeper code is indented no further, so that the text does not grow with the square of the depth.
constexpr std::uint32_t max_indents = 10;

}  // namespace

Output& Output::operator<<(std::uint32_t number) {
  if (number < 10) return *this << static_cast<char>('0' + number);
  std::array<char, 10> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text_.append(digits.data(), end);
  return *this;
}

void Output::float_literal(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text_.append(digits.data(), end);
  if (std::none_of(digits.data(), end, [](char c) { return c == '.' || c == 'e'; })) text_.append(".0");
}

void Output::begin_line() {
  line_ = text_.size();
  text_.append(indent_width * std::min(depth_, max_indents), ' ');
}

void Output::end_line() {
  if (text_.size() - line_ > max_columns) wrap();
  text_.push_back('\n');
}

// Continues the line, indented by two more levels, wherever a space is the last within the columns.
void Output::wrap() {
  const std::string line = text_.substr(line_);
  const std::size_t indent = line.find_first_not_of(' ');
  text_.resize(line_);
  std::size_t begin = 0;
  std::size_t columns = max_columns;
  while (line.size() - begin > columns) {
    std::size_t space = line.rfind(' ', begin + columns);
    if (space == std::string::npos || space <= begin + indent) space = line.find(' ', begin + columns);
    if (space == std::string::npos) break;
    text_.append(line, begin, space - begin);
    text_.push_back('\n');
    text_.append(indent + 2 * indent_width, ' ');
    begin = space + 1;
    columns = max_columns - indent - 2 * indent_width;
  }
  text_.append(line, begin);
}

}  // namespace agal::writer
