// The order in which the blocks of a function are run, and its loops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "prove/spirv_reader.hpp"

namespace agal::prove {

/// The loop that a block outside of loops belongs to.
inline constexpr std::uint32_t no_loop = ~0u;

/// The blocks of a function by number.
struct Graph {
  std::vector<std::uint32_t> order;  // every block after the blocks that lead to it, except the ends of loops
  std::vector<std::uint32_t> loop;   // the header of the innermost loop of a block, itself for a header; or `no_loop`
  std::vector<std::uint32_t> outer;  // for a header: the header of the loop around it, or `no_loop`

  bool is_header(std::uint32_t block) const { return loop[block] == block; }
  /// Whether a block is in the loop of this header, or in a loop inside it. Every block is in `no_loop`.
  bool is_in(std::uint32_t block, std::uint32_t header) const;
};

/// nullopt if a loop has more than one entry.
std::optional<Graph> graph_of(const SpirvFunction& function);

/// The labels that a terminator names.
std::vector<Id> successors(const SpirvInstruction& terminator);

}  // namespace agal::prove
