#include "writer/statements.hpp"

#include <algorithm>
#include <array>

#include "writer/composition.hpp"

namespace agal::writer {
namespace {

// The maximum number of nested operations and of columns in an expression before it is split.
constexpr std::uint32_t max_operations = 4;
constexpr std::uint32_t max_width = 84;
constexpr std::uint32_t max_constructor_width = 120;  // larger, because lines break well between arguments

// Estimated widths of parts of an expression, in columns.
constexpr std::uint32_t name_width = 5, input_width = 7, scalar_width = 3, lane_width = 5, punctuation_width = 4;

bool is_arithmetic(Op op) {
  return ir::kind(op) == ir::Kind::Lanewise || (ir::kind(op) == ir::Kind::Horizontal && !ir::is_sample(op));
}

}  // namespace

Statements::Statements(const ir::Module& module, const ir::Structure& structure, const Dialect& dialect)
    : module_(module), structure_(structure), dialect_(dialect), expressions_(module.body.size()) {
  count_reads();
  measure_all();
}

// ---------------------------------------------------------------------------------------------------------- reads

void Statements::add_read(Value v, std::uint32_t count, bool lazy) {
  Expression& operand = expression(v);
  operand.reads = static_cast<std::uint8_t>(std::min(operand.reads + count, 2u));
  operand.lazy |= lazy;
}

// Counts the reads of each value. Uses follow definitions, so one backward walk visits all reads of a value before the
// value.
void Statements::count_reads() {
  for (std::uint32_t i = static_cast<std::uint32_t>(expressions_.size()); i-- > 0;) {
    const Inst& inst = module_.body[i];
    Expression& f = expressions_[i];
    if (is_atom(inst.op) || (inst.is_value() && f.reads == 0)) continue;
    if (inst.op == Op::Phi) {
      make_statement(static_cast<Value>(i));
      for (std::uint32_t side = 0; side < 2; ++side) add_read(inst.arg(side), 1, false);
      continue;
    }
    const bool misplaced = f.lazy && ir::takes_derivative(inst.op);
    if (inst.is_value() && !is_swizzle(inst) && (f.reads > 1 || misplaced)) make_statement(static_cast<Value>(i));
    const bool inside = inst.is_value() && !f.statement;
    std::uint32_t reads = inside ? f.reads : 1;
    const bool nested = inside && f.lazy;
    if (inst.op == Op::Compose) {
      for_each_written(module_, inst, [&](Value v) { add_read(v, reads, nested); });
      continue;
    }
    const bool selects = inst.op == Op::Select && dialect_.chooses_scalars;
    // The selection is written lane by lane, so its condition is read several times.
    if (selects && inst.type.width > 1 && dialect_.chooses_lanes.empty() && !is_splat(module_[inst.arg(0)])) reads = 2;
    const std::uint32_t count = inst.arg_count();
    for (std::uint32_t k = 0; k < count; ++k)
      add_read(inst.arg(k), reads, nested || (k > 0 && (selects || inst.op == Op::Or)));
  }
}

// ---------------------------------------------------------------------------------------------------------- lengths

bool Statements::is_transparent(Value v) const {
  const Inst& inst = module_[v];
  return is_swizzle(inst) || inst.op == Op::Neg;
}

Value Statements::behind_swizzles(Value v) const {
  while (!expression(v).statement && is_transparent(v)) v = module_[v].arg(0);
  return v;
}

Statements::Cost Statements::cost_of(Value v) const {
  const Expression& f = expression(v);
  return {f.operations, f.width, f.segment};
}

// Adds the cost of an operand.
inline void Statements::add(Cost& cost, bool& misplaced, Cost operand, bool joins) const {
  misplaced |= is_misplaced(operand);
  cost.segment = std::max(cost.segment, operand.segment);
  cost.operations = joins ? std::max(cost.operations, operand.operations) : cost.operations + operand.operations;
  cost.width += operand.width + 2;
}

// Adds the cost of the expression without its operands, except its width, with which the sum begins.
inline void Statements::finish(Cost& cost, bool misplaced, Own own) const {
  cost.operations += own.operations;
  cost.fits =
      !misplaced && cost.operations <= max_operations && cost.width <= (own.joins ? max_constructor_width : max_width);
}

inline Statements::Cost Statements::sum_of(std::span<const Value> operands, Own own) const {
  Cost cost{0, own.width, 0};
  bool misplaced = false;
  for (const Value v : operands) add(cost, misplaced, cost_of(v), own.joins);
  finish(cost, misplaced, own);
  return cost;
}

// Returns the cost of an expression over the operands. An operand becomes a statement if the expression would be too
// long, or if it would evaluate a derivative in the wrong place.
inline Statements::Cost Statements::consume(std::span<const Value> operands, Own own) {
  const Cost cost = sum_of(operands, own);
  return cost.fits ? cost : shorten(operands, own);
}

Statements::Cost Statements::shorten(std::span<const Value> operands, Own own) {
  while (true) {
    const bool misplaced =
        std::any_of(operands.begin(), operands.end(), [&](Value v) { return is_misplaced(cost_of(v)); });
    if (misplaced) move_misplaced(operands);
    const Cost cost = sum_of(operands, own);
    if (cost.fits || (!misplaced && !cut_one(operands))) return cost;
  }
}

void Statements::measure_all() {
  const auto size = static_cast<std::uint32_t>(expressions_.size());
  for (std::uint32_t i = 0; i < size; ++i) {
    const Inst& inst = module_.body[i];
    if (inst.is_value()) {
      if (expressions_[i].reads > 0 && inst.op != Op::Phi) measure(inst, expressions_[i]);
      continue;
    }
    if (const auto arm = ir::arm_end(module_.body, structure_, i)) measure_phi_operands(*arm);
    if (inst.arg_count() > 0) {
      // The stored value may be a constructor.
      const bool store = ir::kind(inst.op) == ir::Kind::Effect && inst.op != Op::Kill;
      const std::array operand{inst.arg(0)};
      consume(operand, {0, punctuation_width, store});
    }
    if (ir::kind(inst.op) == ir::Kind::Marker || inst.op == Op::Kill) ++segment_;
  }
}

void Statements::measure_phi_operands(ir::ArmEnd arm) {
  for (std::uint32_t p = arm.end_if + 1; p < expressions_.size() && module_.body[p].op == Op::Phi; ++p) {
    if (expressions_[p].reads == 0) continue;
    const std::array operand{module_.body[p].arg(arm.operand)};
    consume(operand, {0, punctuation_width, true});
  }
}

void Statements::measure(const Inst& inst, Expression& f) {
  const ir::Kind kind = ir::kind(inst.op);
  if (kind == ir::Kind::Input) {
    f.width = input_width;
    return;
  }
  if (kind == ir::Kind::Constant) {
    const std::uint32_t width = inst.type.width, lanes = is_uniform_constant(inst) ? 1 : width;
    f.constant = true;
    f.width = static_cast<std::uint16_t>(width == 1 ? scalar_width : punctuation_width + lane_width * lanes);
    return;
  }
  const bool joins = inst.op == Op::Compose, swizzle = joins && ir::one_source(inst);
  const Own own{joins || inst.op == Op::Neg ? 0u : 1u, swizzle || inst.op == Op::Neg ? 1 : punctuation_width, joins};
  // Most expressions fit, so their operands are not collected.
  Cost cost{0, own.width, 0};
  bool constant = dialect_.folds_constants, misplaced = false;
  for_each_written(module_, inst, [&](Value v) {
    const Expression& operand = expression(v);
    constant = constant && operand.constant;
    add(cost, misplaced, cost_of(v), joins);
  });
  finish(cost, misplaced, own);
  const bool folds = constant && is_arithmetic(inst.op);
  if (folds || !cost.fits) {
    cost = measure_again(inst, own, folds);
    cost.operations = std::min(cost.operations, 1000u);
    cost.width = std::min(cost.width, 10000u);
  }
  if (f.statement) return;
  f.constant = constant && !folds;
  f.operations = static_cast<std::uint16_t>(cost.operations);
  f.width = static_cast<std::uint16_t>(cost.width);
  f.segment = ir::takes_derivative(inst.op) ? segment_ : cost.segment;
}

// Measures an expression that does not fit, or that would be a constant expression.
Statements::Cost Statements::measure_again(const Inst& inst, Own own, bool folds) {
  std::array<Value, 4> operands;
  std::uint32_t count = 0;
  for_each_written(module_, inst, [&](Value v) { operands[count++] = v; });
  if (folds) make_statement(operands[0]);
  return consume({operands.data(), count}, own);
}

void Statements::make_statement(Value v) {
  Expression& f = expression(v);
  f.statement = any_ = true;
  f.constant = false;
  f.operations = 0;
  f.width = name_width;
  f.segment = 0;
}

void Statements::move_misplaced(std::span<const Value> operands) {
  for (const Value v : operands) {
    if (!is_misplaced(cost_of(v))) continue;
    make_statement(behind_swizzles(v));
    refresh(v);
  }
}

// Turns the operand with the most operations, or the widest of several, into a statement. If the operand is a swizzle,
// its source becomes the statement. Returns false if no operand is worth a statement.
bool Statements::cut_one(std::span<const Value> operands) {
  Value best = Value::None;
  for (const Value operand : operands) {
    const Value v = behind_swizzles(operand);
    const Expression& f = expression(v);
    if (f.statement || is_atom(module_[v].op) || (f.operations == 0 && f.width < 2 * input_width)) continue;
    const bool better = best == Value::None || f.operations > expression(best).operations ||
                        (f.operations == expression(best).operations && f.width > expression(best).width);
    if (better) best = v;
  }
  if (best == Value::None) return false;
  make_statement(best);
  for (const Value operand : operands) refresh(operand);
  return true;
}

// Updates the costs of swizzles after their source has become a statement.
void Statements::refresh(Value v) {
  const Value behind = behind_swizzles(v);
  if (behind == v || !expression(behind).statement) return;
  for (; v != behind; v = module_[v].arg(0)) {
    expression(v).operations = 0;
    expression(v).width = name_width + 2;
    expression(v).segment = 0;
  }
}

}  // namespace agal::writer
