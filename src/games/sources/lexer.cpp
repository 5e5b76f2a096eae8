#include "sources/lexer.hpp"

#include <algorithm>

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

}  // namespace

void Lexer::push(TokenKind kind, std::string_view text, std::size_t begin, std::uint32_t line) {
  Token token;
  token.kind = kind;
  token.text = text;
  token.line = line;
  token.offset = static_cast<std::uint32_t>(begin);
  token.arm = arms_.empty() ? 0 : arms_.back();
  out_.tokens.push_back(token);
}

void Lexer::push_text(std::string text, std::size_t begin, std::uint32_t line) {
  push(TokenKind::Text, out_.texts.emplace_back(std::move(text)), begin, line);
}

bool Lexer::is_operand_next() const {
  if (out_.tokens.empty()) return true;
  const Token& last = out_.tokens.back();
  if (last.kind == TokenKind::Word)
    return std::find(before_operands.begin(), before_operands.end(), last.text) != before_operands.end();
  constexpr std::array<std::string_view, 5> ends{")", "]", "}", "++", "--"};
  return last.kind == TokenKind::Sign && std::find(ends.begin(), ends.end(), last.text) == ends.end();
}

// Skips a comment. Returns true if there was one.
bool Lexer::skip_comment() {
  if (looking_at("//")) {
    advance(std::min(text_.find_first_of("\n\r", at_), text_.size()) - at_);
    return true;
  }
  if (!looking_at("/*")) return false;
  const std::size_t end = text_.find("*/", at_ + 2);
  advance(end == text_.npos ? text_.size() - at_ : end + 2 - at_);
  return true;
}

void Lexer::read_word() {
  const std::size_t begin = at_;
  const std::uint32_t line = line_;
  while (!done() && is_name_part(peek())) ++at_;
  push(TokenKind::Word, text_.substr(begin, at_ - begin), begin, line);
}

// Reads a name between section signs, as decompilers write the names that obfuscators make: any other characters, with
// a backslash before a section sign and before a backslash. Two section signs begin the name of an instruction that
// ActionScript lacks: `§§pop()`.
bool Lexer::read_quoted_name() {
  constexpr std::string_view mark = "\xc2\xa7";
  if (!looking_at(mark)) return false;
  const std::size_t begin = at_, name = at_ + mark.size();
  const std::string_view line = text_.substr(name, text_.find('\n', name) - name);
  std::size_t end = 0;
  while (end < line.size() && !line.substr(end).starts_with(mark)) {
    const bool escapes = line[end] == '\\' && end + 1 < line.size();
    end += !escapes ? 1 : line.substr(end + 1).starts_with(mark) ? 1 + mark.size() : 2;
  }
  if (end >= line.size()) end = line.find(mark);  // a name with a plain backslash
  if (end == line.npos) return false;
  at_ = name + end + mark.size();
  if (end == 0)
    while (!done() && is_name_part(peek()) && !looking_at(mark)) ++at_;
  push(TokenKind::Word, text_.substr(begin, at_ - begin), begin, line_);
  return true;
}

void Lexer::read_number() {
  const std::size_t begin = at_;
  while (!done() && (is_name_part(peek()) || (peek() == '.' && is_digit_of(peek(1))))) ++at_;
  // `1.` is a number, but `0...3` is a range, and `1.method` a member.
  if (peek() == '.' && peek(1) != '.' && !is_name_start(peek(1))) ++at_;
  push(TokenKind::Number, text_.substr(begin, at_ - begin), begin, line_);
}

// Reads a regular expression: `/…/g`, or `~/…/g` in Haxe. It must end on the same line.
bool Lexer::read_regular_expression() {
  const bool haxe = language_ == Language::Haxe;
  if (haxe ? !looking_at("~/") : peek() != '/' || !is_operand_next()) return false;
  bool in_class = false;
  for (std::size_t i = at_ + (haxe ? 2 : 1); i < text_.size() && text_[i] != '\n' && text_[i] != '\r'; ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == '[') {
      in_class = true;
    } else if (text_[i] == ']') {
      in_class = false;
    } else if (text_[i] == '/' && !in_class) {
      const std::size_t begin = at_;
      for (++i; i < text_.size() && is_name_part(text_[i]);) ++i;
      at_ = i;
      push(TokenKind::Other, text_.substr(begin, at_ - begin), begin, line_);
      return true;
    }
  }
  return false;
}

