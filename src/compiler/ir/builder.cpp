#include "ir/builder.hpp"

// Inlines all calls: in a large translation unit, GCC does not inline `emplace_back`, and a call takes half as long as
// the function. WebAssembly is optimized for size.
#if defined(__GNUC__) && !defined(__wasm__)
#define AGAL_INLINE_CALLS [[gnu::flatten]]
#else
#define AGAL_INLINE_CALLS
#endif

namespace agal::ir {

AGAL_INLINE_CALLS Value Builder::make(Op op, Type type, std::initializer_list<Value> args, std::uint32_t aux) {
  Inst& inst = next();
  inst.op = op;
  inst.type = type;
  inst.aux = static_cast<std::uint16_t>(aux);
  inst.token = token_;
  if (type.scalar == Scalar::Float) inst.hint = hint_;
  std::uint32_t i = 0;
  for (Value v : args) inst.set_arg(i++, v);
  // Loads have no operands. Lowering remembers them by register.
  return i != 0 && type.width != 0 ? reused_last() : module_.last();
}

// Removes the last instruction if its value is available, and returns the available value.
Value Builder::reused_last() {
  const Value last = module_.last();
  if (available_ == nullptr) return last;
  const Inst& inst = module_[last];
  const Value same = available_->find_or_add(module_.body, inst, last);
  if (same == Value::None) return last;
  if (Inst& kept = module_.body[index(same)]; !kept.hint.present()) kept.hint = inst.hint;
  module_.body.pop_back();
  return same;
}

// Appends a constant with the same bits in every lane.
Value Builder::constant(Type type, std::uint32_t bits) {
  Inst& inst = next();
  inst.op = Op::Constant;
  inst.type = type;
  for (std::uint32_t i = 0; i < type.width; ++i) inst.args[i] = bits;
  return reused_last();
}

AGAL_INLINE_CALLS Value Builder::compose(std::span<const Lane> lanes, Hint hint) {
  const Value first = lanes[0].value;
  const Type of = type(first);
  const auto width = static_cast<std::uint32_t>(lanes.size());
  std::uint32_t picked = 0, differ = of.width ^ width;
  for (std::uint32_t i = 0; i < width; ++i) {
    differ |= index(lanes[i].value) ^ index(first);
    picked |= std::uint32_t{lanes[i].lane} << (2 * i);
  }
  if (differ == 0 && same_lanes(static_cast<Lanes>(picked), identity_lanes, width)) return first;
  Inst& inst = next();
  inst.op = Op::Compose;
  inst.type = {of.scalar, static_cast<std::uint8_t>(width)};
  inst.token = token_;
  inst.lanes = static_cast<Lanes>(picked);
  inst.hint = hint;
  for (std::uint32_t i = 0; i < width; ++i) inst.set_arg(i, lanes[i].value);
  return reused_last();
}

}  // namespace agal::ir
