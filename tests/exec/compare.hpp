// Compares the results of a backend with the interpreter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/reference.hpp"

namespace agal::exec {

/// One number outside the tolerated range.
struct Mismatch {
  std::string subject;
  std::string backend;
  std::size_t draw = 0;
  std::string label;  // of the number, or the fault of the job
  Range expected;
  float got = 0;

  std::string text() const;
};

/// Counts of compared numbers.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t draws = 0;
  std::uint64_t exact = 0;      // agree, and no tolerance is allowed
  std::uint64_t within = 0;     // agree within a narrow tolerance
  std::uint64_t undecided = 0;  // may have nearly any value: undefined, or dependent on a comparison that may
                                // go either way; still checked against their range, if they have one
  std::uint64_t regrouped = 0;  // agree only if sums are regrouped (Latitude)
  std::uint64_t explained = 0;  // agree only if a known bug of the device is taken into account
  std::uint64_t faults = 0;     // jobs without results
  std::vector<Mismatch> mismatches;

  void add(const Tally& other);
};

/// Compares one job's outcome. The ranges in `reference` of draws that disagree are refined first (hence not const).
/// After `enough_mismatches`, no more draws are compared.
Tally compare(const Subject& subject, const Semantics& semantics, Reference& reference, const Job& job,
              const Outcome& outcome, const Backend& backend, std::size_t enough_mismatches);

}  // namespace agal::exec
