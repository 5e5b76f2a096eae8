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

// Where to break a line that goes on at `begin`, which is longer than `columns`: of the spaces in the last two thirds
// of the columns, the last that is in the fewest parentheses; without any, the next space. npos: there is none.
std::size_t Output::space_to_break(std::string_view line, std::size_t begin, std::size_t columns) {
  std::size_t best = std::string_view::npos;
  const std::size_t text = line.find_first_not_of(' ', begin);
  const std::size_t first = text + (begin + columns - text) / 3;
  int depth = 0, best_depth = 0;
  for (std::size_t i = begin; i <= begin + columns; ++i) {
    if (line[i] == '(') ++depth;
    if (line[i] == ')') --depth;
    if (line[i] != ' ' || i < first) continue;
    if (best == std::string_view::npos || depth <= best_depth) best = i, best_depth = depth;
  }
  return best != std::string_view::npos ? best : line.find(' ', begin + columns);
}

// Continues the line, indented by two more levels.
void Output::wrap() {
  const std::size_t indent = text_.find_first_not_of(' ', line_) - line_;
  std::size_t begin = line_;
  while (text_.size() - begin > max_columns) {
    const std::size_t space = space_to_break(text_, begin, max_columns);
    if (space == std::string::npos) break;
    text_.replace(space, 1, 1 + indent + 2 * indent_width, ' ');
    text_[space] = '\n';
    begin = space + 1;
  }
}

}  // namespace agal::writer
