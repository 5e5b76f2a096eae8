// The tables of `agalc explain opcodes` and `agalc explain targets`, which are generated from opcodes.def and
// targets.def.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace agalc {

enum class TableFormat : std::uint8_t { Text, Markdown, Json };

/// Returns the opcodes with these names, in the order of the instruction set. Without names, returns all opcodes.
std::string opcode_table_text(TableFormat format, const std::vector<std::string>& names);

/// Returns the output languages, as text or as JSON.
std::string target_table_text(TableFormat format);

}  // namespace agalc
