#include "ci_report/sarif_parts.hpp"

#include <algorithm>

#include "assembly/source.hpp"
#include "base/utf8.hpp"

namespace agal::ci_report {
namespace {

// The number of lines before the first token of a disassembly: the magic comment. Each token has one line.
constexpr std::uint32_t header_lines = 1;

// The bytes [begin, end) of a line.
struct Span {
  std::size_t begin = 0, end = 0;
};

// Returns the rest of a line from the byte `from` on, without leading blanks and without the comment at the end.
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
    // The line belongs to a disassembly. It differs from the snippet for tokens that text cannot express.
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

// Returns true for characters that need no encoding in a path. A colon needs encoding, because it would end a scheme in
// the first segment of a relative reference.
bool is_unreserved(char c) {
  constexpr std::string_view others = "-._~/!$&'()*+,;=@";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         others.find(c) != std::string_view::npos;
}

}  // namespace

Lines::Lines(std::string_view text) {
  assembly::LineReader reader(assembly::skip_byte_order_mark(text));
  while (const std::optional<assembly::Line> line = reader.next()) lines_.push_back(line->whole);
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
  // The line does not exist if the message is about the end of the program, or if the program does not have text.
  if (line.empty()) return {number, 1, 1};
  const Span span = span_of(diagnostic, line);
  return {number, column(line, span.begin), column(line, span.end)};
}

bool is_relative(std::string_view path) { return path.empty() || path[0] != '/'; }

std::string uri_of(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = is_relative(path) ? "" : "file://";
  for (const char c : path) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 0xf];
  }
  return out;
}

}  // namespace agal::ci_report
