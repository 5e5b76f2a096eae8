// Protects constant expressions of a text from glslang, which evaluates them in doubles. A compiler of the target
// evaluates them in floats.
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

/// Replaces numbers of a text by variables with the same values, so that glslang does not evaluate expressions with
/// them. Numbers that must be constants are kept if that can be recognized; otherwise glslang may reject the text.
/// Returns nullopt if the text does not have numbers to replace.
std::optional<std::string> without_constant_expressions(const std::string& text, TextRules rules, bool es);

/// Replaces each `*` by `+`, except in array lengths. In the result, only calls of `mul` multiply matrices.
std::string without_multiplications(const std::string& text);

/// Returns true if the absolute value of each float constant of a module is a number of the text, 0 or 1.
bool has_numbers_of(const std::string& text, const std::vector<std::uint32_t>& words);

}  // namespace agal::proofs
