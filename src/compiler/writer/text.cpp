#include "writer/text.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

#include "program/locate.hpp"

namespace agal::writer {
namespace {

constexpr std::string_view one_indent = "    ";
// The maximum indentation, so that the text does not grow with the square of the depth.
constexpr std::uint32_t max_indents = 10;

}  // namespace

Text::Text(std::size_t size, const Program* source)
    : begin_(static_cast<char*>(base::allocate_block(size))), end_(begin_), limit_(begin_ + size), source_(source) {}

Text::~Text() { base::free_block(begin_, static_cast<std::size_t>(limit_ - begin_)); }

#ifdef __GNUC__
[[gnu::noinline]]
#endif
char* Text::copy(std::string_view text, char* to) {
  const auto copy_both_ends = [&]<class Word>(Word) {
    std::memcpy(to, text.data(), sizeof(Word));
    std::memcpy(to + text.size() - sizeof(Word), text.data() + text.size() - sizeof(Word), sizeof(Word));
  };
  if (text.size() < sizeof(std::uint32_t)) {
    if (text.empty()) return to;
    // One to three characters, some of them twice.
    to[0] = text.front();
    to[text.size() / 2] = text[text.size() / 2];
    to[text.size() - 1] = text.back();
  } else if (text.size() <= 2 * sizeof(std::uint32_t)) {
    copy_both_ends(std::uint32_t{});
  } else if (text.size() <= 2 * sizeof(std::uint64_t)) {
    copy_both_ends(std::uint64_t{});
  } else {
    std::memcpy(to, text.data(), text.size());
  }
  return to + text.size();
}

void Text::grow(std::size_t count) {
  const std::size_t used = size(), room = static_cast<std::size_t>(limit_ - begin_), larger = 2 * (room + count);
  char* const moved = static_cast<char*>(base::allocate_block(larger));
  std::memcpy(moved, begin_, used);
  base::free_block(begin_, room);
  begin_ = moved;
  end_ = begin_ + used;
  limit_ = begin_ + larger;
}

void Text::append_many_digits(std::uint32_t number) { end_ = std::to_chars(end_, end_ + max_digits, number).ptr; }

void Text::float_literal(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  constexpr std::size_t max_length = 32;
  require(max_length);
  char* const digits = std::exchange(end_, std::to_chars(end_, end_ + max_length, value).ptr);
  if (std::none_of(digits, end_, [](char c) { return c == '.' || c == 'e'; })) *this << ".0";
}

void Text::begin_line() {
  line_ = size();
  require(one_indent.size() * max_indents);
  for (std::uint32_t level = std::min(depth_, max_indents); level > 0; --level) end_ = copy(one_indent, end_);
}

void Text::note(std::uint32_t token) {
  if (source_ == nullptr || token == ir::no_token) return;
  const std::uint32_t line = program::source_line(*source_, token);
  std::uint32_t *const end = sources_.data() + source_count_, *const at = std::lower_bound(sources_.data(), end, line);
  if ((at != end && *at == line) || source_count_ == sources_.size()) return;
  std::copy_backward(at, end, end + 1);
  *at = line;
  ++source_count_;
}

void Text::write_sources() {
  *this << (source_->positions.empty() ? "  // token " : "  // line ");
  for (std::uint32_t i = 0; i < source_count_; ++i) *this << (i > 0 ? ", " : "") << sources_[i];
  source_count_ = 0;
}

// Returns the position at which to break a line that continues at `begin` and is longer than `columns`. It is a space
// in the last two thirds of the columns: the last space with the fewest parentheses around it. If there is none, it is
// the next space, or npos.
std::size_t Text::space_to_break(std::string_view line, std::size_t begin, std::size_t columns) {
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

// Breaks the current line. The continuation is indented by two more levels.
void Text::wrap() {
  const std::string_view line(begin_ + line_, size() - line_);
  const std::size_t indentation = line.find_first_not_of(' ') + 2 * one_indent.size();
  std::size_t begin = line_;
  while (size() - begin > max_columns) {
    const std::size_t space = space_to_break({begin_, size()}, begin, max_columns);
    if (space == std::string_view::npos) break;
    require(indentation);
    begin = space + 1;
    std::memmove(begin_ + begin + indentation, begin_ + begin, size() - begin);
    end_ += indentation;
    begin_[space] = '\n';
    std::fill_n(begin_ + begin, indentation, ' ');
  }
}

}  // namespace agal::writer
