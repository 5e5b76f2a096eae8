// Conditions as decision diagrams over comparisons. The newest comparison is at the top, so that a chain of conditions
// grows by one node per condition.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "prove/terms.hpp"

namespace agal::prove {
namespace {

// The maximum number of cached results for each term of the budget.
constexpr std::size_t max_results = 4;

bool holds(Op op, float a, float b) {
  if (op == Op::Equal) return a == b;
  return op == Op::Less ? a < b : a <= b;
}

}  // namespace

// Makes the diagram of a comparison. An undefined value of a module may be different in each use, so comparisons of it
// are all distinct.
Term Store::atom(Op op, Term a, Term b) {
  if (untouched_) return node(op, 0, {a, b});
  const bool undefined = is_undefined(a) || is_undefined(b);
  const Term made = node(op, undefined && !source_side_ ? ++opaque_ : 0, {a, b});
  return node(Op::Choose, 0, {made, true_, false_});
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
  if (is(a, Op::Constant) && is(b, Op::Constant)) return holds(op, value(a), value(b)) ? true_ : false_;
  if (untouched_) return node(op, 0, {a, b});
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
  if (op == Op::Less && a == b && !is_undefined(a)) return false_;
  if (op == Op::Equal && a == b && !is_undefined(a) && apply(Rule::EqualToItself)) return true_;
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
  if (a == b && !is_undefined(a)) return true_;
  if (is(a, Op::Integer) && is(b, Op::Integer)) return false_;
  if (b < a) std::swap(a, b);
  return atom(Op::IntEqual, a, b);
}

Term Store::int_less(Term a, Term b) {
  if (range(a).high < range(b).low) return true_;
  if (range(a).low >= range(b).high) return false_;
  return atom(Op::IntLess, a, b);
}

// Returns the branch of a diagram for one value of an atom (a comparison). The atom is at the top of the diagram, or
// not in it.
Term Store::branch(Term condition, Term atom, bool holds) const {
  if (top(condition) != atom) return condition;
  return arg(condition, holds ? 1 : 2);
}

// Returns true if the cached results exceed their limit.
bool Store::spent() {
  if (chosen_.size() + restricted_.size() > max_results * budget_) exhausted_ = true;
  return exhausted_;
}

// Makes a diagram that continues with `high` where the atom holds, and with `low` elsewhere.
Term Store::diagram(Term first, Term high, Term low) {
  return high == low ? high : node(Op::Choose, 0, {first, high, low});
}

// Returns the result of `choose` if it is trivial or cached.
std::optional<Term> Store::chosen(const Triple& t) const {
  if (t.a == true_) return t.b;
  if (t.a == false_) return t.c;
  if (t.b == t.c) return t.b;
  if (t.b == true_ && t.c == false_) return t.a;
  const auto found = chosen_.find(t);
  return found != chosen_.end() ? std::optional(found->second) : std::nullopt;
}

// A path through a diagram may have as many atoms as the program has tokens, so open steps are kept in a list instead
// of on the stack of the thread.
Term Store::choose(Term condition, Term then, Term other) {
  const auto usable = [&](Term t) { return untouched_ || is_condition(t); };
  // An invalid module may use a number as a condition.
  if (!usable(condition) || !usable(then) || !usable(other)) exhausted_ = true;
  if (exhausted_) return false_;
  const Triple whole{condition, then, other};
  if (const auto known = chosen(whole)) return *known;
  if (untouched_) return node(Op::Choose, 0, {condition, then, other});
  std::vector<Triple> open{whole};
  while (!open.empty()) {
    const Triple t = open.back();
    if (chosen(t)) {
      open.pop_back();
      continue;
    }
    if (spent()) return false_;
    const Term first = std::max({top(t.a), top(t.b), top(t.c)});
    const auto part = [&](bool holds) {
      return Triple{branch(t.a, first, holds), branch(t.b, first, holds), branch(t.c, first, holds)};
    };
    const Triple where = part(true), where_not = part(false);
    const std::optional<Term> high = chosen(where), low = chosen(where_not);
    if (high && low) {
      chosen_.emplace(t, diagram(first, *high, *low));
      open.pop_back();
    } else {
      if (!low) open.push_back(where_not);
      if (!high) open.push_back(where);
    }
  }
  return *chosen(whole);
}

Term Store::elsewhere(Term condition, std::uint32_t neighbor) {
  if (condition == true_ || condition == false_ || exhausted_) return condition;
  if (!is_condition(condition) || too_deep()) exhausted_ = true;
  if (exhausted_) return condition;
  if (const auto found = elsewhere_.find({condition, neighbor}); found != elsewhere_.end()) return found->second;
  const Term here = arg(condition, 0);
  const Term there = node(op(here), payload(here) ^ neighbor, args(here));
  ++depth_;
  const Term high = elsewhere(arg(condition, 1), neighbor), low = elsewhere(arg(condition, 2), neighbor);
  --depth_;
  const Term result = choose(node(Op::Choose, 0, {there, true_, false_}), high, low);
  elsewhere_.emplace(std::pair(condition, neighbor), result);
  return result;
}

std::optional<Term> Store::restricted(Term condition, Term care) const {
  if (care == true_ || care == false_ || condition == true_ || condition == false_) return condition;
  const auto found = restricted_.find({condition, care, care});
  return found != restricted_.end() ? std::optional(found->second) : std::nullopt;
}

Term Store::restrict(Term condition, Term care) {
  if (untouched_) return condition;
  if (!is_condition(condition) || !is_condition(care)) exhausted_ = true;
  if (exhausted_) return condition;
  std::vector<std::pair<Term, Term>> open{{condition, care}};
  while (!open.empty()) {
    const auto [diagram_here, care_here] = open.back();
    if (restricted(diagram_here, care_here)) {
      open.pop_back();
      continue;
    }
    if (spent()) return false_;
    const Term first = std::max(top(diagram_here), top(care_here));
    const Term high_care = branch(care_here, first, true), low_care = branch(care_here, first, false);
    const Term high = branch(diagram_here, first, true), low = branch(diagram_here, first, false);
    const auto is_known = [&](Term part, Term part_care) {
      if (restricted(part, part_care)) return true;
      open.emplace_back(part, part_care);
      return false;
    };
    std::optional<Term> result;
    if (high_care == false_) {
      if (is_known(low, low_care)) result = restricted(low, low_care);
    } else if (low_care == false_) {
      if (is_known(high, high_care)) result = restricted(high, high_care);
    } else if (top(diagram_here) != first) {
      const Term any_care = either(high_care, low_care);
      if (is_known(diagram_here, any_care)) result = restricted(diagram_here, any_care);
    } else if (is_known(high, high_care) && is_known(low, low_care)) {
      result = diagram(first, *restricted(high, high_care), *restricted(low, low_care));
    }
    if (!result) continue;
    restricted_.emplace(Triple{diagram_here, care_here, care_here}, *result);
    open.pop_back();
  }
  return *restricted(condition, care);
}

}  // namespace agal::prove
