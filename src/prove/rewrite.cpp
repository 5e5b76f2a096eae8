// Compiles the rows of rules.def into code.
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "prove/pattern.hpp"
#include "prove/rewrite.hpp"
#include "prove/terms.hpp"

namespace agal::prove {
namespace {

/// One row of AGAL_REWRITE. `Condition` is a function of the constants in the row.
template <Rule rule_id, pattern::Pattern LeftSide, pattern::Pattern RightSide, class Condition>
struct Row {
  using Left = LeftSide;
  using Right = RightSide;
  static constexpr Rule rule = rule_id;
  Condition holds;
};

template <Rule rule, class Left, class Right, class Condition>
constexpr Row<rule, Left, Right, Condition> row(Left, Condition condition, Right) {
  return {condition};
}

namespace words {
using namespace pattern;

// The condition of a row is computed with the values of its constants, which hide the variables of the same names.
constexpr auto rows = std::tuple{
#define AGAL_REWRITE(id, left, condition, right)                                             \
  row<Rule::id>(                                                                             \
      left,                                                                                  \
      [](const Constants& values) {                                                          \
        [[maybe_unused]] const float c = values.c, d = values.d, e = values.e, f = values.f; \
        return condition;                                                                    \
      },                                                                                     \
      right),
#include "prove/rules.def"
    0};  // the end of the list
}  // namespace words

constexpr std::size_t row_count = std::tuple_size_v<decltype(words::rows)> - 1;

pattern::Constants constants_in(const Store& store, const pattern::Bindings& bindings) {
  const auto value = [&](std::size_t i) {
    const std::size_t number = pattern::first_constant + i;
    return (bindings.bound >> number & 1) != 0 ? store.value(bindings.terms[number]) : 0;
  };
  return {value(0), value(1), value(2), value(3)};
}

// Applies row `i` if its operation is `op` and the operands match. Returns true if it was applied.
template <Op op, std::size_t i>
bool try_row(Store& store, std::span<const Term> operands, bool only_exact, std::optional<Term>& result) {
  const auto& candidate = std::get<i>(words::rows);
  using Candidate = std::remove_cvref_t<decltype(candidate)>;
  if constexpr (Candidate::Left::op == op) {
    if (only_exact && rule_table[static_cast<std::size_t>(Candidate::rule)].rule_class != ProofClass::Exact)
      return false;
    if (!store.allows(Candidate::rule)) return false;
    pattern::Bindings bindings;
    if (!Candidate::Left::match_operands(store, operands, bindings)) return false;
    if (!candidate.holds(constants_in(store, bindings))) return false;
    store.apply(Candidate::rule);
    result = Candidate::Right::build(store, bindings);
    return true;
  }
  return false;
}

template <Op op, std::size_t... i>
std::optional<Term> first_row(Store& store, std::span<const Term> operands, bool only_exact,
                              std::index_sequence<i...>) {
  std::optional<Term> result;
  (try_row<op, i>(store, operands, only_exact, result) || ...);
  return result;
}

using Rewriter = std::optional<Term> (*)(Store&, std::span<const Term>, bool);

template <std::size_t... op>
constexpr std::array<Rewriter, sizeof...(op)> rewriters_of(std::index_sequence<op...>) {
  return {[](Store& store, std::span<const Term> operands, bool only_exact) {
    return first_row<static_cast<Op>(op)>(store, operands, only_exact, std::make_index_sequence<row_count>());
  }...};
}

constexpr auto rewriters = rewriters_of(std::make_index_sequence<op_table.size()>());

template <std::size_t i>
RewriteSides sides_of(Store& store, const pattern::Bindings& bindings) {
  using Made = std::remove_cvref_t<decltype(std::get<i>(words::rows))>;
  return {Made::rule, Made::Left::build(store, bindings), Made::Right::build(store, bindings),
          [](float c, float d, float e, float f) {
            return std::get<i>(words::rows).holds(pattern::Constants{c, d, e, f});
          }};
}

template <std::size_t... i>
std::vector<RewriteSides> all_sides(Store& store, const pattern::Bindings& bindings, std::index_sequence<i...>) {
  return {sides_of<i>(store, bindings)...};
}

}  // namespace

// An undefined value of a module may be different in each use, so only exact rules may drop or merge its uses.
std::optional<Term> Store::rewritten(Op op, std::span<const Term> operands) {
  bool only_exact = false;
  if (!source_side_)
    for (const Term t : operands) only_exact = only_exact || is_undefined(t);
  return rewriters[static_cast<std::size_t>(op)](*this, operands, only_exact);
}

std::vector<RewriteSides> rewrite_sides(Store& store, std::span<const Term> variables) {
  pattern::Bindings bindings;
  std::copy(variables.begin(), variables.end(), bindings.terms.begin());
  return all_sides(store, bindings, std::make_index_sequence<row_count>());
}

}  // namespace agal::prove
