// Inputs for which two sides differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agal/prove.hpp"
#include "prove/terms.hpp"

namespace agal::prove {

/// What both sides have for one lane of an output, or for the condition of a discard.
struct Pair {
  std::string name;  // "oc.x", "discard"
  Term expected{}, found{};
};

/// Inputs for which a pair differs by more than rounding, where the pixel is not discarded. Tries that many: random
/// ones, and those at which the operands of a comparison are equal. The same inputs every time.
std::optional<Counterexample> find_counterexample(const Store& store, const std::vector<Pair>& pairs, Term killed,
                                                  Stage stage, std::uint32_t tries);

/// The smallest part of two terms in which they differ.
std::pair<Term, Term> smallest_difference(const Store& store, Term a, Term b);

}  // namespace agal::prove
