// Whether what a backend computed is what the interpreter says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/reference.hpp"

namespace agal::exec {

/// One number that no tolerated device gives.
struct Mismatch {
  std::string subject;
  std::string backend;
  std::size_t draw = 0;
  std::string label;  // of the number, or the fault of the job
  Range expected;
  float got = 0;

  std::string text() const;
};

/// What was compared.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t draws = 0;
  std::uint64_t exact = 0;      // numbers that agree where there is no tolerance at all
  std::uint64_t within = 0;     // numbers that agree within a tolerance that pins them down
  std::uint64_t undecided = 0;  // numbers that may be nearly anything: not defined, or hanging on a comparison that may
                                // go either way; held against their range where they have one, but counted here
  std::uint64_t regrouped = 0;  // numbers that agree only if sums are regrouped (Latitude)
  std::uint64_t explained = 0;  // numbers that agree only if a known fault of the device is allowed for
  std::uint64_t faults = 0;     // jobs without results
  std::vector<Mismatch> mismatches;

  void add(const Tally& other);
};

/// Compares one job's outcome. The ranges in `reference` of draws that disagree are refined first (hence not const).
/// After `enough_mismatches`, no more draws are compared.
Tally compare(const Subject& subject, const Semantics& semantics, Reference& reference, const Job& job,
              const Outcome& outcome, const Backend& backend, std::size_t enough_mismatches);

}  // namespace agal::exec
