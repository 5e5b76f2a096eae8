// Predicts which values SPIRV-Cross writes to variables, so that it writes each text once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace agal::khronos {

/// Returns the derivatives of a module by agalc, which must be in variables even if they are used once. In SPIR-V, a
/// derivative is computed for all pixels. In text, an operand of `?:` or `||` is only evaluated for some pixels, and
/// SPIRV-Cross may move a derivative there.
std::vector<std::uint32_t> derivatives_in(std::span<const std::uint32_t> words);

/// The decisions of SPIRV-Cross about the values of a module.
struct Inlining {
  /// The values that are in variables. The others are written where they are used.
  std::vector<std::uint32_t> in_variables;
  /// For each discarded draft: the variables that it declares, in order. A declaration makes the name of a value
  /// unique, also for later drafts.
  std::vector<std::vector<std::uint32_t>> discarded;
};

/// Predicts how SPIRV-Cross writes a module as MSL.
///
/// SPIRV-Cross first writes a draft with each value where it is used, and counts the uses. If a value is used twice, it
/// discards the draft, and puts the value into a variable of the next one. If SPIRV-Cross knows these values and names
/// at the beginning, its first draft is the text.
///
/// The module must be made by agalc. `derivatives` are derivatives_in(words). If the prediction is wrong, or if the
/// module is too large to predict, the text still means the same: it is longer, has other names, or takes two drafts.
Inlining predict_inlining(std::span<const std::uint32_t> words, std::vector<std::uint32_t> derivatives);

}  // namespace agal::khronos