// Skips the condition after `#if` or `#elseif`: a word, possibly after `!`, or text in parentheses.
void Lexer::skip_condition() {
  while (!done() && (peek() == ' ' || peek() == '\t' || peek() == '!')) ++at_;
  if (peek() != '(') {
    while (!done() && (is_name_part(peek()) || peek() == '.')) ++at_;
    return;
  }
  int depth = 0;
  do {
    if (peek() == '(') ++depth;
    if (peek() == ')') --depth;
    advance();
  } while (!done() && depth > 0);
}

void Lexer::begin_arm(std::string_view condition, std::uint32_t previous) {
  const auto begin = static_cast<std::uint32_t>(out_.tokens.size());
  arms_.push_back(static_cast<std::uint32_t>(out_.arms.size()));
  out_.arms.push_back({condition, previous, begin, begin});
}

// Returns the number of the arm that ends here; 0 if none is open.
std::uint32_t Lexer::end_arm() {
  if (arms_.empty()) return 0;
  const std::uint32_t arm = arms_.back();
  arms_.pop_back();
  out_.arms[arm].end = static_cast<std::uint32_t>(out_.tokens.size());
  return arm;
}

// Reads `#if condition`, `#end` and the like.
void Lexer::read_compiler_sign() {
  const std::size_t begin = ++at_;
  while (!done() && is_name_part(peek())) ++at_;
  const std::string_view word = text_.substr(begin, at_ - begin);
  const std::size_t condition = at_;
  if (word == "if" || word == "elseif") skip_condition();
  const std::string_view text = text_.substr(condition, at_ - condition);
  if (word == "if") begin_arm(text, 0);
  if (word == "elseif" || word == "else") begin_arm(text, end_arm());
  if (word == "end") end_arm();
  if (word == "error") advance(std::min(text_.find_first_of("\n\r", at_), text_.size()) - at_);
}

void Lexer::read_sign() {
  if (language_ == Language::Haxe && peek() == '#' && is_name_start(peek(1))) return read_compiler_sign();
  const auto sign = std::find_if(signs.begin(), signs.end(), [&](std::string_view one) { return looking_at(one); });
  const std::size_t length = sign == signs.end() ? 1 : sign->size();
  push(TokenKind::Sign, text_.substr(at_, length), at_, line_);
  at_ += length;
}

// Reads one token, or skips a comment or blanks. Returns false at the end.
bool Lexer::read_token() {
  while (!done() && static_cast<unsigned char>(peek()) <= ' ') advance();
  if (done()) return false;
  if (skip_comment()) return true;
  if (is_digit_of(peek()) || (peek() == '.' && is_digit_of(peek(1)))) {
    read_number();
    return true;
  }
  if (read_quoted_name()) return true;
  if (is_name_start(peek())) {
    read_word();
    return true;
  }
  if (read_string() || read_regular_expression()) return true;
  if (language_ == Language::ActionScript && peek() == '<' && is_operand_next() && read_markup()) return true;
  read_sign();
  return true;
}

// Reads the tokens of an expression in a string, up to the closing brace.
void Lexer::read_until_brace() {
  for (int depth = 0;;) {
    const std::size_t before = out_.tokens.size();
    if (!read_token()) return;
    if (out_.tokens.size() != before + 1) continue;
    if (out_.tokens.back().is("{")) ++depth;
    if (out_.tokens.back().is("}") && --depth < 0) {
      out_.tokens.pop_back();
      return;
    }
  }
}

void Lexer::run() {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (at_ == 0 && looking_at(byte_order_mark)) at_ += byte_order_mark.size();
  while (read_token()) {
  }
}

TokenList read_tokens(std::string_view text, Language language) {
  TokenList out;
  out.language = language;
  Lexer lexer(text, language, out);
  language == Language::Mxml ? lexer.run_markup_file() : lexer.run();
  const std::uint32_t last = out.tokens.empty() ? 1 : out.tokens.back().line;
  Token end;
  end.line = last;
  end.offset = static_cast<std::uint32_t>(text.size());
  out.tokens.push_back(end);
  match_brackets(out.tokens);
  return out;
}

}  // namespace agal::source_code
