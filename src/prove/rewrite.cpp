// Compiles the rows of rules.def into code.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "prove/pattern.hpp"
#include "prove/rewrite.hpp"
#include "prove/rules.hpp"
#include "prove/store.hpp"

namespace agal::prove {
namespace {

/// One row of AGAL_REWRITE.
struct Row {
  Op op;  // the operation of the left side
  Rule rule;
  pattern::Ops first, last;  // the operations that the first and the last operand of the left side can have
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
  constexpr auto& ops = Left::operand_ops;
  constexpr pattern::Ops either = ops.front() | ops.back();
  return {Left::op,
          rule,
          Left::commutative ? either : ops.front(),
          Left::commutative ? either : ops.back(),
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

/// The rows by operation, and by the operations of the first and of the last operand. Most rows do not match, and are
/// rejected by these tables without a call.
struct RowTables {
  std::array<Row, rows.size()> sorted;
  std::array<std::uint8_t, op_table.size()> begin;  // the position of the first row by operation
  std::array<std::array<Rules::Rows, op_table.size()>, op_table.size()> by_first, by_last;

  const Row* rows_of(std::size_t op) const { return sorted.data() + begin[op]; }
};

constexpr RowTables row_tables = [] {
  RowTables out{};
  std::uint8_t count = 0;
  for (std::size_t op = 0; op < op_table.size(); ++op) {
    out.begin[op] = count;
    for (const Row& row : rows) {
      if (row.op != static_cast<Op>(op)) continue;
      const Rules::Rows bit = Rules::Rows{1} << (count - out.begin[op]);
      for (std::size_t operand = 0; operand < op_table.size(); ++operand) {
        const pattern::Ops operand_op = pattern::only(static_cast<Op>(operand));
        if ((row.first & operand_op) != 0) out.by_first[op][operand] |= bit;
        if ((row.last & operand_op) != 0) out.by_last[op][operand] |= bit;
      }
      out.sorted[count++] = row;
    }
  }
  return out;
}();

}  // namespace

RuleSet rules_up_to(ProofClass highest) {
  RuleSet set;
  for (std::size_t i = 0; i < rule_table.size(); ++i) set[i] = rule_table[i].rule_class <= highest;
  return set;
}

void Rules::allow(const RuleSet& rules) {
  allowed_ = rules;
  rows_.fill(0);
  for (const Row& row : row_tables.sorted) {
    const auto op = static_cast<std::size_t>(row.op);
    if (allows(row.rule)) rows_[op] |= Rows{1} << (&row - row_tables.rows_of(op));
  }
  uses_.fill(0);
}

// An undefined value of a module may be different in each use, so only exact rules may drop or merge its uses.
std::optional<Term> Rules::rewritten(Store& store, Op op, std::span<const Term> operands) {
  const auto number = static_cast<std::size_t>(op), first = static_cast<std::size_t>(store.op(operands.front())),
             last = static_cast<std::size_t>(store.op(operands.back()));
  Rows left = rows_[number] & row_tables.by_first[number][first] & row_tables.by_last[number][last];
  if (left == 0) return std::nullopt;
  bool only_exact = false;
  if (!store.is_source_side())
    for (const Term t : operands) only_exact = only_exact || store.is_undefined(t);
  for (; left != 0; left &= left - 1) {
    const Row& row = row_tables.rows_of(number)[std::countr_zero(left)];
    if (only_exact && rule_table[static_cast<std::size_t>(row.rule)].rule_class != ProofClass::Exact) continue;
    pattern::Bindings bindings;
    if (!row.matches(store, operands, bindings)) continue;
    apply(row.rule);
    return row.right(store, bindings);
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
