// Leaves, comparisons, selections and fetches.
#include "prove/store.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace agal::prove {
namespace {

// The maximum number of values for which nested selections are merged and sorted. With more values, the conditions
// would become too long.
constexpr std::size_t max_cases = 8;

bool holds(Op op, float a, float b) {
  if (op == Op::Equal) return a == b;
  return op == Op::Less ? a < b : a <= b;
}

// Returns the bias that has the effect of multiplying the gradients by this factor. A bias in AGAL is a multiple of
// 1/8, so a nearby multiple is preferred if it is exact.
float bias_of(float factor) {
  const float bias = std::log2(factor), eighths = std::round(bias * 8) / 8;
  return std::exp2(eighths) == factor ? eighths : bias;
}

}  // namespace

Store::Store(const RuleSet& rules, std::uint32_t budget, bool untouched) : Conditions(budget, untouched) {
  allow(rules);
}

Store::Store(const RuleSet& rules, std::uint32_t budget) : Store(rules, budget, false) {}

Store::Store(Untouched, std::uint32_t budget) : Store(RuleSet{}, budget, true) {}

void Store::allow(const RuleSet& rules) {
  rules_.allow(rules);
  negated_.clear();
  distributed_.clear();
}

Term Store::uniform_lane(std::uint32_t number, std::uint32_t lane) {
  const auto found = assumed_.find(4 * number + lane);
  return found != assumed_.end() ? constant(found->second) : leaf(Op::Uniform, 4 * number + lane);
}

Term Store::uniform_at(Term number, std::uint32_t lane) {
  if (is(number, Op::Integer)) return uniform_lane(payload(number), lane);
  return node(Op::UniformAt, lane, {number});
}

// ------------------------------------------------------------------------------------------------------ comparisons

// Makes the diagram of a comparison. An undefined value of a module may be different in each use, so comparisons of it
// are all distinct.
Term Store::atom(Op op, Term a, Term b) {
  if (is_untouched()) return node(op, 0, {a, b});
  const bool undefined = is_undefined(a) || is_undefined(b);
  const Term made = node(op, undefined && !source_side_ ? ++opaque_ : 0, {a, b});
  return node(Op::Choose, 0, {made, always(), never()});
}

// Compares the difference of two sums with 0, so that parts may be on either side of the comparison.
std::optional<Term> Store::compare_difference(Op op, Term a, Term b) {
  const auto is_sum = [&](Term t) { return is(t, Op::Add) || is(t, Op::Sum); };
  if (!allows(Rule::Regroup) || (!is_sum(a) && !is_sum(b))) return std::nullopt;
  const Term plain = node(op, 0, {a, b});
  Term difference = sum(std::array{a, negate(b)});
  // A difference with only two parts stays a comparison of the two.
  if (!is(difference, Op::Sum)) return std::nullopt;
  if (op == Op::Equal) difference = either_sign(difference);
  const Term zero = constant(0.0f);
  counted(Rule::Regroup, plain, node(op, 0, {difference, zero}));
  return atom(op, difference, zero);
}

Term Store::compare(Op op, Term a, Term b) {
  if (is(a, Op::Constant) && is(b, Op::Constant)) return holds(op, value(a), value(b)) ? always() : never();
  if (is_untouched()) return node(op, 0, {a, b});
  if (const auto made = rewritten(op, std::array{a, b})) return *made;
  const auto constants = [&](Term t) {
    return is(t, Op::Select) && is(arg(t, 1), Op::Constant) && is(arg(t, 2), Op::Constant);
  };
  if (constants(a) && is(b, Op::Constant)) {
    const Term then = compare(op, arg(a, 1), b), other = compare(op, arg(a, 2), b);
    return choose(arg(a, 0), then, other);
  }
  if (constants(b) && is(a, Op::Constant)) {
    const Term then = compare(op, a, arg(b, 1)), other = compare(op, a, arg(b, 2));
    return choose(arg(b, 0), then, other);
  }
  if (op == Op::Less && a == b && !is_undefined(a)) return never();
  if (op == Op::Equal && a == b && !is_undefined(a) && apply(Rule::EqualToItself)) return always();
  if (const auto made = compare_difference(op, a, b)) return *made;
  if (op == Op::Equal && b < a) std::swap(a, b);
  return atom(op, a, b);
}

