// Whether the comparison finds planted bugs.
#pragma once

#include <span>
#include <vector>

#include "exec/campaign.hpp"
#include "exec/planted.hpp"

namespace agal::exec {

struct PlantedResult {
  std::size_t changed = 0;  // programs that the bug changes
  std::size_t visible = 0;  // of them, those for which the interpreter gives different results
  struct OnBackend {
    std::size_t caught = 0;         // of the visible ones
    std::size_t inexpressible = 0;  // changed programs that the target cannot express
    std::size_t hidden = 0;  // visible ones that were not caught because they sample cubes on a device with wrong
                             // levels of cubes (Backend::free_cubes): a bias cannot be found there
  };
  std::vector<OnBackend> backends;  // in their order
};

/// For each bug, runs at most `programs` of the entries that it changes, evenly spread, and one written for `ifg`.
/// Returns a result for each bug, in their order.
std::vector<PlantedResult> run_planted(std::span<const PlantedBug> bugs, const std::vector<Entry>& entries,
                                       const Backends& backends, std::size_t programs, std::uint32_t draws);

}  // namespace agal::exec
