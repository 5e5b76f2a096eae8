#include "ir/builder.hpp"

namespace agal::ir {

Value Builder::make(Op op, Type type, std::initializer_list<Value> args, std::uint32_t aux) {
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

Value Builder::compose(std::span<const Lane> lanes, Hint hint) {
  const Value first = lanes[0].value;
  const Type of = type(first);
  Lanes picked = 0;
  std::uint32_t differ = of.width ^ static_cast<std::uint32_t>(lanes.size());
  for (std::uint32_t i = 0; i < lanes.size(); ++i) {
    differ |= index(lanes[i].value) ^ index(first);
    picked = with_lane(picked, i, lanes[i].lane);
  }
  if (differ == 0 && same_lanes(picked, identity_lanes, of.width)) return first;
  Inst& inst = next();
  inst.op = Op::Compose;
  inst.type = {of.scalar, static_cast<std::uint8_t>(lanes.size())};
  inst.token = token_;
  inst.lanes = picked;
  inst.hint = hint;
  for (std::uint32_t i = 0; i < lanes.size(); ++i) inst.set_arg(i, lanes[i].value);
  return reused_last();
}

}  // namespace agal::ir
