// Constant expressions of a text, which glslang evaluates in doubles, and a compiler of the target in floats.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proofs/front_end.hpp"

namespace agal::proofs {

/// Prefix of the names of variables that replace numbers.
inline constexpr std::string_view number_prefix = "agalNumber";

/// Replaces numbers of a text by variables that have their values, so that glslang does not evaluate what is computed
/// with them. Numbers that must be constants stay, as far as that can be seen: glslang may reject the text. Returns
/// nothing if the text has no such numbers.
std::optional<std::string> without_constant_expressions(const std::string& text, TextRules rules, bool es);

/// Replaces each `*` by `+`. Only calls of `mul` multiply matrices then.
std::string without_multiplications(const std::string& text);

/// Returns true if the absolute value of each float constant of a module is a number of the text, 0 or 1.
bool has_numbers_of(const std::string& text, const std::vector<std::uint32_t>& words);

}  // namespace agal::proofs
