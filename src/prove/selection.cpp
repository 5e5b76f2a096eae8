// Selections between numbers by a condition. They are not part of decision diagrams: diagrams with numbers as leaves
// would grow with every independent branch.
#include <algorithm>
#include <array>
#include <vector>

#include "prove/terms.hpp"

namespace agal::prove {
namespace {

// The maximum number of values for which nested selections are merged and sorted. With more values, the conditions
// would become too long.
constexpr std::size_t max_cases = 8;

}  // namespace

Term Store::under(Term condition, Term value) {
  while (is(value, Op::Select)) {
    const Term inner = arg(value, 0);
    if (implies(condition, inner))
      value = arg(value, 1);
    else if (both(condition, inner) == false_)
      value = arg(value, 2);
    else
      break;
  }
  return value;
}

// Makes a selection by the condition or by its negation, whichever was made first.
Term Store::selection(Term condition, Term then, Term other) {
  if (condition == true_ || then == other) return then;
  if (condition == false_) return other;
  const Term opposite = negation(condition);
  return condition < opposite ? node(Op::Select, 0, {condition, then, other})
                              : node(Op::Select, 0, {opposite, other, then});
}

// Adds the values of a term, each with the condition under which it is selected. Returns false if there are too many.
bool Store::add_cases(std::vector<Case>& cases, Term condition, Term value) {
  if (condition == false_) return true;
  if (is(value, Op::Select)) {
    const Term inner = arg(value, 0), then = arg(value, 1), other = arg(value, 2);
    return add_cases(cases, both(condition, inner), then) && add_cases(cases, both(condition, negation(inner)), other);
  }
  const auto same = std::ranges::find(cases, value, &Case::value);
  if (same != cases.end())
    same->condition = either(same->condition, condition);
  else
    cases.push_back({condition, value});
  return cases.size() <= max_cases && !exhausted_;
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
  return exhausted_ ? then : result;
}

Term Store::select(Term condition, Term then, Term other) {
  if (condition == true_) return then;
  if (condition == false_) return other;
  if (exhausted_) return then;
  if (untouched_) return then == other ? then : node(Op::Select, 0, {condition, then, other});
  then = under(condition, then);
  other = under(negation(condition), other);
  if (then == other) return then;
  if (source_side_ && is(then, Op::Undefined) && apply(Rule::UndefinedArm)) return other;
  if (source_side_ && is(other, Op::Undefined) && apply(Rule::UndefinedArm)) return then;
  if (is(condition, Op::Choose) && arg(condition, 1) == false_ && arg(condition, 2) == true_) {
    const Term atom = node(Op::Choose, 0, {arg(condition, 0), true_, false_});
    if (const auto made = rewritten(Op::Select, std::array{atom, other, then})) return *made;
  } else if (const auto made = rewritten(Op::Select, std::array{condition, then, other})) {
    return *made;
  }
  return merged(condition, then, other);
}

}  // namespace agal::prove
