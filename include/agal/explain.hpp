// The words of AGAL and agalc, with explanations from the tables that define them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agal {

/// Returns the explanation of an opcode (`mov`), a register (`fs0`, `fs`), a sampler option (`linear`), a target
/// (`essl300`), a target family, a profile, a word of AGALMacroAssembler (`alias`), a runtime error of Stage3D (`3692`,
/// `#3692`, `Error #3692`) or a term
/// (`token`, `pair`). Returns "" for all other words.
std::string glossary_entry(std::string_view word);

/// Returns all words. Registers are represented by their prefixes.
std::vector<std::string_view> glossary_words();

}  // namespace agal
