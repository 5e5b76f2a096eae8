// The tokens of ActionScript 3, Haxe and MXML sources.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace agal::source_code {

enum class Language : std::uint8_t { ActionScript, Haxe, Mxml };

enum class TokenKind : std::uint8_t {
  End,
  Word,    // an identifier or a keyword
  Number,  // a number, as written
  Text,    // a string, decoded
  Sign,    // an operator or a bracket
  Other,   // a regular expression
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;     // the token as written; for a string, its characters
  std::uint32_t line = 1;    // the 1-based number of the line
  std::uint32_t offset = 0;  // the offset in the file
  /// For a bracket, the index of the matching bracket. An opening bracket without one has the index of the End token, a
  /// closing bracket 0.
  std::uint32_t partner = 0;

  bool is(std::string_view what) const { return (kind == TokenKind::Sign || kind == TokenKind::Word) && text == what; }
};

/// Tokens, and the characters of their strings. The last token has the kind End.
struct TokenList {
  Language language = Language::ActionScript;
  std::vector<Token> tokens;
  std::deque<std::string> texts;
};

/// Splits a source into tokens. Comments, blanks and the conditions of Haxe's conditional compilation are left out. An
/// interpolated string becomes the concatenation that it stands for: `'a$b'` gives `("a"+(b)+"")`. An XML literal
/// becomes the list of its texts, or its only text. Accepts any text, and is linear in its length.
TokenList read_tokens(std::string_view text, Language language);

}  // namespace agal::source_code
