// Text that is not AGAL but looks like it: words of other languages, and text that was pasted from elsewhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agal/program.hpp"

namespace agal::assembly {

/// The help for an unknown opcode: what AGAL has instead of it, or the only opcode with a similar spelling; "" if there
/// is no certain answer.
std::string opcode_help(std::string_view word);

/// The help for an unknown sampler option: a suggestion if there is one, and the list of all options.
std::string sampler_option_help(std::string_view word);

/// The help for a register name of another language; "" if it is not one.
std::string register_help(std::string_view word, std::optional<Stage> stage);

/// The help for text that begins with an unexpected character; "" if nothing is known about it.
std::string paste_help(std::string_view text);

/// A character in a message: by its name if a screen does not show it.
std::string named_character(std::string_view character);

}  // namespace agal::assembly
