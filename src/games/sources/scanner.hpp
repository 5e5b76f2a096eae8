// The position in a source, and the tokens that were read before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/tokens.hpp"

namespace agal::source_code {

class Scanner {
 public:
  /// Begins at a position of a text. Tokens are appended to `out`.
  Scanner(std::string_view text, TokenList& out, std::size_t at = 0, std::uint32_t line = 1)
      : text_(text), out_(out), at_(at), line_(line) {}

  // ---- the text
  bool done() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool looking_at(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  std::string_view text() const { return text_; }
  std::size_t at() const { return at_; }
  std::uint32_t line() const { return line_; }
  /// Returns the text from a position to here.
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
  /// Returns the position of a text after `from`; the end of the source if there is none.
  std::size_t find(std::string_view what, std::size_t from) const {
    return std::min(text_.find(what, from), text_.size());
  }
  std::size_t end_of_line() const { return std::min(text_.find_first_of("\n\r", at_), text_.size()); }
  /// Skips characters that are not line breaks.
  void skip(std::size_t count = 1) { at_ += count; }
  template <class Predicate>
  void skip_while(const Predicate& holds) {
    while (!done() && holds(peek())) ++at_;
  }
  void advance(std::size_t count = 1) { advance_to(std::min(at_ + count, text_.size())); }
  void advance_to(std::size_t end) {
    for (; at_ < end; ++at_)
      if (text_[at_] == '\n' || (text_[at_] == '\r' && peek(1) != '\n')) ++line_;
  }

  // ---- the tokens
  const std::vector<Token>& tokens() const { return out_.tokens; }
  /// Begins an arm of conditional compilation.
  void begin_arm(std::string_view condition, std::uint32_t previous) {
    const auto begin = static_cast<std::uint32_t>(out_.tokens.size());
    arms_.push_back(static_cast<std::uint32_t>(out_.arms.size()));
    out_.arms.push_back({condition, previous, begin, begin});
  }
  /// Ends the innermost arm. Returns its number; 0 if none is open.
  std::uint32_t end_arm() {
    if (arms_.empty()) return 0;
    const std::uint32_t arm = arms_.back();
    arms_.pop_back();
    out_.arms[arm].end = static_cast<std::uint32_t>(out_.tokens.size());
    return arm;
  }
  void push(TokenKind kind, std::string_view text, std::size_t begin, std::uint32_t line) {
    out_.tokens.push_back(make(kind, text, begin, line));
  }
  /// Pushes the characters from `begin` to here as a token.
  void push_since(TokenKind kind, std::size_t begin) { push(kind, since(begin), begin, line_); }
  void push_sign(std::string_view sign) { push(TokenKind::Sign, sign, at_, line_); }
  void push_text(std::string text, std::size_t begin, std::uint32_t line) {
    push(TokenKind::Text, own(std::move(text)), begin, line);
  }
  /// Inserts a sign before a token that was pushed before.
  void insert_sign(std::size_t token, std::string_view sign, std::size_t begin, std::uint32_t line) {
    Token inserted = make(TokenKind::Sign, sign, begin, line);
    inserted.arm = out_.tokens[token].arm;
    out_.tokens.insert(out_.tokens.begin() + static_cast<std::ptrdiff_t>(token), inserted);
  }
  void pop_token() { out_.tokens.pop_back(); }
  Token& token(std::size_t number) { return out_.tokens[number]; }
  /// Keeps a text as long as the tokens.
  std::string_view own(std::string text) { return out_.texts.emplace_back(std::move(text)); }

  struct Mark {
    std::size_t at = 0, tokens = 0;
    std::uint32_t line = 1;
  };
  Mark mark() const { return {at_, out_.tokens.size(), line_}; }
  /// Goes back to a position, and removes the tokens after it.
  void rewind(const Mark& mark) {
    at_ = mark.at;
    line_ = mark.line;
    out_.tokens.resize(mark.tokens);
  }
  /// Returns a reader of another text, or of a part of this one, whose tokens follow.
  Scanner inside(std::string_view text, std::size_t at) const { return Scanner(text, out_, at, line_); }

 private:
  Token make(TokenKind kind, std::string_view text, std::size_t begin, std::uint32_t line) const {
    Token token;
    token.kind = kind;
    token.text = text;
    token.line = line;
    token.offset = static_cast<std::uint32_t>(begin);
    token.arm = arms_.empty() ? 0 : arms_.back();
    return token;
  }

  std::string_view text_;
  TokenList& out_;
  std::size_t at_;
  std::uint32_t line_;
  std::vector<std::uint32_t> arms_{};  // the open arms of conditional compilation
};

/// A part of a text that has code in it, and the position of the part.
struct TextPart {
  std::string text;
  std::size_t begin = 0;
  std::uint32_t line = 1;
};

/// Reads code inside strings and elements of XML.
class CodeInText {
 public:
  virtual ~CodeInText() = default;
  /// Reads code in braces, as an operand of a sum: `part` becomes a string before it, and is emptied. `opening` is the
  /// number of characters up to the brace. Reads nothing and returns false if the code is nested too deeply.
  virtual bool read_braces(TextPart& part, std::size_t opening) = 0;
};

}  // namespace agal::source_code
