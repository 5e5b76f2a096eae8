// Checks that the comparison finds planted bugs.
#pragma once

#include <span>
#include <vector>

#include "exec/campaign.hpp"
#include "exec/planted.hpp"

namespace agal::exec {

struct PlantedResult {
  std::size_t changed = 0;  // programs of entries that the bug changes
  std::size_t visible = 0;  // programs for which the interpreter has other results after the change
  struct OnBackend {
    std::size_t caught = 0;         // visible programs with a mismatch
    std::size_t inexpressible = 0;  // changed entries' programs that the target cannot express
    // Visible programs without a mismatch that sample cubes on a device with wrong levels of cubes
    // (Backend::free_cubes). A wrong bias cannot be found there.
    std::size_t hidden = 0;
  };
  std::vector<OnBackend> backends;  // ordered like the backends
};

/// Runs, for each bug, at most `programs` of the entries that it changes, evenly spread, and one more entry, in which
/// `ifg` compares equal numbers. Returns a result for each bug, in their order.
std::vector<PlantedResult> run_planted(std::span<const PlantedBug> bugs, const std::vector<Entry>& entries,
                                       const Backends& backends, std::size_t programs, std::uint32_t draws);

}  // namespace agal::exec
