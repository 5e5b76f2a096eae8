// Checks equalities without the rules, by evaluating both sides.
#pragma once

#include <string>
#include <vector>

#include "prove/counterexample.hpp"
#include "prove/terms.hpp"

namespace agal::prove {

/// Evaluates both sides of an equality for 256 invocations: ordinary numbers, special numbers, and numbers that are
/// often equal. Returns a description of the first output that differs by more than `proof_class` permits; "" if none
/// does. `store` must be untouched, so that no rule can hide a difference.
std::string refutation(const Store& store, const std::vector<Pair>& pairs, Term killed, ProofClass proof_class);

}  // namespace agal::prove