Term Store::equal(Term a, Term b) { return compare(Op::Equal, a, b); }
Term Store::less(Term a, Term b) { return compare(Op::Less, a, b); }
Term Store::less_equal(Term a, Term b) {
  return apply(Rule::Ordered) ? negation(less(b, a)) : compare(Op::LessEqual, a, b);
}

Term Store::int_equal(Term a, Term b) {
  if (a == b && !is_undefined(a)) return always();
  if (is(a, Op::Integer) && is(b, Op::Integer)) return never();
  if (b < a) std::swap(a, b);
  return atom(Op::IntEqual, a, b);
}

Term Store::int_less(Term a, Term b) {
  if (range(a).high < range(b).low) return always();
  if (range(a).low >= range(b).high) return never();
  return atom(Op::IntLess, a, b);
}

// ------------------------------------------------------------------------------------------------------ selections

// Selections between numbers are not part of decision diagrams: diagrams with numbers as leaves would grow with every
// independent branch.

Term Store::under(Term condition, Term value) {
  while (is(value, Op::Select)) {
    const Term inner = arg(value, 0);
    if (implies(condition, inner))
      value = arg(value, 1);
    else if (both(condition, inner) == never())
      value = arg(value, 2);
    else
      break;
  }
  return value;
}

// Makes a selection by the condition or by its negation, whichever was made first.
Term Store::selection(Term condition, Term then, Term other) {
  if (condition == always() || then == other) return then;
  if (condition == never()) return other;
  const Term opposite = negation(condition);
  return condition < opposite ? node(Op::Select, 0, {condition, then, other})
                              : node(Op::Select, 0, {opposite, other, then});
}

// Adds the values of a term, each with the condition under which it is selected. Returns false if there are too many.
bool Store::add_cases(std::vector<Case>& cases, Term condition, Term value) {
  if (condition == never()) return true;
  if (is(value, Op::Select)) {
    const Term inner = arg(value, 0), then = arg(value, 1), other = arg(value, 2);
    return add_cases(cases, both(condition, inner), then) && add_cases(cases, both(condition, negation(inner)), other);
  }
  const auto same = std::ranges::find(cases, value, &Case::value);
  if (same != cases.end())
    same->condition = either(same->condition, condition);
  else
    cases.push_back({condition, value});
  return cases.size() <= max_cases && !exhausted();
}

// Merges nested selections into a sorted chain of distinct values. The condition of a value is simplified by assuming
// that the previous conditions of the chain do not hold.
Term Store::merged(Term condition, Term then, Term other) {
  if (!is(then, Op::Select) && !is(other, Op::Select)) return selection(condition, then, other);
  std::vector<Case> cases;
  if (!add_cases(cases, condition, then) || !add_cases(cases, negation(condition), other))
    return selection(condition, then, other);
  std::ranges::sort(cases, {}, &Case::value);
  Term result = cases.back().value, care = cases.back().condition;
  for (std::size_t i = cases.size() - 1; i-- > 0;) {
    care = either(care, cases[i].condition);
    result = selection(restrict(cases[i].condition, care), cases[i].value, result);
  }
  return exhausted() ? then : result;
}

Term Store::select(Term condition, Term then, Term other) {
  if (condition == always()) return then;
  if (condition == never()) return other;
  if (exhausted()) return then;
  if (is_untouched()) return then == other ? then : node(Op::Select, 0, {condition, then, other});
  then = under(condition, then);
  other = under(negation(condition), other);
  if (then == other) return then;
  if (source_side_ && is(then, Op::Undefined) && apply(Rule::UndefinedArm)) return other;
  if (source_side_ && is(other, Op::Undefined) && apply(Rule::UndefinedArm)) return then;
  if (is(condition, Op::Choose) && arg(condition, 1) == never() && arg(condition, 2) == always()) {
    const Term atom = node(Op::Choose, 0, {arg(condition, 0), always(), never()});
    if (const auto made = rewritten(Op::Select, std::array{atom, other, then})) return *made;
  } else if (const auto made = rewritten(Op::Select, std::array{condition, then, other})) {
    return *made;
  }
  return merged(condition, then, other);
}

