// The words of AGAL and agalc, each explained from the table that defines it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace agal {

/// The explanation of an opcode (`mov`), a register (`fs0`, `fs`), a sampler option (`linear`), a target (`essl300`), a
/// family of targets, a profile, an error of Stage3D at run time (`3692`, `#3692`, `Error #3692`) or a term (`token`,
/// `pair`); "" for any other word.
std::string glossary_entry(std::string_view word);

/// All words; for registers, the prefixes.
std::vector<std::string_view> glossary_words();

}  // namespace agal
