// Compares the results of a backend with the interpreter.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/reference.hpp"

namespace agal::exec {

/// A number outside of the tolerated range.
struct Mismatch {
  std::string subject;
  std::string backend;
  std::size_t draw = 0;
  std::string label;  // the label of the number, or the fault of the job
  Range expected;
  float got = 0;

  std::string text() const;
};

/// The numbers of compared values by result.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t draws = 0;
  std::uint64_t exact = 0;   // equal, because an error is not tolerated
  std::uint64_t within = 0;  // equal within a narrow tolerance
  // Numbers that may have nearly any value, because they are undefined or depend on a comparison that may have either
  // result. They are still checked against their range, if they have one.
  std::uint64_t undecided = 0;
  std::uint64_t regrouped = 0;  // equal only if sums are regrouped (Latitude)
  std::uint64_t explained = 0;  // equal only if a known bug of the device is taken into account
  std::uint64_t faults = 0;     // jobs without results
  std::vector<Mismatch> mismatches;

  void add(const Tally& other);
};

/// Compares the outcome of one job. The ranges in `reference` of draws with a mismatch are refined first, so it is not
/// const. After `enough_mismatches`, the remaining draws are not compared.
Tally compare(const Subject& subject, const Semantics& semantics, Reference& reference, const Job& job,
              const Outcome& outcome, const Backend& backend, std::size_t enough_mismatches);

}  // namespace agal::exec
