#include "assembly/source.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace agal::assembly {
namespace {

constexpr std::size_t max_quote = 40;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

}  // namespace

std::optional<Line> LineReader::next() {
  if (rest_.empty()) return std::nullopt;
  const std::size_t end = std::min(rest_.find_first_of(base::line_ends), rest_.size());
  Line line;
  line.number = ++number_;
  line.whole = rest_.substr(0, end);
  line.code = line.whole.substr(0, line.whole.find("//"));
  std::size_t skip = end;
  if (skip < rest_.size()) skip += rest_.substr(skip).starts_with("\r\n") ? 2u : 1u;
  rest_.remove_prefix(skip);
  return line;
}

std::string_view skip_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::optional<std::size_t> find_non_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const base::Character character = base::first_character(text.substr(at));
    if (!character.valid || character.code == 0) return at;
    at += character.bytes;
  }
  return std::nullopt;
}

std::string_view character_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text.substr(at, base::next_boundary(text, at + 1) - at) : std::string_view();
}

std::string quotable(std::string_view part) {
  std::string out(part.substr(0, max_quote));
  if (part.size() > max_quote) {
    while (!out.empty() && is_continuation(part[out.size()])) out.pop_back();
    out += "...";
  }
  std::replace_if(out.begin(), out.end(), is_control, '?');
  return out;
}

}  // namespace agal::assembly
