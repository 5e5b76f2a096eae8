// Predicts which values SPIRV-Cross writes to variables, so that it writes a text once instead of twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace agal::khronos {

/// What SPIRV-Cross decides about the values of a module.
struct Inlining {
  /// The values that are in variables. The others are written where they are used.
  std::vector<std::uint32_t> in_variables;
  /// For each text that SPIRV-Cross discards: the variables that it declares, in order. A declaration makes the name of
  /// a value unique, also for later texts.
  std::vector<std::vector<std::uint32_t>> discarded;
};

/// Predicts how SPIRV-Cross writes a module as MSL.
///
/// SPIRV-Cross first writes a text with each value where it is used, and counts the uses. If a value is used twice, it
/// discards the text, and writes another text, in which the value is in a variable. If SPIRV-Cross knows these values
/// and names at the beginning, it writes the last text first.
///
/// The module must be made by agalc. `always` are the values that are in variables even if they are used once. If a
/// value is missing in the prediction, SPIRV-Cross only takes longer.
Inlining predict_inlining(std::span<const std::uint32_t> words, std::vector<std::uint32_t> always);

}  // namespace agal::khronos