// ------------------------------------------------------------------------------------------------------ fetches

// Returns true if `gradient` is this derivative of the coordinate times a constant, which is stored in `factor`.
bool Store::same_derivative(Op derivative, Term coordinate, Term gradient, float& factor) const {
  factor = 1;
  if (is(gradient, Op::Mul))
    for (std::uint32_t i = 0; i < 2; ++i)
      if (is(arg(gradient, i), Op::Constant)) {
        factor = value(arg(gradient, i));
        gradient = arg(gradient, 1 - i);
        break;
      }
  return is(gradient, derivative) && arg(gradient, 0) == coordinate;
}

Term Store::partial(Term value, Term path) {
  return path == always() || uniform(path) ? value : node(Op::Partial, 0, {value, path});
}

// Removes a positive factor, or a normalization, that all three coordinates of a cube share. `has_level` is true if
// derivatives do not select the level.
void Store::drop_scale(std::span<Term> direction, bool has_level) {
  const auto inner = [&](Term t) { return is(t, Op::Neg) ? arg(t, 0) : t; };
  const auto scale = [&](Term t) -> std::optional<Term> {
    const Term x = inner(t);
    if (is(x, Op::Normalize)) return arg(x, 1);
    if (is(x, Op::Mul) && is(arg(x, 1), Op::Constant) && moderate(value(arg(x, 1)))) return arg(x, 1);
    if (is(x, Op::Mul) && is(arg(x, 0), Op::Constant) && moderate(value(arg(x, 0)))) return arg(x, 0);
    return std::nullopt;
  };
  for (;;) {
    const std::optional<Term> first = scale(direction[0]);
    const auto is_same = [&](Term t) { return first && scale(t) == first && op(inner(t)) == op(inner(direction[0])); };
    const bool is_length = is(inner(direction[0]), Op::Normalize) && !has_level;
    if (!std::ranges::all_of(direction, is_same)) return;
    if (!apply(is_length ? Rule::CubeLength : Rule::CubeDirection)) return;
    for (Term& t : direction) {
      const Term scaled = inner(t);
      const Term plain = arg(scaled, 0) == *first ? arg(scaled, 1) : arg(scaled, 0);
      t = is(t, Op::Neg) ? negate(plain) : plain;
    }
  }
}

Term Store::texel(Level level, TextureKind kind, std::span<const Term> given, std::uint32_t lane) {
  std::vector<Term> operands(given.begin(), given.end());
  const std::uint32_t coordinates = SampleForm{level, kind}.coordinates();
  const std::size_t plain = 2 + coordinates;
  if (has_one_level(operands[0]) && level != Level::Implicit) {
    apply(Rule::OneLevel);
    level = Level::Implicit;
    operands.resize(plain);
  }
  if (level == Level::Bias && is_zero(operands[plain])) {
    level = Level::Implicit;
    operands.resize(plain);
  }
  if (level == Level::Gradients && allows(Rule::Gradients)) {
    float factor = 1, first = 0;
    bool all = true;
    for (std::uint32_t i = 0; all && i < 2 * coordinates; ++i) {
      const Op derivative = i < coordinates ? Op::DerivativeX : Op::DerivativeY;
      all = same_derivative(derivative, operands[2 + i % coordinates], operands[plain + i], factor);
      if (i == 0) first = factor;
      all = all && factor == first && first > 0;
    }
    if (all && apply(Rule::Gradients)) {
      operands.resize(plain);
      level = first == 1 ? Level::Implicit : Level::Bias;
      if (first != 1) operands.push_back(constant(bias_of(first)));
    }
  }
  if (kind == TextureKind::Cube && level != Level::Gradients)
    drop_scale(std::span(operands).subspan(2, 3), level == Level::Lod || has_one_level(operands[0]));
  const Term sample = node(Op::Sample, SampleForm{level, kind}.payload(), operands);
  return node(Op::Texel, lane, {sample});
}

}  // namespace agal::prove
