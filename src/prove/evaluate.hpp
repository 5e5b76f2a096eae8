// Evaluates terms for many invocations at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "agal/interpret.hpp"
#include "prove/store.hpp"

namespace agal::prove {

/// The number of quads and of invocations that are evaluated together. The pixels of a quad are adjacent, in the order
/// of the interpreter.
inline constexpr std::size_t quad_count = 16;
inline constexpr std::size_t lane_count = quad_count * quad_size;

/// A value for each invocation.
using Values = std::array<float, lane_count>;

/// A value for each pixel of a quad.
using Quad = std::array<float, quad_size>;

/// Smaller differences are ignored, because they may come from subnormal numbers, which error bounds do not cover.
inline constexpr float smallest = 1e-30f;

/// Distributions of random inputs.
enum class Numbers : std::uint8_t {
  Few,       // eight small numbers, so that the operands of comparisons are often equal
  Small,     // numbers from -4 to 4
  Wide,      // numbers of many magnitudes
  Special,   // zeros, infinities, NaN, subnormal numbers, limits
  Positive,  // numbers from 0 to 4, for which roots and logarithms are defined
};
inline constexpr std::size_t number_kinds = 5;

/// The origin of a term's value. An arm that a selection does not take does not count.
enum class Origin : std::uint8_t {
  Finite,    // the term and its operands are finite
  Overflow,  // an input is infinite or NaN, or a finite result is too large for a float
  Pole,      // an operation is not defined for its operands, as in 1 / 0
};

/// The inputs of an evaluation. `inputs` and `uniforms` are indexed by the payload of the leaf. Inputs that are not set
/// have random numbers of the kind `numbers`, which `seed` selects. Constants and the instance have the same value in
/// all pixels of a quad.
struct Environment {
  Numbers numbers = Numbers::Small;
  std::uint32_t seed = 0;
  std::unordered_map<std::uint32_t, Values> inputs, uniforms;
  Values instance{};
  float undefined = 0;
  std::uint32_t registers = 65536;  // the maximum number of constant registers of a program
  bool whole_quads = false;         // true if derivatives are defined even where pixels of a quad take different paths
  /// Textures by sampler register, with their states. Without a texture, texels are a smooth function.
  const std::vector<std::optional<TextureBinding>>* textures = nullptr;

  const Values& input(std::uint32_t payload) const;
  const Values& uniform(std::uint32_t payload) const;
};

/// Returns the value of an operation whose value in terms.def is not `special`.
float value_of(Op op, float a, float b = 0, float c = 0);

/// Evaluates the roots and all terms that they consist of. `run` may be called repeatedly. A texel is a smooth function
/// of the texture, the coordinates and the level, unless the environment has the texture.
class Evaluator {
 public:
  Evaluator(const Store& store, std::span<const Term> roots);

  void run(const Environment& environment);
  const Values& value(Term t) const { return values_[position_[index(t)]]; }

  /// Computes bounds of the rounding errors of all values in one quad, to first order. To be called after `run`.
  void bound_errors(std::size_t quad);
  /// Returns the error bound for a pixel of that quad.
  float error(Term t, std::size_t pixel) const { return errors_[position_[index(t)]][pixel]; }
  /// Returns true if rounding decides a comparison, a whole number or a pole in a pixel of that quad. The values of the
  /// pixel then show nothing.
  bool is_undecided(std::size_t pixel) const { return undecided_[pixel]; }
  /// Finds the origins of all values. To be called after `run`.
  void find_origins();
  Origin origin(Term t, std::size_t invocation) const { return origins_of(t)[invocation]; }

  /// Returns the number of terms that are evaluated.
  std::uint32_t size() const { return static_cast<std::uint32_t>(order_.size()); }
  /// The leaves and the comparisons among the terms, in order.
  const std::vector<Term>& leaves() const { return leaves_; }
  const std::vector<Term>& comparisons() const { return comparisons_; }
  /// The operands that may cause a pole (`PoleInfo`), such as divisors.
  const std::vector<Term>& poles() const { return poles_; }
  /// The reads of constant registers with a computed number (Op::UniformAt).
  const std::vector<Term>& indexed() const { return indexed_; }
  bool samples() const { return samples_; }
  /// Returns true if pixels depend on their neighbors.
  bool takes_derivatives() const { return samples_ || derivatives_; }
  bool has_undefined() const { return undefined_; }
  /// Returns true if a derivative is undefined where pixels of a quad take different paths (Op::Partial).
  bool has_partial() const { return partial_; }
  /// Returns true if floats represent all integers of the last run exactly.
  bool knows_integers() const { return knows_integers_; }
  /// Returns the leaves that affect a term.
  std::vector<Term> leaves_of(Term t) const;

 private:
  using Origins = std::array<Origin, lane_count>;
  const Origins& origins_of(Term t) const { return origins_[position_[index(t)]]; }
  void compute(Term t, const Environment& environment, Values& out);
  void leaf(Term t, const Environment& environment, Values& out) const;
  void sample(Term t, const Environment& environment, Values& out);
  void texel(Term t, const Environment& environment, Values& out) const;
  const TextureBinding* texture_of(Term sample, const Environment& environment) const;
  void bound(Term t, std::size_t quad, Quad& out);
  bool is_exact_total(std::span<const Term> parts, std::size_t invocation) const;
  void bound_texel(Term t, std::size_t quad, Quad& out) const;

  const Store& store_;
  std::vector<Term> order_;              // all terms to evaluate, operands first
  std::vector<std::uint32_t> position_;  // the position in `order_` by term
  std::vector<Term> leaves_, comparisons_, poles_, indexed_;
  std::vector<Values> values_;
  std::vector<Quad> errors_;
  std::vector<Origins> origins_;
  std::array<bool, quad_size> undecided_{};
  /// True for invocations that show nothing: the derivatives of a cube's coordinates are imprecise, or the invocation
  /// reads a constant register that no program has.
  std::array<bool, lane_count> blurred_{};
  bool samples_ = false, derivatives_ = false, undefined_ = false, partial_ = false, knows_integers_ = true;
};

}  // namespace agal::prove
