// Makes the terms of both sides of a proof in normal form.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/register_set.hpp"
#include "prove/conditions.hpp"
#include "prove/rules.hpp"

namespace agal::prove {

/// Selects the constructor of a store that only folds constants and does not apply rules.
struct Untouched {};

/// All terms of a proof. Functions that make a term apply the rules, so that equal terms are the same node.
class Store : public Conditions {
 public:
  Store(const RuleSet& rules, std::uint32_t budget);
  Store(Untouched, std::uint32_t budget);

  // ---- leaves
  Term constant(float value) { return constant_bits(std::bit_cast<std::uint32_t>(value)); }
  Term constant_bits(std::uint32_t bits) {
    const bool is_negative_zero = bits == 0x8000'0000;
    return leaf(Op::Constant, is_negative_zero && apply(Rule::ZeroSign) ? 0 : bits);
  }
  Term integer(std::int32_t value) { return leaf(Op::Integer, static_cast<std::uint32_t>(value)); }
  /// Returns a lane of a constant register, or its value if one was assumed (`assume`).
  Term uniform_lane(std::uint32_t number, std::uint32_t lane);
  /// Returns a lane of a temporary that the program did not write. A module's undefined value only equals it by a rule.
  Term unwritten() { return leaf(Op::Undefined, apply(Rule::Unwritten) ? 0 : unwritten_leaf); }

  // ---- numbers
  /// Makes an operation on numbers or a comparison by calling the matching function below.
  Term make(Op op, std::span<const Term> operands);
  /// Returns the value of an operation on constants, or the operation itself if an operand is not a constant.
  Term computed(Op op, std::span<const Term> operands);
  Term unary(Op op, Term a);
  Term add(Term a, Term b);
  Term subtract(Term a, Term b) { return add(a, negate(b)); }
  Term negate(Term a);
  Term multiply(Term a, Term b);
  Term divide(Term a, Term b);
  Term minimum(Term a, Term b);
  Term maximum(Term a, Term b);
  Term clamp(Term a, Term low, Term high);
  Term fma(Term a, Term b, Term c);
  Term power(Term a, Term b);
  /// Returns the dot product of two vectors of equal width.
  Term dot(std::span<const Term> a, std::span<const Term> b);
  /// Returns the sum of products, as a dot product adds them.
  Term dot(std::vector<Term> products);
  /// Returns lane `c` of the cross product of two vectors of three lanes.
  Term cross(std::span<const Term> a, std::span<const Term> b, std::uint32_t c);
  /// Returns a lane of a normalized vector. `lane` is the same lane of the original vector, and `square` is the
  /// vector's dot product with itself.
  Term normalized(Term lane, Term square);
  /// Converts a float to an integer by truncation toward zero.
  Term to_int(Term a);
  Term to_float(Term a);
  Term int_add(Term a, Term b);
  Term int_multiply(Term a, Term b);
  Term int_minimum(Term a, Term b);
  Term int_maximum(Term a, Term b);
  /// Returns a lane of the constant register with a computed number.
  Term uniform_at(Term number, std::uint32_t lane);
  /// Returns a lane of a fetch. The operands are the texture, the sampler, the coordinates, and the operands that
  /// `level` needs.
  Term texel(Level level, TextureKind kind, std::span<const Term> operands, std::uint32_t lane);
  /// Returns `value`, which needs an implicit derivative and so is defined only where all pixels of the quad are on
  /// `path`.
  Term partial(Term value, Term path);

  // ---- comparisons and selections
  Term equal(Term a, Term b);
  Term less(Term a, Term b);
  Term less_equal(Term a, Term b);
  Term int_equal(Term a, Term b);
  Term int_less(Term a, Term b);
  /// Returns `then` where `condition` holds, otherwise `other`. Both are numbers.
  Term select(Term condition, Term then, Term other);
  /// Returns the arm of a selection that is taken where `condition` holds. Other terms are returned unchanged.
  Term under(Term condition, Term value);

