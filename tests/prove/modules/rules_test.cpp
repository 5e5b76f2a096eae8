// The rewriting rules of the prover. Random terms are evaluated with and without the rules of class Exact, bit by bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "prove/evaluate.hpp"
#include "prove/rewrite.hpp"
#include "prove/store.hpp"

namespace agal::prove {
namespace {

// The term that the rules create for a tree of operations, and the value of the tree without rules.
struct Made {
  Term term{};
  float value = 0;
};

class RandomTerms {
 public:
  RandomTerms(Store& store, std::uint32_t seed) : store_(store), random_(seed) {
    for (std::uint32_t i = 0; i < inputs; ++i) {
      const float value = special_or_random();
      environment_.inputs[i].fill(value);
      leaves_.push_back({store.leaf(Op::Input, i), value});
    }
  }

  Made make(std::uint32_t depth) {
    if (depth == 0) return pick(5) == 0 ? constant() : leaves_[pick(inputs)];
    const Made a = make(depth - 1), b = make(pick(depth));
    switch (pick(21)) {
      case 0: return {store_.add(a.term, b.term), a.value + b.value};
      case 1: return {store_.subtract(a.term, b.term), a.value - b.value};
      case 2: return {store_.multiply(a.term, b.term), a.value * b.value};
      case 3: return {store_.divide(a.term, b.term), a.value / b.value};
      case 4: return {store_.negate(a.term), -a.value};
      case 5: return {store_.unary(Op::Abs, a.term), std::fabs(a.value)};
      case 6: return {store_.unary(Op::Floor, a.term), std::floor(a.value)};
      case 7: return {store_.minimum(a.term, b.term), b.value < a.value ? b.value : a.value};
      case 8: return {store_.maximum(a.term, b.term), a.value < b.value ? b.value : a.value};
      case 9: return {store_.unary(Op::Sqrt, a.term), std::sqrt(a.value)};
      case 10: return select(store_.less(a.term, b.term), a.value < b.value, depth);
      case 11: return select(store_.less_equal(a.term, b.term), a.value <= b.value, depth);
      case 12: return select(store_.equal(a.term, b.term), a.value == b.value, depth);
      case 13: return select(store_.negation(store_.less(a.term, b.term)), !(a.value < b.value), depth);
      case 14: {
        const Made c = make(depth - 1), d = make(pick(depth));
        const Term condition = store_.both(store_.less(a.term, b.term), store_.equal(c.term, d.term));
        return select(condition, a.value < b.value && c.value == d.value, depth);
      }
      case 15: {
        const Made c = make(depth - 1), d = make(pick(depth));
        const Term condition = store_.either(store_.less_equal(a.term, b.term), store_.less(c.term, d.term));
        return select(condition, a.value <= b.value || c.value < d.value, depth);
      }
      case 16: return clamp(a);
      case 17: return clamp(clamp(a));
      case 18: return dot(a, b, leaves_[pick(inputs)]);
      case 19: return dot({store_.negate(a.term), -a.value}, {store_.negate(b.term), -b.value}, b);
      default: return {store_.add(a.term, a.term), a.value + a.value};
    }
  }

  const Environment& environment() const { return environment_; }

 private:
  static constexpr std::uint32_t inputs = 5;

  std::uint32_t pick(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }

  Made select(Term condition, bool holds, std::uint32_t depth) {
    const Made then = make(depth - 1), other = make(depth - 1);
    return {store_.select(condition, then.term, other.term), holds ? then.value : other.value};
  }

  // Clamps to two random constants, in any order.
  Made clamp(const Made& a) {
    const Made low = constant(), high = constant();
    const float raised = a.value < low.value ? low.value : a.value;
    const float value = raised > high.value ? high.value : raised;
    return {store_.clamp(a.term, low.term, high.term), value};
  }

  // Returns the dot product of (x, y) and (z, z).
  Made dot(const Made& x, const Made& y, const Made& z) {
    const std::array left{x.term, y.term}, right{z.term, z.term};
    return {store_.dot(left, right), x.value * z.value + y.value * z.value};
  }

  Made constant() {
    const float value = special_or_random();
    return {store_.constant(value), value};
  }

