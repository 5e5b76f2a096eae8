// Classifies a composition of lanes: it is written as a swizzle, as a repeated scalar, or as a constructor with parts.
#pragma once

#include "writer/dialect.hpp"

namespace agal::writer {

/// Consecutive lanes of a composition that come from one value, so that they are a swizzle of the value.
struct Swizzle {
  std::uint32_t count = 0;  // the number of lanes of the result
  Value source = Value::None;
};

/// Returns the part that begins at lane `first`. A scalar is always one part, even if it is repeated.
inline Swizzle part_at(const ir::Module& module, const Inst& compose, std::uint32_t first) {
  Swizzle part{1, compose.arg(first)};
  if (module[part.source].type.width > 1)
    while (first + part.count < compose.type.width && compose.arg(first + part.count) == part.source) ++part.count;
  return part;
}

/// Returns true if the operation has no operands: a constant or an input.
constexpr bool is_atom(Op op) { return ir::kind(op) == ir::Kind::Constant || ir::kind(op) == ir::Kind::Input; }

/// Returns true if the composition only selects lanes of one value, so that its text is the value with a swizzle.
inline bool is_swizzle(const Inst& inst) { return inst.op == Op::Compose && ir::one_source(inst); }

/// Calls `visit(operand)` for the operands in the text of an expression. A composition has an operand for each part.
template <class Visit>
void for_each_written(const ir::Module& module, const Inst& inst, Visit visit) {
  if (inst.op != Op::Compose) return for_each_arg(inst, visit);
  if (ir::one_source(inst)) return visit(inst.arg(0));
  for (std::uint32_t lane = 0; lane < inst.type.width;) {
    const Swizzle part = part_at(module, inst, lane);
    visit(part.source);
    lane += part.count;
  }
}

/// Returns true if all lanes are the same lane of one value.
inline bool is_splat(const Inst& inst) {
  if (!is_swizzle(inst) || inst.type.width < 2) return false;
  for (std::uint32_t i = 1; i < inst.type.width; ++i)
    if (ir::lane_at(inst.lanes, i) != ir::lane_at(inst.lanes, 0)) return false;
  return true;
}

/// Returns true if the instruction is a constant with the same bits in all lanes.
inline bool is_uniform_constant(const Inst& inst) {
  if (inst.op == Op::Undef) return true;
  if (inst.op != Op::Constant) return false;
  for (std::uint32_t i = 1; i < inst.type.width; ++i)
    if (inst.args[i] != inst.args[0]) return false;
  return true;
}

}  // namespace agal::writer
