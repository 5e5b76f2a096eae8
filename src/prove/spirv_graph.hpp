// The control flow of a SPIR-V function: an order in which its blocks can run, and its loops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "prove/spirv_reader.hpp"

namespace agal::prove {

/// The value of `Graph::loop` for a block outside of loops.
inline constexpr std::uint32_t no_loop = ~0u;

/// The control flow of a function. Blocks are identified by their index in `SpirvFunction::blocks`.
struct Graph {
  std::vector<std::uint32_t> order;  // each block follows its predecessors, ignoring the back edges of loops
  std::vector<std::uint32_t> loop;   // the header of the innermost loop of each block, or `no_loop`
  std::vector<std::uint32_t> outer;  // the header of the loop that encloses a header's loop, or `no_loop`

  bool is_header(std::uint32_t block) const { return loop[block] == block; }
  /// Returns true if a block is in the loop of this header, or in a loop inside it. `no_loop` contains every block.
  bool is_in(std::uint32_t block, std::uint32_t header) const;
};

/// Returns the control flow of a function, or nullopt if a loop has more than one entry.
std::optional<Graph> graph_of(const SpirvFunction& function);

/// Returns the labels that a terminator names.
std::vector<Id> successors(const SpirvInstruction& terminator);

}  // namespace agal::prove
