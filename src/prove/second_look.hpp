// A check of every answer that does not use the rules: both sides as numbers.
#pragma once

#include <string>
#include <vector>

#include "prove/counterexample.hpp"
#include "prove/terms.hpp"

namespace agal::prove {

/// Evaluates both sides of an equality for some hundred inputs: ordinary ones, special ones, and inputs at which the
/// operands of comparisons are equal. Returns the first output that differs by more than `proof_class` grants, as text,
/// and "" if none does. `store` is untouched, so that no rule can hide a difference.
std::string refutation(const Store& store, const std::vector<Pair>& pairs, Term killed, ProofClass proof_class);

}  // namespace agal::prove
