// Compares two runs, and finds the changes beyond the noise.
//
// The steps of the Khronos libraries are the same code in both runs, so the geometric mean of their changes tells how
// much faster the machine was; all other times are divided by it. A step has changed if
//  - the Mann-Whitney U test, two-sided and exact, finds that its repetitions are from different distributions, at a
//    level of 0.05 over all steps together (each is tested at 0.05 divided by their number), and
//  - the fastest repetitions differ by more than 5 %, because the layout of code and data in memory can cause as much.
// Allocations are counted exactly, so any difference is a change.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "figures.hpp"

namespace agal::bench {

inline constexpr double significance = 0.05;
inline constexpr double min_change = 0.05;

/// The probability that two samples of one distribution differ at least as much. Exact without ties.
double mann_whitney(std::span<const double> a, std::span<const double> b);

struct Change {
  std::string name;
  double before = 0, after = 0;  // the fastest repetitions; `after` is divided by `machine`
  double probability = 1;        // that the difference is random
  double allocations_before = 0, allocations_after = 0;

  double factor() const { return before > 0 ? after / before : 1; }
};

struct Comparison {
  std::size_t rows = 0;              // steps in both runs
  std::size_t too_few = 0;           // of them, those with too few repetitions for a verdict
  double machine = 1;                // time of the Khronos libraries, after over before
  std::vector<Change> slower;        // beyond the noise, the worst first
  std::vector<Change> faster;        // likewise, the best first
  std::vector<Change> allocations;   // different counts
  std::vector<std::string> missing;  // steps of the first run that the second does not have

  bool regressed() const;
};

Comparison compare(const Figures& before, const Figures& after);

std::string text_of(const Comparison& comparison);

}  // namespace agal::bench
