// Inputs for which two sides differ.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agal/prove.hpp"
#include "prove/terms.hpp"

namespace agal::prove {

/// The terms of both sides for one lane of an output, or for the condition of a discard.
struct Pair {
  std::string name;  // "oc.x", "discard"
  Term expected{}, found{};
};

/// The terms of all pairs, and the condition of a discard.
std::vector<Term> terms_of(const std::vector<Pair>& pairs, Term killed);

/// The search for inputs for which a pair differs by more than rounding, where the pixel is not discarded.
struct CounterexampleSearch {
  Stage stage = Stage::Vertex;
  std::uint32_t tries = 0;      // quads or vertices
  std::uint32_t registers = 0;  // constant registers that a program may have
  /// Textures with the states in which the program reads them, by sampler register.
  std::vector<std::optional<TextureBinding>> textures;
  /// Whether the program computes the expected value of the example.
  std::function<bool(const Counterexample&)> confirm;
};

/// Tries random inputs, and inputs at which the operands of a comparison are equal; the same ones every time. `store`
/// is untouched, so that both sides are evaluated as they are, and no rule can make a difference.
std::optional<Counterexample> find_counterexample(const Store& store, const std::vector<Pair>& pairs, Term killed,
                                                  const CounterexampleSearch& search);

/// The smallest part of two terms in which they differ.
std::pair<Term, Term> smallest_difference(const Store& store, Term a, Term b);

}  // namespace agal::prove