  // ---- rules
  /// Returns true if the rule may be applied, and then counts the use.
  bool apply(Rule rule) { return rules_.apply(rule); }
  /// Replaces the set of rules that may be applied. Terms that were made before stay as they are.
  void allow(const RuleSet& rules);
  bool allows(Rule rule) const { return rules_.allows(rule); }
  std::uint32_t uses(Rule rule) const { return rules_.uses(rule); }
  const RuleSet& rules() const { return rules_.allowed(); }
  /// Sets whether the terms being made belong to the AGAL program. If so, rules may choose any value where AGAL leaves
  /// it open.
  void set_source_side(bool source) { source_side_ = source; }
  bool is_source_side() const { return source_side_; }

  // ---- facts about the program
  /// Assumes that a lane of a constant register has this value.
  void assume(std::uint32_t number, std::uint32_t lane, float value) { assumed_[4 * number + lane] = value; }
  /// Returns the assumed value of a lane of a constant register. The payload is 4 * register + lane.
  std::optional<float> assumed(std::uint32_t payload) const {
    const auto found = assumed_.find(payload);
    return found != assumed_.end() ? std::optional(found->second) : std::nullopt;
  }
  /// Records that a texture is read without a mip filter, so that the level of a sample does not matter.
  void set_one_level(std::uint32_t texture) { one_level_.add(texture); }
  /// Records that two samplers have the same state.
  void share_state(std::uint32_t sampler, std::uint32_t first) { same_state_[sampler] = first; }
  /// Returns the first sampler that has the same state.
  std::uint32_t state_of(std::uint32_t sampler) const {
    const auto found = same_state_.find(sampler);
    return found != same_state_.end() ? found->second : sampler;
  }
  Term sampler(std::uint32_t number) { return leaf(Op::Sampler, state_of(number)); }
  bool has_one_level(Term texture) const { return is(texture, Op::Texture) && one_level_.contains(payload(texture)); }

 private:
  struct Case {
    Term condition, value;
  };

  Store(const RuleSet& rules, std::uint32_t budget, bool untouched);

  /// Returns true if the recursion into sums inside sums is at its limit.
  bool too_deep() const { return depth_ == max_recursion; }
  Term commuting(Op op, Term a, Term b) { return a < b ? node(op, 0, {a, b}) : node(op, 0, {b, a}); }
  Term counted(Rule rule, Term before, Term after) {
    if (before != after) apply(rule);
    return after;
  }
  std::optional<Term> rewritten(Op op, std::span<const Term> operands) { return rules_.rewritten(*this, op, operands); }

  // ---- arithmetic.cpp
  std::optional<Term> simplified(Op op, std::initializer_list<Term> operands);
  bool merge(float& total, float more);
  bool is_extreme(Term product) const;
  bool is_masked(Term t) const;
  Term sum(std::span<const Term> parts);
  void flatten(Term t, std::initializer_list<Op> ops, std::vector<Term>& parts) const;
  Term product(Term a, Term b);
  Term either_sign(Term sum_term);
  bool drop_sign(Term& t);

  // ---- store.cpp
  bool same_derivative(Op derivative, Term coordinate, Term gradient, float& factor) const;
  void drop_scale(std::span<Term> direction, bool has_level);
  Term atom(Op op, Term a, Term b);
  std::optional<Term> compare_difference(Op op, Term a, Term b);
  Term compare(Op op, Term a, Term b);
  bool add_cases(std::vector<Case>& cases, Term condition, Term value);
  Term selection(Term condition, Term then, Term other);
  Term merged(Term condition, Term then, Term other);

  Rules rules_;
  std::unordered_map<std::uint32_t, float> assumed_;
  base::RegisterSet one_level_;                                  // textures that are read without a mip filter
  std::unordered_map<std::uint32_t, std::uint32_t> same_state_;  // the result of `state_of` by sampler
  std::uint32_t depth_ = 0;                                      // the depth of the recursion through sums
  std::uint32_t opaque_ = 0;  // the number of comparisons of undefined values; the results are all distinct
  // Cached results of rules that recurse into sums, because sums share their parts. `allow` clears the caches.
  std::unordered_map<Term, Term> negated_;
  std::map<std::pair<Term, Term>, Term> distributed_;
  bool source_side_ = false;
};

}  // namespace agal::prove
