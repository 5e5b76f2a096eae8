// Help for text that looks like AGAL but is not: words of other languages, and pasted text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agal/program.hpp"

namespace agal::assembly {

/// Returns help for an unknown opcode: the equivalent in AGAL, or the only opcode with a similar spelling; "" if
/// neither is certain.
std::string opcode_help(std::string_view word);

/// Returns help for an unknown sampler option: a suggestion if there is one, and the list of accepted options.
std::string sampler_option_help(std::string_view word);

/// Returns help for a register name of another language; "" if the word is not such a name.
std::string register_help(std::string_view word, std::optional<Stage> stage);

/// Returns help for unexpected text, such as pasted HTML or source code; "" if none fits.
std::string paste_help(std::string_view text);

/// Returns how messages show a character: by its name if it is invisible or ambiguous.
std::string named_character(std::string_view character);

}  // namespace agal::assembly
