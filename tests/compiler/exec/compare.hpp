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

/// Counts the compared programs, draws and numbers, and the numbers by result.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t draws = 0;
  std::uint64_t exact = 0;   // equal, where no error is tolerated
  std::uint64_t within = 0;  // equal within a narrow tolerance
  // Numbers that may have nearly any value, because they are undefined or depend on a comparison that may have either
  // result. They are still checked against their range, if they have one.
  std::uint64_t undecided = 0;
  std::uint64_t regrouped = 0;  // equal only with Latitude::Regrouped
  std::uint64_t explained = 0;  // equal only with Latitude::FreeCubes, for a known bug of the device
  std::uint64_t faults = 0;     // jobs without results
  std::vector<Mismatch> mismatches;

  void add(const Tally& other);
};

/// Compares the outcome of one job. Before a number counts as a mismatch, more devices are simulated for its draw,
/// which widens the ranges in `reference`. After `enough_mismatches`, the remaining draws are not compared.
Tally compare(const Subject& subject, const Semantics& semantics, Reference& reference, const Job& job,
              const Outcome& outcome, const Backend& backend, std::size_t enough_mismatches);

}  // namespace agal::exec
