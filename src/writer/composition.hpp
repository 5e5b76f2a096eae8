// How a composition of lanes is written: as a swizzle, as a repeated scalar, or as a constructor with parts.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/module.hpp"

namespace agal::writer {

/// Consecutive lanes of a composition that come from one value: a swizzle of it.
struct Swizzle {
  std::uint32_t count = 0;  // lanes of the result
  ir::Value source = ir::Value::None;
};

/// The part that begins at lane `first`. A scalar is a part of its own, however often it is repeated.
inline Swizzle part_at(const ir::Module& module, const ir::Inst& compose, std::uint32_t first) {
  Swizzle part{1, compose.arg(first)};
  if (module[part.source].type.width > 1)
    while (first + part.count < compose.type.width && compose.arg(first + part.count) == part.source) ++part.count;
  return part;
}

/// Whether all lanes are the same lane of one value.
inline bool is_splat(const ir::Inst& inst) {
  if (inst.op != ir::Op::Compose || inst.type.width < 2 || !ir::one_source(inst)) return false;
  for (std::uint32_t i = 1; i < inst.type.width; ++i)
    if (ir::lane_at(inst.lanes, i) != ir::lane_at(inst.lanes, 0)) return false;
  return true;
}

/// Whether it is a constant with the same bits in all lanes.
inline bool is_uniform_constant(const ir::Inst& inst) {
  if (inst.op == ir::Op::Undef) return true;
  if (inst.op != ir::Op::Constant) return false;
  for (std::uint32_t i = 1; i < inst.type.width; ++i)
    if (inst.args[i] != inst.args[0]) return false;
  return true;
}

/// Whether the text of a vector can be that of one scalar, where the language repeats it.
inline bool is_repeated_scalar(const ir::Inst& inst) {
  return inst.type.width > 1 && (is_splat(inst) || is_uniform_constant(inst));
}

/// Whether it only selects lanes of one value, so that its text is that of the value and a swizzle.
inline bool is_swizzle(const ir::Inst& inst) { return inst.op == ir::Op::Compose && ir::one_source(inst); }

}  // namespace agal::writer
