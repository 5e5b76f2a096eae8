// The newest comparison is at the top of a diagram, so that a chain of conditions grows by one node per condition.
#include "prove/conditions.hpp"

#include <algorithm>
#include <vector>

namespace agal::prove {
namespace {

// The maximum number of cached results for each term of the budget.
constexpr std::size_t max_results = 4;

}  // namespace

std::size_t Conditions::TripleHash::operator()(const Triple& t) const {
  return mixed(mixed(mixed(1, index(t.a)), index(t.b)), index(t.c));
}

// Returns the branch of a diagram for one value of an atom (a comparison). The atom is at the top of the diagram, or
// not in it.
Term Conditions::branch(Term condition, Term atom, bool holds) const {
  if (top(condition) != atom) return condition;
  return arg(condition, holds ? 1 : 2);
}

// Returns true if the cached results exceed their limit.
bool Conditions::spent() {
  if (chosen_.size() + restricted_.size() > max_results * budget()) exhaust();
  return exhausted();
}

// Makes a diagram that continues with `high` where the atom holds, and with `low` elsewhere.
Term Conditions::diagram(Term first, Term high, Term low) {
  return high == low ? high : node(Op::Choose, 0, {first, high, low});
}

// Returns the result of `choose` if it is trivial or cached.
std::optional<Term> Conditions::chosen(const Triple& t) const {
  if (t.a == always()) return t.b;
  if (t.a == never()) return t.c;
  if (t.b == t.c) return t.b;
  if (t.b == always() && t.c == never()) return t.a;
  const auto found = chosen_.find(t);
  return found != chosen_.end() ? std::optional(found->second) : std::nullopt;
}

// A path through a diagram may have as many atoms as the program has tokens, so open steps are kept in a list instead
// of on the stack of the thread.
Term Conditions::choose(Term condition, Term then, Term other) {
  const auto usable = [&](Term t) { return untouched_ || is_condition(t); };
  // An invalid module may use a number as a condition.
  if (!usable(condition) || !usable(then) || !usable(other)) exhaust();
  if (exhausted()) return never();
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
    if (spent()) return never();
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

Term Conditions::elsewhere(Term condition, std::uint32_t neighbor) {
  if (condition == always() || condition == never() || exhausted()) return condition;
  if (!is_condition(condition) || depth_ == max_recursion) exhaust();
  if (exhausted()) return condition;
  if (const auto found = elsewhere_.find({condition, neighbor}); found != elsewhere_.end()) return found->second;
  const Term here = arg(condition, 0);
  const Term there = node(op(here), payload(here) ^ neighbor, args(here));
  ++depth_;
  const Term high = elsewhere(arg(condition, 1), neighbor), low = elsewhere(arg(condition, 2), neighbor);
  --depth_;
  const Term result = choose(node(Op::Choose, 0, {there, always(), never()}), high, low);
  elsewhere_.emplace(std::pair(condition, neighbor), result);
  return result;
}

std::optional<Term> Conditions::restricted(Term condition, Term care) const {
  if (care == always() || care == never() || condition == always() || condition == never()) return condition;
  const auto found = restricted_.find({condition, care, care});
  return found != restricted_.end() ? std::optional(found->second) : std::nullopt;
}

Term Conditions::restrict(Term condition, Term care) {
  if (untouched_) return condition;
  if (!is_condition(condition) || !is_condition(care)) exhaust();
  if (exhausted()) return condition;
  std::vector<std::pair<Term, Term>> open{{condition, care}};
  while (!open.empty()) {
    const auto [diagram_here, care_here] = open.back();
    if (restricted(diagram_here, care_here)) {
      open.pop_back();
      continue;
    }
    if (spent()) return never();
    const Term first = std::max(top(diagram_here), top(care_here));
    const Term high_care = branch(care_here, first, true), low_care = branch(care_here, first, false);
    const Term high = branch(diagram_here, first, true), low = branch(diagram_here, first, false);
    const auto is_known = [&](Term part, Term part_care) {
      if (restricted(part, part_care)) return true;
      open.emplace_back(part, part_care);
      return false;
    };
    std::optional<Term> result;
    if (high_care == never()) {
      if (is_known(low, low_care)) result = restricted(low, low_care);
    } else if (low_care == never()) {
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
