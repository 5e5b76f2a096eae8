// How many branches a module has: what SPIRV-Tools and SPIRV-Cross take time and stack for.
#pragma once

#include <cstdint>
#include <span>

namespace agal::khronos {

/// The most branches of a module that is handed to SPIRV-Tools' validator or to SPIRV-Cross. Both take time that grows
/// with the square of their number: at this limit the validator takes about a second (docs/performance.md). A program
/// that the player's rules accept has at most 4,096 tokens, so it never has more.
inline constexpr std::uint32_t max_branches = 4096;

/// The number of structured branches (OpSelectionMerge) in the module: one for each `if`, one for each `kil`. Reads up
/// to the first instruction that is cut off. Linear in the number of words.
std::uint32_t count_branches(std::span<const std::uint32_t> words);

}  // namespace agal::khronos
