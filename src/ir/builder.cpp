#include "ir/builder.hpp"

namespace agal::ir {

Value Builder::make(Op op, Type type, std::initializer_list<Value> args, std::uint32_t aux) {
  Inst inst;
  inst.op = op;
  inst.type = type;
  inst.aux = aux;
  inst.token = token_;
  if (type.scalar == Scalar::Float) inst.hint = hint_;
  std::uint32_t i = 0;
  for (Value v : args) inst.set_arg(i++, v);
  return append(inst);
}

Value Builder::constant(float value, std::uint32_t width) {
  Inst inst;
  inst.op = Op::Constant;
  inst.type = float_type(width);
  for (std::uint32_t i = 0; i < width; ++i) inst.args[i] = std::bit_cast<std::uint32_t>(value);
  return append(inst);
}

Value Builder::int_constant(std::int32_t value) {
  Inst inst;
  inst.op = Op::Constant;
  inst.type = int_type();
  inst.args[0] = static_cast<std::uint32_t>(value);
  return append(inst);
}

Value Builder::bool_constant(bool value) {
  Inst inst;
  inst.op = Op::Constant;
  inst.type = bool_type(1);
  inst.args[0] = value ? 1 : 0;
  return append(inst);
}

Value Builder::compose(std::span<const Lane> lanes) {
  const Value first = lanes[0].value;
  bool whole = type(first).width == lanes.size();
  Inst inst;
  inst.op = Op::Compose;
  inst.type = {type(first).scalar, static_cast<std::uint8_t>(lanes.size())};
  inst.token = token_;
  inst.lanes = 0;
  for (std::uint32_t i = 0; i < lanes.size(); ++i) {
    inst.set_arg(i, lanes[i].value);
    inst.lanes = with_lane(inst.lanes, i, lanes[i].lane);
    whole = whole && lanes[i].value == first && lanes[i].lane == i;
  }
  return whole ? first : append(inst);
}

}  // namespace agal::ir
