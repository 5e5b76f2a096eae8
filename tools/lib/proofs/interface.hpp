// The interface of a text in the words that glslang makes of it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "proofs/glslang.hpp"

namespace agal::proofs {

/// Removes the numbers that glslang adds to variables, and adds those that the language defines (see `read_text`).
/// Returns the reason why it cannot, or "".
std::string restore_interface(GlslangModule& module, TextRules rules, Stage stage);

/// Compares two modules, without the instructions about their sources.
bool is_same_code(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace agal::proofs
