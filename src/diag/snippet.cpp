#include "diag/rules.hpp"

#include <algorithm>
#include <string>

#include "base/utf8.hpp"

namespace agal::diag {
namespace {

constexpr std::size_t max_snippet = 160;

// Replaces byte by byte, so that positions do not change.
std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const base::Character character = base::first_character(text);
    if (character.valid && !base::is_unprintable(character.code))
      out += text.substr(0, character.bytes);
    else
      out.append(character.bytes, character.valid ? ' ' : '?');
    text.remove_prefix(character.bytes);
  }
  return out;
}

}  // namespace

void show_line(Diagnostic& diagnostic, std::string_view line, std::size_t begin, std::size_t length) {
  begin = std::min(begin, line.size());
  std::size_t from = 0;
  if (line.size() > max_snippet) from = base::next_boundary(line, begin - std::min(begin, max_snippet / 2));
  const std::size_t to = base::next_boundary(line, std::min(line.size(), from + max_snippet));
  diagnostic.snippet = printable(line.substr(from, to - from));
  diagnostic.caret = static_cast<std::uint32_t>(begin - from);
  diagnostic.caret_length = static_cast<std::uint32_t>(std::max<std::size_t>(1, std::min(length, to - begin)));
}

}  // namespace agal::diag
