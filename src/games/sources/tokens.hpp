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
  bool is_markup = false;  // true for a text in an element of an XML literal
  std::uint32_t arm = 0;   // the innermost arm of conditional compilation, an index in TokenList::arms; 0 for none

  bool is(std::string_view what) const { return (kind == TokenKind::Sign || kind == TokenKind::Word) && text == what; }
};

inline bool is_declaring(const Token& token) { return token.is("var") || token.is("const") || token.is("final"); }
inline bool begins_with_capital(std::string_view word) { return !word.empty() && word[0] >= 'A' && word[0] <= 'Z'; }

/// An arm of Haxe's conditional compilation: the tokens between `#if`, `#elseif`, `#else` and `#end`.
struct Arm {
  std::string_view condition;  // "" for `#else`
  std::uint32_t previous = 0;  // the arm before, of the same `#if`; 0 for none
  std::uint32_t begin = 0, end = 0;
};

/// Tokens, and the characters of their strings. The last token has the kind End.
struct TokenList {
  Language language = Language::ActionScript;
  std::vector<Token> tokens;
  std::deque<std::string> texts;
  std::vector<Arm> arms{Arm()};  // number 0 is not an arm
};

/// Splits a source into tokens. Comments, blanks and the signs of Haxe's conditional compilation are left out. An
/// interpolated string becomes the concatenation that it stands for: `'a$b'` gives `("a"+(b)+"")`. An XML literal
/// becomes the list of its texts, or its only text. Accepts any text, and is linear in its length.
TokenList read_tokens(std::string_view text, Language language);

}  // namespace agal::source_code
