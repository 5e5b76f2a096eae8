// Prints the dictionary for libFuzzer: every mnemonic, register, sampler option and word of AGALMacroAssembler of the
// tables.
#include <fmt/format.h>

#include "agal/isa.hpp"

int main() {
  for (const auto& row : agal::opcode_table)
    fmt::print("\"{}\"\n\"\\x{:02x}\\x00\\x00\\x00\"\n", row.text, static_cast<unsigned>(row.opcode));
  for (const auto& row : agal::register_names) fmt::print("\"{}0\"\n", row.text);
  for (const auto& row : agal::sampler_option_table) fmt::print("\"{}\"\n", row.text);
#define AGAL_MACRO_WORD(word, form, summary) fmt::print("\"{}\"\n", form);
#define AGAL_MACRO_EXPRESSION(form, first, second) fmt::print("\"{}\"\n", form);
#include "agal/tables/macro_words.def"
}
