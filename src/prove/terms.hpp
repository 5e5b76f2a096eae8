// Terms: expressions over the inputs of a program. The store keeps each term once, in normal form (docs/proof.md).
#pragma once

#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "agal/isa.hpp"
#include "agal/prove/prove.hpp"
#include "base/register_set.hpp"

namespace agal::prove {

enum class Op : std::uint8_t {
#define AGAL_TERM(id, ...) id,
#include "prove/terms.def"
};

enum class Sort : std::uint8_t { Float, Int, Bool, Handle };

/// One row of terms.def.
struct OpInfo {
  std::string_view text;
  Sort sort;
};

inline constexpr auto op_table = std::to_array<OpInfo>({
#define AGAL_TERM(id, text, sort, value) {text, Sort::sort},
#include "prove/terms.def"
});
constexpr const OpInfo& info(Op op) { return op_table[static_cast<std::size_t>(op)]; }

enum class Pole : std::uint8_t { Zero, Negative, NotPositive, Base };

/// A row of AGAL_POLE.
struct PoleInfo {
  Op op;
  std::uint32_t operand;
  Pole kind;
};

inline constexpr auto pole_table = std::to_array<PoleInfo>({
#define AGAL_POLE(id, operand, kind) {Op::id, operand, Pole::kind},
#include "prove/terms.def"
});
/// Returns the operand for which an operation may not be defined; nullptr if the operation is always defined.
constexpr const PoleInfo* pole_of(Op op) {
  for (const PoleInfo& pole : pole_table)
    if (pole.op == op) return &pole;
  return nullptr;
}
/// Returns true if operands cause a pole. `next` is the operand after the operand that the pole belongs to.
constexpr bool is_pole(Pole kind, float operand, float next = 0) {
  if (operand != 0) return operand < 0 && kind != Pole::Zero;
  return kind == Pole::Zero || kind == Pole::NotPositive || (kind == Pole::Base && !(next > 0));
}

enum class Rule : std::uint8_t {
#define AGAL_RULE(id, ...) id,
#include "prove/rules.def"
};

/// One row of rules.def.
struct RuleInfo {
  std::string_view name;
  ProofClass rule_class;
  float bound;                 // the error bound of a rule of class Rounding, in units in the last place
  std::string_view algorithm;  // "" if the rule consists only of its identities
  std::string_view reason;
};

inline constexpr auto rule_table = std::to_array<RuleInfo>({
#define AGAL_RULE(id, name, class, bound, algorithm, reason) {name, ProofClass::class, bound, algorithm, reason},
#include "prove/rules.def"
});

/// The rules that may drop an infinity or a NaN.
inline constexpr auto dropping_rules = std::to_array<Rule>({
#define AGAL_DROPPING(id) Rule::id,
#include "prove/rules.def"
});

/// One identity of rules.def, as text.
struct RewriteText {
  Rule rule;
  std::string_view left, condition, right;
};

inline constexpr auto rewrite_texts = std::to_array<RewriteText>({
#define AGAL_REWRITE(id, left, condition, right) {Rule::id, #left, #condition, #right},
#include "prove/rules.def"
});

/// The rules that may be applied.
using RuleSet = std::bitset<rule_table.size()>;

/// Returns all rules of this class and of the classes before it.
RuleSet rules_up_to(ProofClass highest);

/// A set of rows of AGAL_REWRITE that have the same operation on the left side. Bit i is row i of that operation.
using Rows = std::uint32_t;

/// Neighbors of a pixel in its quad. The payload of a comparison about a neighbor has these bits.
inline constexpr std::uint32_t neighbor_x = 1u << 30, neighbor_y = 1u << 31;

/// The number of a node. The operands of a node have lower numbers than the node.
enum class Term : std::uint32_t {};
constexpr std::uint32_t index(Term t) { return static_cast<std::uint32_t>(t); }

/// The payload of Op::Undefined for a temporary that the program reads although it did not write it.
inline constexpr std::uint32_t unwritten_leaf = 0xffff'ffff;

/// The payload of Op::Undefined for the first variable that a module reads although AGAL does not have it. Further
/// variables have the next payloads.
inline constexpr std::uint32_t foreign_leaf = 2;

/// The operands of a fetch that select the level of detail.
enum class Level : std::uint8_t { Implicit, Bias, Lod, Gradients };

/// The payload of Op::Sample.
struct SampleForm {
  Level level;
  TextureKind kind;

