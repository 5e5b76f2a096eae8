#include "ir/verify_types.hpp"

#include "ir/semantics.hpp"

namespace agal::ir {
namespace {

constexpr std::string_view no_error;

class TypeCheck {
 public:
  TypeCheck(const Module& module, const Inst& inst) : module_(module), inst_(inst), row_(semantics(inst.op)) {}

  std::string_view run() {
    const bool makes_value = row_.signature->result.width != Width::None;
    if (inst_.is_value() != makes_value) return makes_value ? "it does not have a type" : "it does not produce a value";
    if ((inst_.type.scalar != Scalar::None) != makes_value) return "its type and its width contradict each other";
    if (!covers(row_.stage, module_.stage)) return "not available in this stage";
    if (row_.number == Number::Register && inst_.aux >= base::RegisterSet::capacity)
      return "the register number is out of range";
    if (row_.number == Number::Sampler && inst_.aux >= module_.samplers.size())
      return "the sampler number is out of range";
    if (inst_.op == Op::Compose || inst_.op == Op::Phi) return lanes();
    bool fits = allowed(row_.signature->result, inst_.type);
    for (std::uint32_t i = 0; i < inst_.arg_count(); ++i)
      fits = fits && allowed(row_.signature->operands[i], module_[inst_.arg(i)].type);
    return fits ? no_error : row_.signature->mismatch;
  }

 private:
  bool allowed(TypeRule rule, Type type) {
    if (type.scalar != (rule.scalar == Scalar::None ? inst_.type.scalar : rule.scalar)) return false;
    switch (rule.width) {
      case Width::None:
      case Width::One:
      case Width::Two:
      case Width::Three:
      case Width::Four: return type.width == static_cast<std::uint8_t>(rule.width);
      case Width::Shared: break;
      case Width::SharedVector:
        if (type.width == 1) return false;
        break;
      case Width::OneOrFour: return type.width == 1 || type.width == 4;
      case Width::Coordinate:
        return type.width == (module_.samplers[inst_.aux].dimension == TextureKind::Plane ? 2 : 3);
    }
    if (shared_width_ == 0) shared_width_ = type.width;
    return type.width == shared_width_;
  }

  std::string_view lane(Value from, std::uint32_t number) const {
    const Type type = module_[from].type;
    if (type.scalar != inst_.type.scalar) return "operand and result differ in scalar type";
    return number < type.width ? no_error : "it reads a lane that its operand does not have";
  }

  // Of a composition or a phi.
  std::string_view lanes() const {
    std::string_view found;
    for (std::uint32_t i = 0; i < inst_.type.width && found.empty(); ++i) {
      if (inst_.op == Op::Compose) found = lane(inst_.arg(i), lane_at(inst_.lanes, i));
      for (std::uint32_t side = 0; side < 2 && inst_.op == Op::Phi && found.empty(); ++side)
        found = lane(inst_.arg(side), lane_at(inst_.phi_lanes(side), i));
    }
    return found;
  }

  const Module& module_;
  const Inst& inst_;
  const OpSemantics& row_;
  std::uint8_t shared_width_ = 0;  // 0: not known yet
};

}  // namespace

std::string_view type_error(const Module& module, const Inst& inst) { return TypeCheck(module, inst).run(); }

}  // namespace agal::ir
