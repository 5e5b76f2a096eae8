// Compiles the rows of rules.def into code.
#include <algorithm>
#include <array>
#include <optional>

#include "prove/pattern.hpp"
#include "prove/rewrite.hpp"
#include "prove/terms.hpp"

namespace agal::prove {
namespace {

/// One row of AGAL_REWRITE.
struct Row {
  Op op;  // the operation of the left side
  Rule rule;
  bool (*matches)(Store&, std::span<const Term> operands, pattern::Bindings&);  // tests the condition too
  Term (*left)(Store&, const pattern::Bindings&);
  Term (*right)(Store&, const pattern::Bindings&);
  bool (*condition)(float c, float d, float e, float f);
};

// Returns true if a condition holds for the constants that a row is bound to.
template <class Condition>
bool holds(Condition condition, const Store& store, const pattern::Bindings& bindings) {
  const auto value = [&](std::size_t i) {
    const std::size_t number = pattern::first_constant + i;
    return (bindings.bound >> number & 1) != 0 ? store.value(bindings.terms[number]) : 0;
  };
  return condition(value(0), value(1), value(2), value(3));
}

template <pattern::Pattern Left, class Condition, pattern::Pattern Right>
constexpr Row row(Rule rule, Left, Condition condition, Right) {
  return {Left::op,
          rule,
          [](Store& store, std::span<const Term> operands, pattern::Bindings& bindings) {
            return Left::match_operands(store, operands, bindings) && holds(Condition(), store, bindings);
          },
          Left::build,
          Right::build,
          condition};
}

namespace words {
using namespace pattern;

// The condition of a row is computed with the values of its constants, which hide the variables of the same names.
constexpr auto rows = std::to_array<Row>({
#define AGAL_REWRITE(id, left, condition, right)                                                                   \
  row(                                                                                                             \
      Rule::id, left,                                                                                              \
      []([[maybe_unused]] float c, [[maybe_unused]] float d, [[maybe_unused]] float e, [[maybe_unused]] float f) { \
        return condition;                                                                                          \
      },                                                                                                           \
      right),
#include "prove/rules.def"
});
}  // namespace words

using words::rows;

/// The rows of each operation, in the order of rules.def.
struct RowsByOperation {
  std::array<Row, rows.size()> sorted;
  std::array<std::size_t, op_table.size() + 1> first;  // the position of the first row by operation

  constexpr std::span<const Row> of(Op op) const {
    const auto i = static_cast<std::size_t>(op);
    return {sorted.data() + first[i], sorted.data() + first[i + 1]};
  }
};

constexpr RowsByOperation rows_by_operation = [] {
  RowsByOperation out{};
  std::size_t count = 0;
  for (std::size_t op = 0; op < op_table.size(); ++op) {
    for (const Row& row : rows)
      if (row.op == static_cast<Op>(op)) out.sorted[count++] = row;
    out.first[op + 1] = count;
  }
  return out;
}();

}  // namespace

// An undefined value of a module may be different in each use, so only exact rules may drop or merge its uses.
std::optional<Term> Store::rewritten(Op op, std::span<const Term> operands) {
  bool only_exact = false;
  if (!source_side_)
    for (const Term t : operands) only_exact = only_exact || is_undefined(t);
  for (const Row& row : rows_by_operation.of(op)) {
    if (only_exact && rule_table[static_cast<std::size_t>(row.rule)].rule_class != ProofClass::Exact) continue;
    if (!allows(row.rule)) continue;
    pattern::Bindings bindings;
    if (!row.matches(*this, operands, bindings)) continue;
    apply(row.rule);
    return row.right(*this, bindings);
  }
  return std::nullopt;
}

std::vector<RewriteSides> rewrite_sides(Store& store, std::span<const Term> variables) {
  pattern::Bindings bindings;
  std::copy(variables.begin(), variables.end(), bindings.terms.begin());
  std::vector<RewriteSides> out;
  for (const Row& row : rows)
    out.push_back({row.rule, row.left(store, bindings), row.right(store, bindings), row.condition});
  return out;
}

}  // namespace agal::prove
