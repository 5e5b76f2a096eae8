#include "ci_report/sarif_parts.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace agal::ci_report {
namespace {

constexpr std::uint32_t header_lines = 1;  // of a disassembly: the magic comment; then one line for each token

// Bytes [begin, end) of a line.
struct Span {
  std::size_t begin = 0, end = 0;
};

// Without leading blanks and the comment at the end.
Span statement(std::string_view line, std::size_t from) {
  const std::size_t comment = std::min(line.find("//", from), line.size());
  const std::string_view code = line.substr(0, comment);
  const std::size_t begin = code.find_first_not_of(" \t", from);
  if (begin == std::string_view::npos) return {from, line.size()};  // only a comment
  return {begin, code.find_last_not_of(" \t\r") + 1};
}

Span span_of(const Diagnostic& d, std::string_view line) {
  const std::size_t column = d.location.column ? *d.location.column - 1 : 0;
  const std::size_t from = column < line.size() ? column : 0;
  std::size_t begin = column;
  if (d.location.token && !d.location.line) {
    // The line belongs to a disassembly. Tokens that text cannot express look different there than in the snippet.
    const std::size_t at = d.snippet.empty() ? std::string_view::npos : line.find(d.snippet);
    if (at == std::string_view::npos || d.caret_length == 0) return statement(line, from);
    begin = at + d.caret;
  }
  begin = std::min(begin, line.size());
  return d.caret_length == 0 ? statement(line, from)
                             : Span{begin, std::min<std::size_t>(begin + d.caret_length, line.size())};
}

std::uint32_t column(std::string_view line, std::size_t byte) {
  return static_cast<std::uint32_t>(base::utf16_length(line.substr(0, byte))) + 1;
}

}  // namespace

Lines::Lines(std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(base::line_ends), text.size());
    lines_.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + (text.substr(end).starts_with("\r\n") ? 2u : 1u), text.size()));
  }
}

std::string_view Lines::line(std::uint32_t number) const {
  return number == 0 || number > lines_.size() ? std::string_view{} : lines_[number - 1];
}

std::uint32_t line_of(const Diagnostic& diagnostic) {
  if (diagnostic.location.line) return *diagnostic.location.line;
  return diagnostic.location.token ? *diagnostic.location.token + header_lines : 0;
}

Region region_of(const Diagnostic& diagnostic, const Lines& lines) {
  const std::uint32_t number = line_of(diagnostic);
  if (number == 0) return {};
  const std::string_view line = lines.line(number);
  // The line does not exist: the message is about the end of the program, or there is no text.
  if (line.empty()) return {number, 1, 1};
  const Span span = span_of(diagnostic, line);
  return {number, column(line, span.begin), column(line, span.end)};
}

}  // namespace agal::ci_report
