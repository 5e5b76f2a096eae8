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
  return last();
}

Value Builder::constant(float value, std::uint32_t width) {
  Inst& inst = next();
  inst.op = Op::Constant;
  inst.type = float_type(width);
  for (std::uint32_t i = 0; i < width; ++i) inst.args[i] = std::bit_cast<std::uint32_t>(value);
  return last();
}

Value Builder::int_constant(std::int32_t value) {
  Inst& inst = next();
  inst.op = Op::Constant;
  inst.type = int_type();
  inst.args[0] = static_cast<std::uint32_t>(value);
  return last();
}

Value Builder::bool_constant(bool value) {
  Inst& inst = next();
  inst.op = Op::Constant;
  inst.type = bool_type(1);
  inst.args[0] = value ? 1 : 0;
  return last();
}

Value Builder::compose(std::span<const Lane> lanes) {
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
  for (std::uint32_t i = 0; i < lanes.size(); ++i) inst.set_arg(i, lanes[i].value);
  return last();
}

}  // namespace agal::ir
