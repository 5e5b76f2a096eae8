// Checks equalities without the rules, by evaluating both sides.
#pragma once

#include <string>
#include <vector>

#include "prove/counterexample.hpp"
#include "prove/store.hpp"

namespace agal::prove {

/// The differences that a proof permits.
struct Permission {
  ProofClass proof_class = ProofClass::Exact;
  bool overflow = false;  // a value of the module may be infinite or NaN by overflow or by an infinite input
};

/// Evaluates both sides of an equality for 256 invocations: ordinary numbers, special numbers, and numbers that are
/// often equal. Above class Exact, an invocation counts only if the value of the program is finite and not discarded;
/// if no invocation of an output counts, up to 1,024 more are evaluated. An output that is never finite, because an
/// operation has a pole, must be infinite in both sides or NaN in both sides. Returns a description of the first output
/// that differs by more than `permission`, or that cannot be compared; "" if there is none. `store` must be untouched,
/// so that no rule can hide a difference.
std::string refutation(const Store& store, const std::vector<Pair>& pairs, Term killed, const Permission& permission);

}  // namespace agal::prove
