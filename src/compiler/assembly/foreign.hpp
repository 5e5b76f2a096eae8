// Text that looks like AGAL but is not: help for words of other languages and for pasted text, and bytecode that was
// printed as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Returns the bytes of a program from a dump: the output of xxd, hexdump, od, Format-Hex or BitConverter, a list of
/// hexadecimal or decimal numbers, an array or a string in source code (`xxd -i`, ActionScript, C, Python), calls of
/// writeByte, or base64. Returns nullopt for other text. The time is linear in the length of the text.
std::optional<std::vector<std::byte>> read_dump(std::string_view text);

}  // namespace agal::assembly
