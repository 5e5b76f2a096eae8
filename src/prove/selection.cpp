// Numbers that hang on a condition. They stay selections instead of becoming diagrams with numbers at their ends, which
// would grow with every independent branch.
#include <array>

#include "prove/terms.hpp"

namespace agal::prove {

// The value where the condition holds.
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

// One selection instead of two, if an arm occurs twice.
Term Store::merged(Term condition, Term then, Term other) {
  if (is(then, Op::Select)) {
    const Term inner = arg(then, 0), a = arg(then, 1), b = arg(then, 2);
    if (b == other) return select(both(condition, inner), a, other);
    if (a == other) return select(both(condition, negation(inner)), b, other);
  }
  if (is(other, Op::Select)) {
    const Term inner = arg(other, 0), a = arg(other, 1), b = arg(other, 2);
    if (a == then) return select(either(condition, inner), then, b);
    if (b == then) return select(either(condition, negation(inner)), then, a);
  }
  // A condition and its negation have one form: the one that was made first.
  const Term opposite = negation(condition);
  return condition < opposite ? node(Op::Select, 0, {condition, then, other})
                              : node(Op::Select, 0, {opposite, other, then});
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