  static constexpr SampleForm of(std::uint32_t payload) {
    return {static_cast<Level>(payload & 0xff), static_cast<TextureKind>(payload >> 8)};
  }
  constexpr std::uint32_t payload() const {
    return static_cast<std::uint32_t>(level) | static_cast<std::uint32_t>(kind) << 8;
  }
  constexpr std::uint32_t coordinates() const { return kind == TextureKind::Plane ? 2 : 3; }
};

/// Returns true for a constant that rules may merge with others. The product of two such constants neither overflows
/// nor becomes subnormal.
constexpr bool moderate(float value) {
  constexpr float limit = 1 << 24;
  const float size = value < 0 ? -value : value;
  return size >= 1 / limit && size <= limit;
}

/// Selects the constructor of a store that only folds constants and does not apply rules.
struct Untouched {};

/// All terms of a proof. Functions that make a term apply the rules, so that equal terms are the same node. When the
/// budget is spent, `exhausted` returns true, and terms that are made afterwards are meaningless.
class Store {
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
  Term leaf(Op op, std::uint32_t payload = 0) { return node(op, payload, {}); }
  /// Returns a lane of a constant register, or its value if one was assumed (`assume`).
  Term uniform_lane(std::uint32_t number, std::uint32_t lane);
  /// Assumes that a lane of a constant register has this value.
  void assume(std::uint32_t number, std::uint32_t lane, float value) { assumed_[4 * number + lane] = value; }
  /// Returns a lane of a temporary that the program did not write. A module's undefined value only equals it by a rule.
  Term unwritten() { return leaf(Op::Undefined, apply(Rule::Unwritten) ? 0 : unwritten_leaf); }
  Term always() const { return true_; }
  Term never() const { return false_; }

  // ---- numbers (arithmetic.cpp)
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

  // ---- conditions (conditions.cpp)
  Term equal(Term a, Term b);
  Term less(Term a, Term b);
  Term less_equal(Term a, Term b);
  Term int_equal(Term a, Term b);
  Term int_less(Term a, Term b);
  /// Returns `then` where `condition` holds and `other` elsewhere. All three are conditions.
  Term choose(Term condition, Term then, Term other);
  Term both(Term a, Term b) { return choose(a, b, false_); }
  Term either(Term a, Term b) { return choose(a, true_, b); }
  Term negation(Term a) { return choose(a, false_, true_); }
  bool implies(Term a, Term b) { return choose(a, b, true_) == true_; }
  /// Returns a condition about another pixel of the quad: the next one in the row, in the column, or in both
  /// (Neighbor).
  Term elsewhere(Term condition, std::uint32_t neighbor);
  /// Returns a simpler condition that equals `condition` where `care` holds.
  Term restrict(Term condition, Term care);

  // ---- selection (selection.cpp): `then` where `condition` holds, otherwise `other`; both are numbers
  Term select(Term condition, Term then, Term other);

  // ---- reading
  Op op(Term t) const { return nodes_[index(t)].op; }
  std::uint32_t payload(Term t) const { return nodes_[index(t)].payload; }
  std::span<const Term> args(Term t) const {
    const Node& n = nodes_[index(t)];
    return {pool_.data() + n.first, n.count};
  }
  Term arg(Term t, std::uint32_t i) const { return pool_[nodes_[index(t)].first + i]; }
  bool is(Term t, Op op) const { return nodes_[index(t)].op == op; }
  /// Returns the value of a constant.
  float value(Term t) const { return std::bit_cast<float>(payload(t)); }
  bool is_constant(Term t, float value) const {
    return is(t, Op::Constant) && payload(t) == std::bit_cast<std::uint32_t>(value);
  }
  bool is_zero(Term t) const { return is(t, Op::Constant) && value(t) == 0; }
  bool is_untouched() const { return untouched_; }
  /// Returns true if the term contains a value that AGAL or the target leaves open.
  bool is_undefined(Term t) const { return nodes_[index(t)].undefined; }
  /// Returns the comparison of a condition that consists of one comparison, and any other term unchanged.
  Term comparison_of(Term t) const {
    return is(t, Op::Choose) && arg(t, 1) == true_ && arg(t, 2) == false_ ? arg(t, 0) : t;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }

  /// The bounds of an integer. They are derived from at most six nested operations. If they are unknown, the range is
  /// all integers.
  struct Range {
    std::int64_t low, high;
  };
  Range range(Term integer) const { return range(integer, 6); }

  /// Returns true if a term has the same value in all invocations of a draw call.
  bool uniform(Term t);

  /// Returns the arm of a selection that is taken where `condition` holds. Other terms are returned unchanged.
  Term under(Term condition, Term value);

  /// Returns true if the rule may be applied, and then counts the use.
  bool apply(Rule rule) {
    if (!rules_[static_cast<std::size_t>(rule)]) return false;
    ++uses_[static_cast<std::size_t>(rule)];
    return true;
  }
  /// Replaces the set of rules that may be applied. Terms that were made before stay as they are.
  void allow(const RuleSet& rules);
  bool allows(Rule rule) const { return rules_[static_cast<std::size_t>(rule)]; }
  std::uint32_t uses(Rule rule) const { return uses_[static_cast<std::size_t>(rule)]; }
  const RuleSet& rules() const { return rules_; }

