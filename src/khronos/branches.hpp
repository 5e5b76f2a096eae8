// The number of branches in a module, which determines the time and stack that SPIRV-Tools and SPIRV-Cross need.
#pragma once

#include <cstdint>
#include <span>

namespace agal::khronos {

/// The maximum number of branches in a module for SPIRV-Tools' validator and SPIRV-Cross. Both take time that grows
/// with the square of that number: at this limit the validator takes about a second (docs/performance.md). A program
/// that follows the player's rules has at most 4,096 tokens, so it never has more.
inline constexpr std::uint32_t max_branches = 4096;

/// The number of structured branches (OpSelectionMerge) in the module: one for each `if`, one for each `kil`. Stops at
/// the first truncated instruction. Linear in the number of words.
std::uint32_t count_branches(std::span<const std::uint32_t> words);

}  // namespace agal::khronos
