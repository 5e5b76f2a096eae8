// The state of the lexer, which the readers of strings and of markup share.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "sources/tokens.hpp"

namespace agal::source_code {

/// A part of an interpolated string, and its position.
struct StringPart {
  std::string text;
  std::size_t begin = 0;
  std::uint32_t line = 1;
};

class Lexer {
 public:
  Lexer(std::string_view text, Language language, TokenList& out) : text_(text), language_(language), out_(out) {}

  /// Reads to the end of the text.
  void run();
  /// Reads an MXML file: its scripts, and the texts of its other elements.
  void run_markup_file();

 private:
  /// The maximum depth of nested interpolated strings and XML literals.
  static constexpr int max_nesting = 16;

  // ---- lexer.cpp
  bool read_token();
  void read_until_brace();
  bool skip_comment();
  void read_word();
  bool read_quoted_name();
  void read_number();
  bool read_regular_expression();
  void read_sign();
  void skip_condition();
  void read_compiler_sign();
  void begin_arm(std::string_view condition, std::uint32_t previous);
  std::uint32_t end_arm();
  bool is_operand_next() const;

  // ---- strings.cpp
  bool read_string();
  void read_quoted(char quote, bool interpolates, bool spans_lines);
  void read_until(std::string_view end, std::size_t begin);
  void read_verbatim();
  void read_escape(std::string& out);
  bool read_interpolation(StringPart& part);

  // ---- markup.cpp
  bool read_markup();
  bool read_literal(std::size_t first_token);
  bool read_cdata(std::string& text);
  void read_character(std::string& text);
  bool skip_declaration();
  bool read_tag(bool& opens, bool& closes, std::string_view& name);
  void read_script();

  // ---- all
  bool done() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool looking_at(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  void advance(std::size_t count = 1) {
    for (; count > 0 && at_ < text_.size(); --count, ++at_)
      if (text_[at_] == '\n' || (text_[at_] == '\r' && peek(1) != '\n')) ++line_;
  }
  void push(TokenKind kind, std::string_view text, std::size_t begin, std::uint32_t line);
  void push_sign(std::string_view sign) { push(TokenKind::Sign, sign, at_, line_); }
  void push_text(std::string text, std::size_t begin, std::uint32_t line);

  std::string_view text_;
  Language language_;
  TokenList& out_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  int nesting_ = 0;
  std::vector<std::uint32_t> arms_;  // the open arms of conditional compilation
  bool has_open_markup_ = false;     // true after an XML literal without an end; then no further literals are read
};

}  // namespace agal::source_code
