#include "ir/verify_types.hpp"

namespace agal::ir {
namespace {

constexpr std::string_view no_error;

class TypeCheck {
 public:
  TypeCheck(const Module& module, const Inst& inst) : module_(module), inst_(inst), result_(inst.type) {}

  std::string_view run() const {
    const Kind kind = info(inst_.op).kind;
    const bool makes_value = kind != Kind::Marker && kind != Kind::Effect;
    if (inst_.is_value() != makes_value) return makes_value ? "it does not have a type" : "it does not produce a value";
    if ((result_.scalar != Scalar::None) != makes_value) return "its type and its width contradict each other";
    switch (kind) {
      case Kind::Constant: break;
      case Kind::Input: return input();
      case Kind::Lanewise: return lanewise();
      case Kind::Horizontal: return horizontal();
      case Kind::Compose: return compose();
      case Kind::Phi: return phi();
      case Kind::Marker:
        return require(inst_.op != Op::If || arg(0) == bool_type(1), "expected a scalar bool as the condition");
      case Kind::Effect: return effect();
    }
    return no_error;
  }

 private:
  static std::string_view require(bool holds, std::string_view otherwise) { return holds ? no_error : otherwise; }

  Type arg(std::uint32_t i) const { return module_[inst_.arg(i)].type; }

  bool all_args(Type type) const {
    bool same = true;
    for_each_arg(inst_, [&](Value v) { same = same && module_[v].type == type; });
    return same;
  }

  bool numbered() const { return inst_.aux < base::RegisterSet::capacity; }

  std::string_view input() const {
    if (inst_.op == Op::LoadInstance) return require(result_ == int_type(), "expected the result to be an int");
    const Op other_stage = module_.stage == Stage::Vertex ? Op::LoadVarying : Op::LoadAttribute;
    if (inst_.op == other_stage) return "not available in this stage";
    if (!numbered()) return "the register number is out of range";
    return require(result_ == float_type(4) || result_ == float_type(1), "expected the result to be one float or four");
  }

  std::string_view lanewise() const {
    const Type floats = float_type(result_.width);
    if (inst_.op == Op::ToInt)
      return require(result_ == int_type() && all_args(float_type(1)), "expected a float operand and an int result");
    if (inst_.op == Op::ToFloat)
      return require(result_ == float_type(1) && all_args(int_type()), "expected an int operand and a float result");
    if (inst_.op == Op::IntAdd)
      return require(result_ == int_type() && all_args(int_type()), "expected int operands and an int result");
    if (inst_.op == Op::Or)
      return require(result_ == bool_type(1) && all_args(bool_type(1)),
                     "expected scalar bool operands and a scalar bool result");
    if (inst_.op == Op::Select)
      return require(arg(0) == bool_type(result_.width) && arg(1) == result_ && arg(2) == result_,
                     "expected one bool per lane and two operands of the type of the result");
    if (compares(inst_.op))
      return require(result_ == bool_type(result_.width) && all_args(floats),
                     "expected float operands and one bool per lane as the result");
    return require(result_ == floats && all_args(floats),
                   "expected float operands and a float result of the same width");
  }

  std::string_view horizontal() const {
    const bool floats = result_.scalar == Scalar::Float;
    if (is_sample(inst_.op)) return sample();
    if (inst_.op == Op::LoadUniformAt)
      return require(result_ == float_type(4) && all_args(int_type()),
                     "expected an int operand and a result of four floats");
    if (inst_.op == Op::Scale)
      return require(floats && result_.width > 1 && arg(0) == result_ && arg(1) == float_type(1),
                     "expected a vector, a scalar and a vector result");
    if (inst_.op == Op::Dot)
      return require(result_ == float_type(1) && arg(0).width > 1 && all_args(float_type(arg(0).width)),
                     "expected two vectors of the same width and a scalar result");
    return require(result_ == float_type(3) && all_args(float_type(3)),
                   "expected operands and a result of three lanes");
  }

  std::string_view sample() const {
    if (inst_.aux >= module_.samplers.size()) return "the sampler number is out of range";
    if (takes_derivative(inst_.op) && module_.stage == Stage::Vertex) return "not available in this stage";
    if (result_ != float_type(4)) return "expected a result of four floats";
    const bool plane = module_.samplers[inst_.aux].dimension == Dimension::Plane;
    const Type coordinate = float_type(plane ? 2 : 3);
    if (arg(0) != coordinate) return "the coordinate does not fit the texture's dimension";
    if (inst_.op == Op::SampleGrad)
      return require(all_args(coordinate), "expected gradients of the width of the coordinate");
    return require(inst_.op == Op::Sample || arg(1) == float_type(1), "expected a scalar float as the level or bias");
  }

  std::string_view compose() const {
    for (std::uint32_t i = 0; i < result_.width; ++i) {
      if (arg(i).scalar != result_.scalar) return "operand and result differ in scalar type";
      if (lane_at(inst_.lanes, i) >= arg(i).width) return "it reads a lane that its operand does not have";
    }
    return no_error;
  }

  std::string_view phi() const {
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (arg(side).scalar != result_.scalar) return "operand and result differ in scalar type";
      for (std::uint32_t i = 0; i < result_.width; ++i)
        if (lane_at(side == 0 ? inst_.lanes : inst_.lanes2, i) >= arg(side).width)
          return "it reads a lane that its operand does not have";
    }
    return no_error;
  }

  std::string_view effect() const {
    const bool vertex = inst_.op == Op::StorePosition || inst_.op == Op::StoreVarying;
    if (vertex != (module_.stage == Stage::Vertex)) return "not available in this stage";
    if (!numbered()) return "the register number is out of range";
    if (inst_.op == Op::Kill) return require(arg(0) == bool_type(1), "expected a scalar bool operand");
    return require(arg(0) == float_type(inst_.op == Op::StoreDepth ? 1 : 4), "it stores the wrong number of lanes");
  }

  const Module& module_;
  const Inst& inst_;
  const Type result_;
};

}  // namespace

std::string_view type_error(const Module& module, const Inst& inst) { return TypeCheck(module, inst).run(); }

}  // namespace agal::ir