  bool exhausted() const { return exhausted_; }

  /// Sets whether the terms being made belong to the AGAL program. If so, rules may choose any value where AGAL leaves
  /// it open.
  void set_source_side(bool source) { source_side_ = source; }
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

  /// Returns the term as text. Operands that are nested more deeply than `depth` are replaced by "…".
  std::string text(Term t, Stage stage, std::uint32_t depth = 6) const;

 private:
  struct Node {
    Op op;
    std::uint8_t count;
    bool undefined;  // see `is_undefined`
    std::uint32_t payload;
    std::uint32_t first;  // the position of the first operand in `pool_`
  };
  struct Triple {
    Term a, b, c;
    bool operator==(const Triple&) const = default;
  };
  struct TripleHash {
    std::size_t operator()(const Triple& t) const;
  };

  Term node(Op op, std::uint32_t payload, std::span<const Term> args);
  Term node(Op op, std::uint32_t payload, std::initializer_list<Term> args) {
    return node(op, payload, std::span<const Term>(args.begin(), args.size()));
  }
  void rehash();
  Range range(Term integer, std::uint32_t depth) const;
  bool spent();
  /// Limits the recursion into sums inside sums, because the stack of a thread may be small.
  bool too_deep() const { return depth_ == 200; }
  Term diagram(Term first, Term high, Term low);
  std::optional<Term> chosen(const Triple& t) const;
  std::optional<Term> restricted(Term condition, Term care) const;
  Term commuting(Op op, Term a, Term b) { return a < b ? node(op, 0, {a, b}) : node(op, 0, {b, a}); }

  // rewrite.cpp, as `allow`: applies the first row of rules.def that matches an operation
  std::optional<Term> rewritten(Op op, std::span<const Term> operands);

  // arithmetic.cpp
  std::optional<Term> simplified(Op op, std::initializer_list<Term> operands);
  Term counted(Rule rule, Term before, Term after) {
    if (before != after) apply(rule);
    return after;
  }
  bool merge(float& total, float more);
  bool is_extreme(Term product) const;
  bool is_masked(Term t) const;
  Term sum(std::span<const Term> parts);
  void flatten(Term t, std::initializer_list<Op> ops, std::vector<Term>& parts) const;
  Term product(Term a, Term b);
  Term either_sign(Term sum_term);
  bool drop_sign(Term& t);
  bool same_derivative(Op derivative, Term coordinate, Term gradient, float& factor) const;
  void drop_scale(std::span<Term> direction, bool has_level);

  // conditions.cpp
  Term atom(Op op, Term a, Term b);
  std::optional<Term> compare_difference(Op op, Term a, Term b);
  Term compare(Op op, Term a, Term b);
  bool is_condition(Term t) const { return is(t, Op::Choose) || t == true_ || t == false_; }
  Term top(Term condition) const { return is(condition, Op::Choose) ? arg(condition, 0) : Term{}; }
  Term branch(Term condition, Term atom, bool holds) const;

  // selection.cpp
  struct Case {
    Term condition, value;
  };
  bool add_cases(std::vector<Case>& cases, Term condition, Term value);
  Term selection(Term condition, Term then, Term other);
  Term merged(Term condition, Term then, Term other);

  std::vector<Node> nodes_;
  std::vector<Term> pool_;
  struct Slot {
    std::uint32_t number = 0;  // the number of the node + 1; 0 if the slot is empty
    std::uint32_t hash = 0;
  };
  std::vector<Slot> table_;            // a hash table with open addressing
  std::vector<std::uint8_t> uniform_;  // results of `uniform` by node; 0: unknown, 1: no, 2: yes
  std::unordered_map<Triple, Term, TripleHash> chosen_;
  std::unordered_map<Triple, Term, TripleHash> restricted_;
  RuleSet rules_;
  std::array<Rows, op_table.size()> rows_{};  // the rows of `rules_` by operation
  std::array<std::uint32_t, rule_table.size()> uses_{};
  std::unordered_map<std::uint32_t, float> assumed_;
  base::RegisterSet one_level_;                                  // textures that are read without a mip filter
  std::unordered_map<std::uint32_t, std::uint32_t> same_state_;  // the result of `state_of` by sampler
  std::uint32_t budget_;
  std::uint32_t depth_ = 0;   // the depth of the recursion through sums
  std::uint32_t opaque_ = 0;  // the number of comparisons of undefined values; the results are all distinct
  // Cached results of rules that recurse into sums, because sums share their parts. `allow` clears the caches.
  std::unordered_map<Term, Term> negated_;
  std::map<std::pair<Term, Term>, Term> distributed_;
  std::map<std::pair<Term, std::uint32_t>, Term> elsewhere_;  // results of `elsewhere`
  bool exhausted_ = false, source_side_ = false, untouched_ = false;
  Term true_{}, false_{};
};

}  // namespace agal::prove
