#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

#include "ir/evaluate.hpp"
#include "opt/rewriter.hpp"

namespace agal::opt {
namespace {

// Replaces the last instruction by another value.
Value replaced(ir::Module& module, Value by) {
  module.body.pop_back();
  return by;
}
Value replaced(ir::Module& module, const Inst& by) {
  module.body.back() = by;
  return module.last();
}

// ---- identities

// A and B are the operands of an instruction. X is the operand of its operand `Identity::at`.
enum Named : std::uint8_t { A, B, X };

// If operand `at` of `op` is the result of `inner`, the instruction becomes `result` with these operands. Without a
// `result`, the first of these operands replaces the instruction. A later row may apply to the result of an earlier
// row.
struct Identity {
  Op op;
  std::uint8_t at;
  Op inner;
  std::optional<Op> result;
  std::array<Named, 2> operands;
};
constexpr auto identities = std::to_array<Identity>({
    {Op::Neg, 0, Op::Neg, {}, {X}},          // --x = x
    {Op::Abs, 0, Op::Neg, Op::Abs, {X}},     // |-x| = |x|
    {Op::Abs, 0, Op::Abs, {}, {A}},          // ||x|| = |x|
    {Op::Add, 1, Op::Neg, Op::Sub, {A, X}},  // a + -x = a - x
    {Op::Add, 0, Op::Neg, Op::Sub, {B, X}},  // -x + b = b - x
    {Op::Sub, 1, Op::Neg, Op::Add, {A, X}},  // a - -x = a + x
});

// ---- kinds of operands that folding needs, so that most instructions are quickly left unchanged

// A set of kinds of operands.
using Operands = std::uint8_t;
constexpr Operands operand_constant = 1, operand_compose = 2, operand_neg = 4, operand_abs = 8, operand_any = 15;

constexpr Operands operand_of(Op op) {
  return op == Op::Constant  ? operand_constant
         : op == Op::Compose ? operand_compose
         : op == Op::Neg     ? operand_neg
         : op == Op::Abs     ? operand_abs
                             : Operands{0};
}

// Returns the kinds of operands for which an operation has a rule. Constants count only if all operands are constant.
constexpr Operands wanted_by(Op op) {
  Operands wanted = op == Op::Mul ? operand_compose : Operands{0};
  for (const Identity& identity : identities)
    if (identity.op == op) wanted |= operand_of(identity.inner);
  return wanted;
}

template <Operands (*column)(Op)>
constexpr auto by_op = []() {
  std::array<Operands, ir::op_table.size()> table{};
  for (std::size_t op = 0; op < table.size(); ++op) table[op] = column(static_cast<Op>(op));
  return table;
}();

struct FoundOperands {
  Operands any, all;
};

FoundOperands operands_of(const ir::Module& module, const Inst& inst) {
  FoundOperands found{0, operand_any};
  const std::uint32_t count = inst.arg_count();
  for (std::uint32_t i = 0; i < 4; ++i) {
    const Op op = module.body[i < count ? inst.args[i] : 0].op;
    const Operands operand = by_op<operand_of>[static_cast<std::size_t>(op)];
    found.any |= i < count ? operand : Operands{0};
    found.all &= i < count ? operand : operand_any;
  }
  return found;
}

// Returns true if a rule may apply to an operation other than Select with these operands.
bool has_rule(Op op, FoundOperands operands) {
  const Operands wanted = by_op<wanted_by>[static_cast<std::size_t>(op)];
  return ((operands.any & wanted) | (operands.all & operand_constant)) != 0;
}

// ---- lanes of lanes

// Returns the origin of a lane: the lane that all compositions copy it from.
Lane origin(const ir::Module& module, Lane lane) {
  while (module[lane.value].op == Op::Compose) {
    const Inst& inner = module[lane.value];
    lane = {inner.arg(lane.lane), static_cast<std::uint8_t>(ir::lane_at(inner.lanes, lane.lane))};
  }
  return lane;
}

// Returns true if all lanes of a composition are the lanes of one vector, in order.
bool is_whole_vector(const ir::Module& module, const Inst& inst) {
  const std::uint32_t width = inst.type.width;
  return ir::same_lanes(inst.lanes, ir::identity_lanes, width) && ir::one_source(inst) &&
         module[inst.arg(0)].type.width == width;
}

Value fold_compose(ir::Module& module) {
  Inst& inst = module.body.back();
  const std::uint32_t width = inst.type.width;
  bool constant = true;
  for (std::uint32_t i = 0; i < width; ++i) {
    if (module[inst.arg(i)].op == Op::Compose) {
      const Lane lane = origin(module, {inst.arg(i), static_cast<std::uint8_t>(ir::lane_at(inst.lanes, i))});
      inst.set_arg(i, lane.value);
      inst.lanes = ir::with_lane(inst.lanes, i, lane.lane);
    }
    constant = constant && module[inst.arg(i)].op == Op::Constant;
  }
  if (is_whole_vector(module, inst)) return replaced(module, inst.arg(0));
  if (!constant) return module.last();
  Inst folded;
  folded.op = Op::Constant;
  folded.type = inst.type;
  for (std::uint32_t i = 0; i < width; ++i) folded.args[i] = module[inst.arg(i)].args[ir::lane_at(inst.lanes, i)];
  return replaced(module, folded);
}

// Returns the lane that a composition repeats in all its lanes; no lane if the lanes differ or `v` is not a
// composition.
Lane repeated_lane(const ir::Module& module, Value v) {
  const Inst& inst = module[v];
  if (inst.op != Op::Compose) return {};
  for (std::uint32_t i = 1; i < inst.type.width; ++i)
    if (inst.arg(i) != inst.arg(0) || ir::lane_at(inst.lanes, i) != ir::lane_at(inst.lanes, 0)) return {};
  return {inst.arg(0), static_cast<std::uint8_t>(ir::lane_at(inst.lanes, 0))};
}

Value extract(ir::Module& module, Lane lane, std::uint32_t token) {
  const ir::Scalar scalar = module[lane.value].type.scalar;
  Inst& inst = module.body.emplace_back();
  inst.op = Op::Compose;
  inst.type = {scalar, 1};
  inst.set_arg(0, lane.value);
  inst.lanes = ir::with_lane(0, 0, lane.lane);
  inst.token = token;
  return fold_compose(module);
}

// ---- arithmetic on constants; only if float32 arithmetic here gives the same result as on any target

// Returns true if a number is finite. Infinities and NaN are left to the target, whose rules for them may differ.
bool finite(ir::Type type, std::uint32_t bits) {
  return type.scalar != ir::Scalar::Float || std::isfinite(std::bit_cast<float>(bits));
}

// Evaluates the last instruction, which has only constants as operands.
Value fold_constants(ir::Module& module) {
  const Inst& inst = module.body.back();
  Inst folded;
  folded.op = Op::Constant;
  folded.type = inst.type;
  for (std::uint32_t lane = 0; lane < inst.type.width; ++lane) {
    std::array<std::uint32_t, 3> operands{};
    bool exact = true;
    for (std::uint32_t i = 0; i < inst.arg_count(); ++i) {
      const Inst& operand = module[inst.arg(i)];
      operands[i] = operand.args[lane];
      exact = exact && finite(operand.type, operands[i]);
    }
    const std::optional<std::uint32_t> result = ir::evaluate<ir::Folding::Exact>(inst.op, operands);
    if (!exact || !result || !finite(inst.type, *result)) return module.last();
    folded.args[lane] = *result;
  }
  return replaced(module, folded);
}

// ---- identities that hold for every float

// Applies all identities that match the instruction. Returns the operand that replaces the instruction; None if the
// instruction stays.
Value apply_identities(const ir::Module& module, Inst& inst) {
  for (const Identity& identity : identities) {
    if (identity.op != inst.op || module[inst.arg(identity.at)].op != identity.inner) continue;
    const std::array<Value, 3> named{inst.arg(0), inst.arg(1), module[inst.arg(identity.at)].arg(0)};
    if (!identity.result) return named[identity.operands[0]];
    inst.op = *identity.result;
    for (std::uint32_t i = 0; i < inst.arg_count(); ++i) inst.set_arg(i, named[identity.operands[i]]);
  }
  return Value::None;
}

bool has_repeated_lane(const ir::Module& module, const Inst& product) {
  return product.type.width > 1 && (repeated_lane(module, product.arg(0)).value != Value::None ||
                                    repeated_lane(module, product.arg(1)).value != Value::None);
}

// Replaces a product with a repeated lane by the product of a vector and a scalar.
Value fold_product(ir::Module& module) {
  for (std::uint32_t i = 0; i < 2 && module.body.back().type.width > 1; ++i) {
    const Lane lane = repeated_lane(module, module.body.back().arg(i));
    if (lane.value == Value::None) continue;
    Inst scaled = module.body.back();
    module.body.pop_back();
    scaled.op = Op::Scale;
    scaled.set_arg(0, scaled.arg(1 - i));
    scaled.set_arg(1, extract(module, lane, scaled.token));
    module.body.push_back(scaled);
    break;
  }
  return module.last();
}

Value fold_select(const ir::Module& module, const Inst& inst) {
  if (inst.arg(1) == inst.arg(2)) return inst.arg(1);
  const Inst& condition = module[inst.arg(0)];
  if (condition.op != Op::Constant) return Value::None;
  const auto lanes = std::span(condition.args).first(condition.type.width);
  if (std::all_of(lanes.begin(), lanes.end(), [](std::uint32_t bit) { return bit != 0; })) return inst.arg(1);
  if (std::all_of(lanes.begin(), lanes.end(), [](std::uint32_t bit) { return bit == 0; })) return inst.arg(2);
  return Value::None;
}

}  // namespace

Value fold_last(ir::Module& module) {
  Inst& inst = module.body.back();
  const Kind kind = ir::kind(inst.op);
  if (kind == Kind::Compose) return fold_compose(module);
  if (kind != Kind::Lanewise) return module.last();
  const FoundOperands operands = operands_of(module, inst);
  if (inst.op != Op::Select && !has_rule(inst.op, operands)) return module.last();
  const Value same = inst.op == Op::Select ? fold_select(module, inst) : apply_identities(module, inst);
  if (same != Value::None) return replaced(module, same);
  if ((operands.all & operand_constant) != 0) return fold_constants(module);
  return inst.op == Op::Mul ? fold_product(module) : module.last();
}

Value append_folded(ir::Module& module, const Inst& inst) {
  module.body.push_back(inst);
  return fold_last(module);
}

bool may_fold(const ir::Module& module, const Inst& inst) {
  const Kind kind = ir::kind(inst.op);
  if (kind != Kind::Lanewise && kind != Kind::Compose) return false;
  const FoundOperands operands = operands_of(module, inst);
  const bool constant = (operands.all & operand_constant) != 0;
  if (kind == Kind::Compose) return constant || (operands.any & operand_compose) != 0 || is_whole_vector(module, inst);
  if (inst.op == Op::Select) return constant || fold_select(module, inst) != Value::None;
  if (inst.op == Op::Mul) return constant || has_repeated_lane(module, inst);
  return has_rule(inst.op, operands);
}

namespace {

// Applies identities to an instruction in the list. Returns false if folding would do more.
bool fold_in_place(const ir::Module& module, Inst& inst) {
  const bool constant = (operands_of(module, inst).all & operand_constant) != 0;
  if (ir::kind(inst.op) != Kind::Lanewise || inst.op == Op::Select || constant) return false;
  Inst folded = inst;
  if (apply_identities(module, folded) != Value::None || folded.op == inst.op) return false;
  inst = folded;
  return true;
}

bool is_repeated(std::span<const Inst> body, const Inst& inst) {
  return std::any_of(body.begin(), body.end(),
                     [&](const Inst& each) { return &each != &inst && ir::compute_the_same(each, inst); });
}

}  // namespace

void fold(ir::Module& module) {
  // The maximum number of changed instructions that are compared with all others. With more, cse compares all.
  constexpr std::uint32_t max_compared = 8;
  std::uint32_t kept = module.folded, changed = 0;
  bool folds_again = false;
  for (; kept < module.body.size(); ++kept) {
    Inst& inst = module.body[kept];
    if (!may_fold(module, inst)) continue;
    if (!fold_in_place(module, inst)) break;
    folds_again = folds_again || may_fold(module, inst);
    if (module.distinct && (++changed > max_compared || is_repeated(module.body, inst))) module.distinct = false;
  }
  if (kept < module.body.size()) {
    Rewriter rewriter(module, kept);
    rewriter.for_each([&](std::uint32_t, const Inst& old) {
      rewriter.append_mapped(old);
      return fold_last(module);
    });
    const auto rest = std::span(module.body).subspan(kept);
    folds_again =
        folds_again || std::any_of(rest.begin(), rest.end(), [&](const Inst& inst) { return may_fold(module, inst); });
  }
  if (!folds_again) module.folded = static_cast<std::uint32_t>(module.body.size());
}

}  // namespace agal::opt
