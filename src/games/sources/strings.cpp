// Reads the strings of sources: quotes, escapes and interpolation.
#include "sources/strings.hpp"

#include <optional>

#include "base/utf8.hpp"

namespace agal::source_code {
namespace {

std::optional<unsigned> digit_of(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return std::nullopt;
}

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

// Reads an escape after its backslash, and appends the character to `out`.
void read_escape(Scanner& scanner, std::string& out) {
  const char c = scanner.peek();
  scanner.advance();
  constexpr std::string_view names = "ntrbfv", characters = "\n\t\r\b\f\v";
  if (const std::size_t name = names.find(c); name != names.npos) {
    out += characters[name];
    return;
  }
  // A line break after a backslash is not a part of the string.
  if (c == '\r' && scanner.peek() == '\n') scanner.advance();
  if (c == '\r' || c == '\n') return;
  if (c != 'x' && c != 'u') {
    out += c;
    return;
  }
  std::size_t digits = c == 'x' ? 2 : 4;
  const bool braced = c == 'u' && scanner.peek() == '{';
  if (braced) scanner.skip();
  if (braced) digits = 6;
  std::uint32_t code = 0;
  for (; digits > 0 && digit_of(scanner.peek()); --digits, scanner.skip()) code = code << 4 | *digit_of(scanner.peek());
  if (braced && scanner.peek() == '}') scanner.skip();
  base::append_utf8(out, code);
}

// Reads `$name` or `${…}`.
bool read_interpolation(Scanner& scanner, Language language, CodeInText& code, TextPart& part) {
  const char next = scanner.peek(1);
  if (next == '{') return code.read_braces(part, 2);
  if (language != Language::Haxe || !is_name_letter(next) || (next >= '0' && next <= '9')) return false;
  scanner.push_text(std::move(part.text), part.begin, part.line);
  scanner.push_sign("+");
  scanner.push_sign("(");
  scanner.skip();
  const std::size_t begin = scanner.at();
  scanner.skip_while(is_name_letter);
  scanner.push_since(TokenKind::Word, begin);
  scanner.push_sign(")");
  scanner.push_sign("+");
  part = {{}, scanner.at(), scanner.line()};
  return true;
}

void read_quoted(Scanner& scanner, Language language, CodeInText& code, bool interpolates, bool spans_lines) {
  const char quote = scanner.peek();
  const std::size_t begin = scanner.at(), first_token = scanner.tokens().size();
  const std::uint32_t line = scanner.line();
  TextPart part{{}, begin, line};
  scanner.skip();
  while (!scanner.done() && scanner.peek() != quote) {
    const char c = scanner.peek();
    if (!spans_lines && (c == '\n' || c == '\r')) break;
    if (c == '\\') {
      scanner.skip();
      read_escape(scanner, part.text);
    } else if (interpolates && scanner.looking_at("$$")) {
      part.text += '$';
      scanner.skip(2);
    } else if (!interpolates || c != '$' || !read_interpolation(scanner, language, code, part)) {
      part.text += c;
      scanner.advance();
    }
  }
  if (scanner.peek() == quote) scanner.advance();
  const bool is_whole = scanner.tokens().size() == first_token;
  scanner.push_text(std::move(part.text), part.begin, part.line);
  if (is_whole) return;
  scanner.push_sign(")");
  scanner.insert_sign(first_token, "(", begin, line);
}

// Reads a string without escapes between three quotation marks.
void read_raw(Scanner& scanner) {
  constexpr std::string_view quotes = "\"\"\"";
  const std::size_t begin = scanner.at() + quotes.size(), end = scanner.find(quotes, begin);
  scanner.push_text(std::string(scanner.text().substr(begin, end - begin)), scanner.at(), scanner.line());
  scanner.advance_to(std::min(end + quotes.size(), scanner.text().size()));
}

// Reads `@"…"`, where `""` is a quotation mark.
void read_verbatim(Scanner& scanner) {
  TextPart part{{}, scanner.at(), scanner.line()};
  scanner.skip(2);
  while (!scanner.done()) {
    if (scanner.peek() == '"' && scanner.peek(1) != '"') break;
    if (scanner.peek() == '"') scanner.skip();
    part.text += scanner.peek();
    scanner.advance();
  }
  scanner.advance();
  scanner.push_text(std::move(part.text), part.begin, part.line);
}

}  // namespace

bool read_string(Scanner& scanner, Language language, CodeInText& code) {
  const bool haxe = language == Language::Haxe;
  const char first = scanner.peek();
  if (!haxe && scanner.looking_at("\"\"\""))
    read_raw(scanner);
  else if (!haxe && scanner.looking_at("@\""))
    read_verbatim(scanner);
  else if (first == '\'' || first == '"')
    read_quoted(scanner, language, code, haxe && first == '\'', haxe);
  else if (!haxe && first == '`')
    read_quoted(scanner, language, code, true, true);
  else
    return false;
  return true;
}

}  // namespace agal::source_code
