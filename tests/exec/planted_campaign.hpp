// Whether the comparison sees planted bugs.
#pragma once

#include <span>
#include <vector>

#include "exec/campaign.hpp"
#include "exec/planted.hpp"

namespace agal::exec {

struct PlantedResult {
  std::size_t changed = 0;  // programs that the bug changes
  std::size_t visible = 0;  // of them, those of which the interpreter, given the changed program, gives other results
  struct OnBackend {
    std::size_t caught = 0;         // of the visible ones
    std::size_t inexpressible = 0;  // changed programs that the target cannot express
    std::size_t hidden = 0;  // visible ones that were not caught, sample cubes, and run on a device that gets the
                             // levels of cubes wrong (Backend::free_cubes): a bias cannot be seen there
  };
  std::vector<OnBackend> backends;  // in their order
};

/// Runs of each bug at most `programs` of the entries that it changes, evenly spread, and one that was made for `ifg`.
/// A result for each bug, in their order.
std::vector<PlantedResult> run_planted(std::span<const PlantedBug> bugs, const std::vector<Entry>& entries,
                                       const Backends& backends, std::size_t programs, std::uint32_t draws);

}  // namespace agal::exec
