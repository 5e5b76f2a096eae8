#include <algorithm>
#include <array>

#include "sources/markup.hpp"
#include "sources/strings.hpp"

namespace agal::source_code {
namespace {

constexpr bool is_digit_of(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_name_part(char c) { return is_name_start(c) || is_digit_of(c); }

// Signs of several characters, the longest first. Any other character is a sign by itself. `>` is always a separate
// token, because it also ends type arguments.
constexpr std::array<std::string_view, 34> signs{
    "===", "!==", "&&=", "||=", "<<=", "?\?=", "...", "==", "!=", "<=", "&&", "||", "++", "--", "+=", "-=", "*=",
    "/=",  "%=",  "&=",  "|=",  "^=",  "<<",   "::",  "..", ".<", "=>", "->", "??", "?.", "~/", "@:", "#",  "\\"};

// Keywords after which an operand follows, so that `/` begins a regular expression and `<` begins an XML literal.
constexpr std::array<std::string_view, 9> before_operands{"return", "case",  "typeof", "in",   "else",
                                                          "do",     "throw", "delete", "yield"};

// Matches the brackets. A closing bracket also closes all brackets that are open inside it.
void match_brackets(std::vector<Token>& tokens) {
  std::vector<std::uint32_t> open;
  const auto end = static_cast<std::uint32_t>(tokens.size() - 1);
  constexpr std::string_view opening = "([{", closing = ")]}";
  std::array<std::size_t, 3> count{};  // the number of open brackets of each kind
  for (std::uint32_t i = 0; i < end; ++i) {
    Token& token = tokens[i];
    if (token.kind != TokenKind::Sign || token.text.size() != 1) continue;
    if (const std::size_t kind = opening.find(token.text[0]); kind != opening.npos) {
      open.push_back(i);
      ++count[kind];
      token.partner = end;
    } else if (const std::size_t closes = closing.find(token.text[0]); closes != closing.npos && count[closes] > 0) {
      for (bool found = false; !found;) {
        const std::uint32_t last = open.back();
        const std::size_t of = opening.find(tokens[last].text[0]);
        open.pop_back();
        --count[of];
        found = of == closes;
        tokens[last].partner = i;
        token.partner = last;
      }
    }
  }
}

// Splits code into tokens.
class Lexer : private CodeInText {
 public:
  Lexer(Scanner& scanner, Language language) : scanner_(scanner), language_(language), markup_(scanner, *this) {}

  // Reads to the end of the text.
  void run();

 private:
  // The maximum depth of nested interpolated strings and XML literals.
  static constexpr int max_nesting = 16;

  bool read_braces(TextPart& part, std::size_t opening) override;
  bool read_token();
  void read_until_brace();
  bool skip_comment();
  bool read_quoted_name();
  void read_number();
  bool read_regular_expression();
  void read_sign();
  void skip_condition();
  void read_compiler_sign();
  bool is_operand_next() const;
  char peek(std::size_t ahead = 0) const { return scanner_.peek(ahead); }

  Scanner& scanner_;
  Language language_;
  MarkupReader markup_;
  int nesting_ = 0;
};

bool Lexer::is_operand_next() const {
  if (scanner_.tokens().empty()) return true;
  const Token& last = scanner_.tokens().back();
  if (last.kind == TokenKind::Word)
    return std::find(before_operands.begin(), before_operands.end(), last.text) != before_operands.end();
  constexpr std::array<std::string_view, 5> ends{")", "]", "}", "++", "--"};
  return last.kind == TokenKind::Sign && std::find(ends.begin(), ends.end(), last.text) == ends.end();
}

// Skips a comment. Returns true if there was one.
bool Lexer::skip_comment() {
  if (peek() != '/' || (peek(1) != '/' && peek(1) != '*')) return false;
  const std::size_t size = scanner_.text().size();
  scanner_.advance_to(peek(1) == '/' ? scanner_.end_of_line()
                                     : std::min(scanner_.find("*/", scanner_.at() + 2) + 2, size));
  return true;
}

// Reads a name between section signs, as decompilers write the names that obfuscators make: any other characters, with
// a backslash before a section sign and before a backslash. Two section signs begin the name of an instruction that
// ActionScript lacks: `§§pop()`.
bool Lexer::read_quoted_name() {
  constexpr std::string_view mark = "\xc2\xa7";
  if (!scanner_.looking_at(mark)) return false;
  const std::string_view text = scanner_.text();
  const std::size_t begin = scanner_.at(), name = begin + mark.size();
  const std::string_view line = text.substr(name, text.find('\n', name) - name);
  std::size_t end = 0;
  while (end < line.size() && !line.substr(end).starts_with(mark)) {
    const bool escapes = line[end] == '\\' && end + 1 < line.size();
    end += !escapes ? 1 : line.substr(end + 1).starts_with(mark) ? 1 + mark.size() : 2;
  }
  if (end >= line.size()) end = line.find(mark);  // a name with a plain backslash
  if (end == line.npos) return false;
  scanner_.skip(name + end + mark.size() - begin);
  if (end == 0) scanner_.skip_while([&](char c) { return is_name_part(c) && !scanner_.looking_at(mark); });
  scanner_.push_since(TokenKind::Word, begin);
  return true;
}

void Lexer::read_number() {
  const std::size_t begin = scanner_.at();
  while (is_name_part(peek()) || (peek() == '.' && is_digit_of(peek(1)))) scanner_.skip();
  // `1.` is a number, but `0...3` is a range, and `1.method` a member.
  if (peek() == '.' && peek(1) != '.' && !is_name_start(peek(1))) scanner_.skip();
  scanner_.push_since(TokenKind::Number, begin);
}

// Reads a regular expression: `/…/g`, or `~/…/g` in Haxe. It must end on the same line.
bool Lexer::read_regular_expression() {
  const bool haxe = language_ == Language::Haxe;
  if (haxe ? !scanner_.looking_at("~/") : peek() != '/' || !is_operand_next()) return false;
  const std::size_t begin = scanner_.at();
  const std::string_view line = scanner_.text().substr(begin, scanner_.end_of_line() - begin);
  bool in_class = false;
  for (std::size_t i = haxe ? 2 : 1; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '[') {
      in_class = true;
    } else if (line[i] == ']') {
      in_class = false;
    } else if (line[i] == '/' && !in_class) {
      scanner_.skip(i + 1);
      scanner_.skip_while(is_name_part);
      scanner_.push_since(TokenKind::Other, begin);
      return true;
    }
  }
  return false;
}

// Skips the condition after `#if` or `#elseif`: a word, possibly after `!`, or text in parentheses.
void Lexer::skip_condition() {
  scanner_.skip_while([](char c) { return c == ' ' || c == '\t' || c == '!'; });
  if (peek() != '(') return scanner_.skip_while([](char c) { return is_name_part(c) || c == '.'; });
  int depth = 0;
  do {
    if (peek() == '(') ++depth;
    if (peek() == ')') --depth;
    scanner_.advance();
  } while (!scanner_.done() && depth > 0);
}

// Reads `#if condition`, `#end` and the like.
void Lexer::read_compiler_sign() {
  scanner_.skip();
  const std::size_t begin = scanner_.at();
  scanner_.skip_while(is_name_part);
  const std::string_view word = scanner_.since(begin);
  const std::size_t condition = scanner_.at();
  if (word == "if" || word == "elseif") skip_condition();
  const std::string_view text = scanner_.since(condition);
  if (word == "if") scanner_.begin_arm(text, 0);
  if (word == "elseif" || word == "else") scanner_.begin_arm(text, scanner_.end_arm());
  if (word == "end") scanner_.end_arm();
  if (word == "error") scanner_.advance_to(scanner_.end_of_line());
}

void Lexer::read_sign() {
  if (language_ == Language::Haxe && peek() == '#' && is_name_start(peek(1))) return read_compiler_sign();
  const auto sign =
      std::find_if(signs.begin(), signs.end(), [&](std::string_view one) { return scanner_.looking_at(one); });
  const std::size_t begin = scanner_.at();
  scanner_.skip(sign == signs.end() ? 1 : sign->size());
  scanner_.push_since(TokenKind::Sign, begin);
}

// Reads one token, or skips a comment or blanks. Returns false at the end.
bool Lexer::read_token() {
  while (!scanner_.done() && static_cast<unsigned char>(peek()) <= ' ') scanner_.advance();
  if (scanner_.done()) return false;
  if (skip_comment()) return true;
  if (is_digit_of(peek()) || (peek() == '.' && is_digit_of(peek(1)))) {
    read_number();
    return true;
  }
  if (read_quoted_name()) return true;
  if (is_name_start(peek())) {
    const std::size_t begin = scanner_.at();
    scanner_.skip_while(is_name_part);
    scanner_.push_since(TokenKind::Word, begin);
    return true;
  }
  if (read_string(scanner_, language_, *this) || read_regular_expression()) return true;
  if (language_ == Language::ActionScript && peek() == '<' && is_operand_next() && markup_.read()) return true;
  read_sign();
  return true;
}

// Reads the tokens of an expression in a string, up to the closing brace.
void Lexer::read_until_brace() {
  for (int depth = 0;;) {
    const std::size_t before = scanner_.tokens().size();
    if (!read_token()) return;
    if (scanner_.tokens().size() != before + 1) continue;
    if (scanner_.tokens().back().is("{")) ++depth;
    if (scanner_.tokens().back().is("}") && --depth < 0) return scanner_.pop_token();
  }
}

bool Lexer::read_braces(TextPart& part, std::size_t opening) {
  if (nesting_ >= max_nesting) return false;
  scanner_.push_text(std::move(part.text), part.begin, part.line);
  scanner_.push_sign("+");
  scanner_.push_sign("(");
  scanner_.advance(opening);
  ++nesting_;
  read_until_brace();
  --nesting_;
  scanner_.push_sign(")");
  scanner_.push_sign("+");
  part = {{}, scanner_.at(), scanner_.line()};
  return true;
}

void Lexer::run() {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (scanner_.at() == 0 && scanner_.looking_at(byte_order_mark)) scanner_.skip(byte_order_mark.size());
  while (read_token()) {
  }
}

}  // namespace

TokenList read_tokens(std::string_view text, Language language) {
  TokenList out;
  out.language = language;
  Scanner scanner(text, out);
  if (language == Language::Mxml)
    read_mxml(scanner, [](Scanner& script) { Lexer(script, Language::ActionScript).run(); });
  else
    Lexer(scanner, language).run();
  Token end;
  end.line = out.tokens.empty() ? 1 : out.tokens.back().line;
  end.offset = static_cast<std::uint32_t>(text.size());
  out.tokens.push_back(end);
  match_brackets(out.tokens);
  return out;
}

}  // namespace agal::source_code