  float special_or_random() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr std::array special{0.0f, -0.0f, 1.0f, -1.0f, 2.0f, 0.5f, infinity, -infinity, 1e-40f, 3e38f, -2.0f};
    if (pick(12) == 0) return std::numeric_limits<float>::quiet_NaN();
    if (pick(3) != 0) return special[pick(special.size())];
    return std::ldexp(static_cast<float>(static_cast<std::int32_t>(random_())), -28);
  }

  Store& store_;
  std::mt19937 random_;
  Environment environment_;
  std::vector<Made> leaves_;
};

bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// The environment variable AGAL_RULE_TREES sets the number of terms.
std::uint32_t wanted_trees() {
  const char* const text = std::getenv("AGAL_RULE_TREES");
  return text != nullptr ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 20'000;
}

TEST(Rules, ExactRulesKeepEveryBit) {
  for (std::uint32_t seed = 0; seed < wanted_trees(); ++seed) {
    Store store(rules_up_to(ProofClass::Exact), 100'000);
    RandomTerms random(store, seed);
    const Made made = random.make(4);
    Evaluator evaluator(store, {&made.term, 1});
    evaluator.run(random.environment());
    const float value = evaluator.value(made.term)[0];
    ASSERT_TRUE(same(value, made.value)) << "seed " << seed << ": " << value << " instead of " << made.value << "\n"
                                         << store.text(made.term, Stage::Fragment, 20);
  }
}

TEST(Rules, HaveAReason) {
  for (std::size_t i = 0; i < rule_table.size(); ++i) {
    const RuleInfo& rule = rule_table[i];
    const bool has_row =
        std::ranges::any_of(rewrite_texts, [&](const RewriteText& row) { return row.rule == static_cast<Rule>(i); });
    EXPECT_TRUE(has_row || !rule.algorithm.empty()) << rule.name;
    EXPECT_EQ(rule.reason.back(), '.') << rule.name;
  }
}

// The environment variable AGAL_RULE_VALUES sets the number of values for each row.
std::uint32_t wanted_values() {
  const char* const text = std::getenv("AGAL_RULE_VALUES");
  return text != nullptr ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 20'000;
}

// Evaluates the two sides of each row of rules.def, without applying rules.
class RowCheck {
 public:
  RowCheck() : store_(Untouched{}, 10'000) {
    for (std::uint32_t i = 0; i < 7; ++i) variables_.push_back(store_.leaf(Op::Input, i));
    variables_.push_back(store_.leaf(Op::Uniform, 0));
    variables_.push_back(store_.less(store_.leaf(Op::Input, 8), store_.leaf(Op::Input, 9)));
    rows_ = rewrite_sides(store_, variables_);
  }

  std::size_t count() const { return rows_.size(); }
  const RuleInfo& rule(std::size_t i) const { return rule_table[static_cast<std::size_t>(rows_[i].rule)]; }

  /// Checks that the two sides of a row agree within the bound of its class. Returns the number of values to which the
  /// row applies.
  std::size_t check(std::size_t i, std::uint32_t values) {
    const std::array roots{rows_[i].left, rows_[i].right, variables_[3], variables_[4], variables_[5], variables_[6]};
    Evaluator evaluator(store_, roots);
    std::size_t compared = 0;
    for (std::uint32_t run = 0; run * lane_count < values; ++run) {
      Environment environment;
      environment.numbers = static_cast<Numbers>(run % number_kinds);
      environment.seed = run;
      evaluator.run(environment);
      evaluator.find_origins();
      for (std::size_t k = 0; k < lane_count; ++k) {
        const auto constant = [&](std::size_t n) { return evaluator.value(variables_[3 + n])[k]; };
        if (!rows_[i].condition(constant(0), constant(1), constant(2), constant(3))) continue;
        if (rule(i).rule_class != ProofClass::Exact && !is_finite(evaluator, roots, k)) continue;
        if (rule(i).rule_class == ProofClass::Rounding && has_subnormal(evaluator, roots[0], roots[1], k)) continue;
        ++compared;
        const float left = evaluator.value(roots[0])[k], right = evaluator.value(roots[1])[k];
        EXPECT_TRUE(holds(evaluator, i, k, left, right))
            << rule(i).name << ", row " << i << ", run " << run << ", " << k << ": " << left << " and " << right << ": "
            << store_.text(roots[0], Stage::Fragment) << " = " << store_.text(roots[1], Stage::Fragment);
      }
    }
    return compared;
  }

 private:
  template <class Fn>
  void for_each_term(Term root, Fn&& fn) const {
    fn(root);
    for (const Term t : store_.args(root)) for_each_term(t, fn);
  }

  // Returns true if all terms on which either side depends are finite.
  static bool is_finite(const Evaluator& evaluator, std::span<const Term> sides, std::size_t k) {
    return evaluator.origin(sides[0], k) == Origin::Finite && evaluator.origin(sides[1], k) == Origin::Finite;
  }

  // Returns true if an intermediate result is subnormal or was rounded to zero.
  bool has_subnormal(const Evaluator& evaluator, Term left, Term right, std::size_t k) const {
    bool found = false;
    for (const Term root : {left, right})
      for_each_term(root, [&](Term t) {
        const float value = evaluator.value(t)[k];
        const bool from_zero =
            std::ranges::any_of(store_.args(t), [&](Term part) { return evaluator.value(part)[k] == 0; });
        found =
            found || std::fpclassify(value) == FP_SUBNORMAL || (value == 0 && !from_zero && !store_.args(t).empty());
      });
    return found;
  }

  // Returns the maximum magnitude of the results and of all summands, including the other pixels of a derivative.
  float scale(const Evaluator& evaluator, std::size_t i, std::size_t k) const {
    float most = 0;
    const auto take = [&](Term t, std::size_t pixel) { most = std::max(most, std::fabs(evaluator.value(t)[pixel])); };
    for (const Term root : {rows_[i].left, rows_[i].right}) {
      take(root, k);
      for_each_term(root, [&](Term t) {
        const bool derives = store_.is(t, Op::DerivativeX) || store_.is(t, Op::DerivativeY);
        if (!derives && !store_.is(t, Op::Add)) return;
        for (const Term part : store_.args(t))
          for (const std::size_t pixel : {k, derives ? k ^ 1 : k, derives ? k ^ 2 : k}) take(part, pixel);
      });
    }
    return most;
  }

  bool holds(const Evaluator& evaluator, std::size_t i, std::size_t k, float left, float right) const {
    switch (rule(i).rule_class) {
      case ProofClass::Exact: return same(left, right);
      case ProofClass::Undefined: return left == right;
      case ProofClass::Rounding: return std::fabs(left - right) <= rule(i).bound * 0x1p-23f * scale(evaluator, i, k);
      case ProofClass::ValueChanging: return true;
    }
    return false;
  }

  Store store_;
  std::vector<Term> variables_;
  std::vector<RewriteSides> rows_;
};

TEST(Rules, RowsKeepBoundOfClass) {
  RowCheck check;
  ASSERT_EQ(check.count(), rewrite_texts.size());
  for (std::size_t i = 0; i < check.count(); ++i)
    EXPECT_GT(check.check(i, wanted_values()), 0U) << rewrite_texts[i].left;
}

// Two terms that are equal if rules up to class `needs` apply, and different otherwise.
struct Identity {
  const char* name;
  ProofClass needs;
  Term (*left)(Store&);
  Term (*right)(Store&);
};

Term x(Store& s) { return s.leaf(Op::Input, 0); }
Term y(Store& s) { return s.leaf(Op::Input, 1); }
Term z(Store& s) { return s.leaf(Op::Input, 2); }

TEST(Rules, ProveIdentitiesOnlyInTheirClass) {
  const std::vector<Identity> identities{
      {"commute", ProofClass::Exact, [](Store& s) { return s.multiply(x(s), y(s)); },
       [](Store& s) { return s.multiply(y(s), x(s)); }},
      {"negate", ProofClass::Exact, [](Store& s) { return s.multiply(s.negate(x(s)), y(s)); },
       [](Store& s) { return s.negate(s.multiply(x(s), y(s))); }},
      {"negate in abs", ProofClass::Exact, [](Store& s) { return s.unary(Op::Abs, s.negate(s.add(x(s), y(s)))); },
       [](Store& s) { return s.unary(Op::Abs, s.add(x(s), y(s))); }},
      {"negated parts in abs", ProofClass::Exact,
       [](Store& s) { return s.unary(Op::Abs, s.subtract(s.negate(x(s)), s.add(y(s), z(s)))); },
       [](Store& s) { return s.unary(Op::Abs, s.add(x(s), s.add(y(s), z(s)))); }},
      {"difference in abs", ProofClass::Exact, [](Store& s) { return s.unary(Op::Abs, s.subtract(x(s), y(s))); },
       [](Store& s) { return s.unary(Op::Abs, s.subtract(y(s), x(s))); }},
      {"fraction", ProofClass::Exact, [](Store& s) { return s.subtract(x(s), s.unary(Op::Floor, x(s))); },
       [](Store& s) { return s.unary(Op::Fract, x(s)); }},
      {"nested-select", ProofClass::Exact,
       [](Store& s) { return s.select(s.less(x(s), y(s)), s.select(s.less(y(s), z(s)), x(s), y(s)), y(s)); },
       [](Store& s) { return s.select(s.both(s.less(y(s), z(s)), s.less(x(s), y(s))), x(s), y(s)); }},
      {"clamp-in-clamp", ProofClass::Exact,
       [](Store& s) { return s.clamp(s.clamp(x(s), s.constant(-4), s.constant(9)), s.constant(-5), s.constant(9)); },
       [](Store& s) { return s.clamp(x(s), s.constant(-4), s.constant(9)); }},
      {"negated-sum", ProofClass::Undefined,
       [](Store& s) {
         const std::array a{s.negate(x(s)), s.negate(y(s))}, b{z(s), x(s)};
         return s.dot(a, b);
       },
       [](Store& s) {
         const std::array a{x(s), y(s)}, b{z(s), x(s)};
         return s.negate(s.dot(a, b));
       }},
      {"clamp-of-min-max", ProofClass::Undefined,
       [](Store& s) { return s.maximum(s.minimum(x(s), s.constant(1)), s.constant(0)); },
       [](Store& s) { return s.clamp(x(s), s.constant(0), s.constant(1)); }},
      {"zero-product", ProofClass::Undefined, [](Store& s) { return s.multiply(x(s), s.constant(0)); },
       [](Store& s) { return s.constant(0); }},
      {"fma-as-sum", ProofClass::Rounding, [](Store& s) { return s.fma(x(s), y(s), z(s)); },
       [](Store& s) { return s.add(s.multiply(x(s), y(s)), z(s)); }},
      {"regroup", ProofClass::Rounding, [](Store& s) { return s.add(s.add(x(s), y(s)), z(s)); },
       [](Store& s) { return s.add(x(s), s.add(y(s), z(s))); }},
      {"reciprocal", ProofClass::Rounding, [](Store& s) { return s.multiply(x(s), s.divide(s.constant(1), y(s))); },
       [](Store& s) { return s.divide(x(s), y(s)); }},
      {"cancel", ProofClass::ValueChanging, [](Store& s) { return s.add(x(s), s.subtract(y(s), x(s))); },
       [](Store& s) { return y(s); }},
      {"distribute", ProofClass::ValueChanging, [](Store& s) { return s.multiply(x(s), s.add(y(s), z(s))); },
       [](Store& s) { return s.add(s.multiply(x(s), y(s)), s.multiply(x(s), z(s))); }},
  };
  for (const Identity& identity : identities)
    for (const ProofClass c :
         {ProofClass::Exact, ProofClass::Undefined, ProofClass::Rounding, ProofClass::ValueChanging}) {
      Store store(rules_up_to(c), 1000);
      EXPECT_EQ(identity.left(store) == identity.right(store), c >= identity.needs)
          << identity.name << " with " << agal::name(c);
    }
}

// Integer addition may wrap, and a clamp with reversed bounds gives no range.
TEST(Rules, KnowRangesOnlyWithoutWrapping) {
  Store store(rules_up_to(ProofClass::Exact), 1000);
  const auto index = [&](float low, float high) {
    return store.to_int(store.clamp(x(store), store.constant(low), store.constant(high)));
  };
  const Term any = store.to_int(x(store)), three = store.integer(3), five = store.integer(5);
  EXPECT_NE(store.int_less(three, store.int_add(store.int_maximum(any, store.integer(0)), five)), store.always());
  EXPECT_EQ(store.int_less(three, store.int_add(index(0, 9), five)), store.always());
  EXPECT_NE(store.int_less(three, store.int_add(index(9, 0), five)), store.always());
}

TEST(Rules, StopAtBudget) {
  Store store(rules_up_to(ProofClass::Exact), 100);
  Term sum = store.constant(1);
  for (std::uint32_t i = 0; i < 1000; ++i) sum = store.add(sum, store.leaf(Op::Input, i));
  EXPECT_TRUE(store.exhausted());
}

}  // namespace
}  // namespace agal::prove
