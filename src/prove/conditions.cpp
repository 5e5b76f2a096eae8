// Conditions: decision diagrams over comparisons, ordered by the numbers of these.
#include <algorithm>

#include "prove/terms.hpp"

namespace agal::prove {
namespace {

// Recursion is as deep as a diagram has atoms in a row, or as sums are nested.
constexpr std::uint32_t max_depth = 4000;
// Results that are kept, for each term of the budget.
constexpr std::size_t max_results = 4;

bool holds(Op op, float a, float b) {
  if (op == Op::Equal) return a == b;
  return op == Op::Less ? a < b : a <= b;
}

}  // namespace

// A module may read a value that was never set as another one each time, so no two comparisons of it are the same.
Term Store::atom(Op op, Term a, Term b) {
  const bool undefined = nodes_[index(a)].undefined || nodes_[index(b)].undefined;
  const Term made = node(op, undefined && !source_side_ ? ++opaque_ : 0, {a, b});
  return node(Op::Choose, 0, {made, true_, false_});
}

Term Store::compare(Op op, Term a, Term b) {
  if (is(a, Op::Constant) && is(b, Op::Constant)) return holds(op, value(a), value(b)) ? true_ : false_;
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
  if (op == Op::Less && a == b && !nodes_[index(a)].undefined) return false_;
  if (op == Op::Equal && b < a) std::swap(a, b);
  return atom(op, a, b);
}

Term Store::equal(Term a, Term b) { return compare(Op::Equal, a, b); }
Term Store::less(Term a, Term b) { return compare(Op::Less, a, b); }
Term Store::less_equal(Term a, Term b) {
  return apply(Rule::Ordered) ? negation(less(b, a)) : compare(Op::LessEqual, a, b);
}

Term Store::int_equal(Term a, Term b) {
  if (a == b && !nodes_[index(a)].undefined) return true_;
  if (is(a, Op::Integer) && is(b, Op::Integer)) return false_;
  if (b < a) std::swap(a, b);
  return atom(Op::IntEqual, a, b);
}

Term Store::int_less(Term a, Term b) {
  if (range(a).high < range(b).low) return true_;
  if (range(a).low >= range(b).high) return false_;
  return atom(Op::IntLess, a, b);
}

// The diagram where the atom is known; it is not below the top.
Term Store::branch(Term condition, Term atom, bool holds) const {
  if (top(condition) != atom) return condition;
  return arg(condition, holds ? 1 : 2);
}

// Then the budget is spent.
bool Store::too_deep() {
  if (depth_ == max_depth) exhausted_ = true;
  return exhausted_;
}

// Whether diagrams have become too deep, or too many.
bool Store::spent() {
  if (too_deep() || chosen_.size() + restricted_.size() > max_results * budget_) exhausted_ = true;
  return exhausted_;
}

Term Store::choose(Term condition, Term then, Term other) {
  // Words that no validator accepts may use a number as a condition.
  if (!is_condition(condition) || !is_condition(then) || !is_condition(other)) exhausted_ = true;
  if (exhausted_) return false_;
  if (condition == true_) return then;
  if (condition == false_) return other;
  if (then == other) return then;
  if (then == true_ && other == false_) return condition;
  const Triple key{condition, then, other};
  if (const auto found = chosen_.find(key); found != chosen_.end()) return found->second;
  if (spent()) return false_;
  ++depth_;
  const Term first = std::min({top(condition), top(then), top(other)});
  const Term high = choose(branch(condition, first, true), branch(then, first, true), branch(other, first, true));
  const Term low = choose(branch(condition, first, false), branch(then, first, false), branch(other, first, false));
  --depth_;
  const Term result = high == low ? high : node(Op::Choose, 0, {first, high, low});
  chosen_.emplace(key, result);
  return result;
}

Term Store::restrict(Term condition, Term care) {
  if (!is_condition(condition) || !is_condition(care)) exhausted_ = true;
  if (care == true_ || care == false_ || condition == true_ || condition == false_) return condition;
  const Triple key{condition, care, care};
  if (const auto found = restricted_.find(key); found != restricted_.end()) return found->second;
  if (spent()) return false_;
  ++depth_;
  const Term first = std::min(top(condition), top(care));
  const Term high_care = branch(care, first, true), low_care = branch(care, first, false);
  Term result{};
  if (high_care == false_) {
    result = restrict(branch(condition, first, false), low_care);
  } else if (low_care == false_) {
    result = restrict(branch(condition, first, true), high_care);
  } else if (top(condition) != first) {
    result = restrict(condition, either(high_care, low_care));
  } else {
    const Term high = restrict(arg(condition, 1), high_care), low = restrict(arg(condition, 2), low_care);
    result = high == low ? high : node(Op::Choose, 0, {first, high, low});
  }
  --depth_;
  restricted_.emplace(key, result);
  return result;
}

}  // namespace agal::prove
