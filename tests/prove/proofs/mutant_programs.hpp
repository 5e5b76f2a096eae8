// The programs with shaders that are mutated, and the number of mutants.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "agal/program.hpp"
#include "proofs/mutant_counts.hpp"

namespace agal::mutants {

/// The number of mutants, from an environment variable. AGAL_MUTANTS_PART=2/4 selects the second quarter.
struct Wanted {
  std::uint32_t mutants = 0, part = 0, parts = 1;
};
Wanted wanted_mutants(const char* variable, std::uint32_t otherwise);

/// Runs numbered work until enough mutants are counted, in child processes, because drivers crash on some shaders. Work
/// that crashes a child counts as skipped.
void run_in_children(const Wanted& wanted, const std::function<void(std::uint32_t)>& run_one, MutantCounts& counts);

/// Determines in a child whether a device is missing, so that this process does not get the device's threads.
std::string missing_in_child(const std::function<std::string()>& missing);

/// Returns short programs of both corpora, and generated programs.
std::vector<Program> mutated_programs();

}  // namespace agal::mutants
