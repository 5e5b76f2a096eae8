// Reads the strings of sources: quotes, escapes and interpolation.
#include <algorithm>
#include <optional>
#include <string_view>

#include "base/utf8.hpp"
#include "sources/lexer.hpp"

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

}  // namespace

// Reads an escape after its backslash, and appends the character to `out`.
void Lexer::read_escape(std::string& out) {
  const char c = peek();
  advance();
  constexpr std::string_view names = "ntrbfv", characters = "\n\t\r\b\f\v";
  if (const std::size_t name = names.find(c); name != names.npos) {
    out += characters[name];
    return;
  }
  // A line break after a backslash is not a part of the string.
  if (c == '\r' && peek() == '\n') advance();
  if (c == '\r' || c == '\n') return;
  if (c != 'x' && c != 'u') {
    out += c;
    return;
  }
  std::size_t digits = c == 'x' ? 2 : 4;
  const bool braced = c == 'u' && peek() == '{';
  if (braced) ++at_;
  if (braced) digits = 6;
  std::uint32_t code = 0;
  for (; digits > 0 && digit_of(peek()); --digits, ++at_) code = code << 4 | *digit_of(peek());
  if (braced && peek() == '}') ++at_;
  base::append_utf8(out, code);
}

// Reads `$name` or `${…}`. `part` becomes a separate string, and is emptied.
bool Lexer::read_interpolation(StringPart& part) {
  const bool braced = peek(1) == '{';
  const bool named = language_ == Language::Haxe && is_name_letter(peek(1)) && !(peek(1) >= '0' && peek(1) <= '9');
  if (!braced && !named) return false;
  if (braced && nesting_ >= max_nesting) return false;
  push_text(std::move(part.text), part.begin, part.line);
  push_sign("+");
  push_sign("(");
  advance(braced ? 2 : 1);
  if (braced) {
    ++nesting_;
    read_until_brace();
    --nesting_;
  } else {
    const std::size_t begin = at_;
    while (is_name_letter(peek())) ++at_;
    push(TokenKind::Word, text_.substr(begin, at_ - begin), begin, line_);
  }
  push_sign(")");
  push_sign("+");
  part = {{}, at_, line_};
  return true;
}

void Lexer::read_quoted(char quote, bool interpolates, bool spans_lines) {
  const std::size_t begin = at_, first_token = out_.tokens.size();
  const std::uint32_t line = line_;
  StringPart part{{}, begin, line};
  ++at_;
  while (!done() && peek() != quote) {
    if (!spans_lines && (peek() == '\n' || peek() == '\r')) break;
    if (peek() == '\\') {
      ++at_;
      read_escape(part.text);
    } else if (interpolates && looking_at("$$")) {
      part.text += '$';
      at_ += 2;
    } else if (!interpolates || peek() != '$' || !read_interpolation(part)) {
      part.text += peek();
      advance();
    }
  }
  if (peek() == quote) advance();
  if (out_.tokens.size() == first_token) return push_text(std::move(part.text), begin, line);
  push_text(std::move(part.text), part.begin, part.line);
  push_sign(")");
  Token open;
  open.kind = TokenKind::Sign;
  open.text = "(";
  open.line = line;
  open.offset = static_cast<std::uint32_t>(begin);
  open.arm = out_.tokens[first_token].arm;
  out_.tokens.insert(out_.tokens.begin() + static_cast<std::ptrdiff_t>(first_token), open);
}

// Reads a string without escapes, up to `end`.
void Lexer::read_until(std::string_view end, std::size_t begin) {
  const std::uint32_t line = line_;
  const std::size_t found = std::min(text_.find(end, begin), text_.size());
  push_text(std::string(text_.substr(begin, found - begin)), at_, line);
  advance(std::min(found + end.size(), text_.size()) - at_);
}

// Reads `@"…"`, where `""` is a quotation mark.
void Lexer::read_verbatim() {
  const std::size_t begin = at_;
  const std::uint32_t line = line_;
  std::string text;
  at_ += 2;
  while (!done()) {
    if (peek() == '"' && peek(1) != '"') break;
    if (peek() == '"') ++at_;
    text += peek();
    advance();
  }
  advance();
  push_text(std::move(text), begin, line);
}

bool Lexer::read_string() {
  const bool haxe = language_ == Language::Haxe;
  if (!haxe && looking_at("\"\"\"")) {
    read_until("\"\"\"", at_ + 3);
  } else if (!haxe && looking_at("@\"")) {
    read_verbatim();
  } else if (peek() == '\'' || peek() == '"') {
    read_quoted(peek(), haxe && peek() == '\'', haxe);
  } else if (!haxe && peek() == '`') {
    read_quoted('`', true, true);
  } else {
    return false;
  }
  return true;
}

}  // namespace agal::source_code
