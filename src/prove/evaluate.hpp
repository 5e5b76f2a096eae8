// Terms as numbers, for inputs that show a difference.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "agal/interpret.hpp"
#include "prove/terms.hpp"

namespace agal::prove {

/// A value for each pixel of a quad, in the order of the interpreter; those of a vertex are all equal.
using Quad = std::array<float, quad_size>;

/// The inputs of an evaluation, by payload of the leaves.
struct Environment {
  std::unordered_map<std::uint32_t, Quad> inputs;
  std::unordered_map<std::uint32_t, float> uniforms;
  float instance = 0;
  float undefined = 0;
};

/// Evaluates the terms that some roots consist of, again and again. Texels are a smooth function of the texture, the
/// coordinates and the level.
class Evaluator {
 public:
  Evaluator(const Store& store, std::span<const Term> roots);

  void run(const Environment& environment);
  const Quad& value(Term t) const { return values_[index(t)]; }

  /// How many terms are evaluated.
  std::uint32_t size() const { return static_cast<std::uint32_t>(order_.size()); }
  /// The leaves and the comparisons among the terms, in order.
  const std::vector<Term>& leaves() const { return leaves_; }
  const std::vector<Term>& comparisons() const { return comparisons_; }
  /// The constant registers with a computed number.
  const std::vector<Term>& indexed() const { return indexed_; }
  bool samples() const { return samples_; }
  /// Whether pixels depend on their neighbors.
  bool takes_derivatives() const { return samples_ || derivatives_; }
  bool has_undefined() const { return undefined_; }
  /// Whether all integers of the last run were small enough for a float.
  bool knows_integers() const { return knows_integers_; }
  /// The leaves that a term hangs on.
  std::vector<Term> leaves_of(Term t) const;

 private:
  Quad compute(Term t, const Environment& environment) const;
  Quad leaf(Term t, const Environment& environment) const;
  Quad texel(Term t) const;

  const Store& store_;
  std::vector<Term> order_;  // operands first
  std::vector<Term> leaves_, comparisons_, indexed_;
  std::vector<Quad> values_;
  bool samples_ = false, derivatives_ = false, undefined_ = false, knows_integers_ = true;
};

}  // namespace agal::prove
