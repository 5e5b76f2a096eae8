// The search for counterexamples: inputs for which the two sides of a proof, the program and the SPIR-V module, differ.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "prove/store.hpp"

namespace agal::prove {

/// The terms of both sides for one lane of an output, or for the condition of a discard.
struct Pair {
  std::string name;  // "oc.x", "discard"
  Term expected{}, found{};
};

/// Returns the terms of all pairs, and the condition of a discard.
std::vector<Term> terms_of(const std::vector<Pair>& pairs, Term killed);

/// The parameters of a search. The search looks for a pair that differs by more than rounding where the pixel is not
/// discarded.
struct CounterexampleSearch {
  Stage stage = Stage::Vertex;
  std::uint32_t tries = 0;      // the maximum number of quads (vertex programs: vertices)
  std::uint32_t registers = 0;  // the maximum number of constant registers of a program
  /// The textures and their sampler states, by sampler register.
  std::vector<std::optional<TextureBinding>> textures;
  /// Returns true if the program computes the expected value of the example.
  std::function<bool(const Counterexample&)> confirm;
};

/// Tries random inputs, and inputs for which the operands of a comparison are equal. The search is deterministic.
/// `store` must be untouched (see `Untouched`), so that no rule affects the values of the sides.
std::optional<Counterexample> find_counterexample(const Store& store, const std::vector<Pair>& pairs, Term killed,
                                                  const CounterexampleSearch& search);

/// Returns the smallest subterms that differ between two terms.
std::pair<Term, Term> smallest_difference(const Store& store, Term a, Term b);

}  // namespace agal::prove
