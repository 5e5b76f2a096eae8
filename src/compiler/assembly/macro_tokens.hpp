// Splits text for AGALMacroAssembler into words. Each word knows its place in the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace agal::assembly {

/// A part of the text, and the use of a macro that put a copy of it elsewhere.
struct Origin {
  std::uint32_t begin = 0, length = 0;
  std::uint32_t use = 0;  // the index in Expansion::uses; 0 outside of macros
};

struct MacroToken {
  /// 'i' for a word, '0' for a number, 'n' for the end of a statement, '#' for a directive, '?' for a character that
  /// the assembler ignores, '2' for an operator of two characters, and the character itself for any other operator.
  char type = 'n';
  std::string text;
  Origin origin;

  bool is(std::string_view what) const { return text == what; }
};

/// Returns the text with blanks for its comments, which keeps positions. A block comment also ends line comments and
/// statements, because AGALMacroAssembler removes block comments first. `open` receives the position of a block
/// comment without an end, or stays unchanged.
std::string with_blank_comments(std::string_view text, std::size_t& open);

/// Returns the words of a text without comments. `text` is at most 4 GiB long.
std::vector<MacroToken> macro_tokens(std::string_view text);

/// Returns true if a statement of the text is one that only AGALMacroAssembler knows: an alias, a macro, or an
/// assignment to a register of AGAL.
bool has_macro_statement(std::string_view text);

/// Returns true if the statement, without leading blanks, is such a statement.
bool is_macro_statement(std::string_view statement);

}  // namespace agal::assembly
