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

/// A text whose constant expressions glslang does not evaluate.
struct FloatText {
  std::optional<std::string> text;  // nullopt if the given text does not have numbers or constants
  std::size_t shifted_line = 0;     // the first line whose number is greater by 1 than in the given text; 0: none
  std::string undecided;            // the reason if that is not possible, otherwise ""
};

/// Replaces numbers of a text by variables with the same values, and constants by variables. Numbers and constants are
/// kept where the language requires a constant expression, such as the length of an array. Other uses of these
/// constants become expressions with a variable.
///
/// `precision` is the precision of the variables in GLSL ES, otherwise "".
///
/// The result may be valid although the text is not, for example if it assigns to a constant.
FloatText with_float_expressions(const std::string& text, TextRules rules, std::string_view precision);

/// Removes the precision of the variables that replace numbers, and of expressions of such variables. Numbers in GLSL
/// ES do not have a precision.
void remove_precision_of_numbers(std::vector<std::uint32_t>& words);

/// Replaces each `*` by `+`, except in array lengths. In the result, only calls of `mul` multiply matrices.
std::string without_multiplications(const std::string& text);

}  // namespace agal::proofs
