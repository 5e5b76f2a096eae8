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
    if (inst_.is_value() != makes_value) return makes_value ? "it has no type" : "it makes no value";
    if ((result_.scalar != Scalar::None) != makes_value) return "its type and its width contradict each other";
    switch (kind) {
      case Kind::Constant: break;
      case Kind::Input: return input();
      case Kind::Lanewise: return lanewise();
      case Kind::Horizontal: return horizontal();
      case Kind::Compose: return compose();
      case Kind::Phi: return phi();
      case Kind::Marker:
        return require(inst_.op != Op::If || arg(0) == bool_type(1), "the condition is no scalar bool");
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
    if (inst_.op == Op::LoadInstance) return require(result_ == int_type(), "an instance id is an int");
    const Op other_stage = module_.stage == Stage::Vertex ? Op::LoadVarying : Op::LoadAttribute;
    if (inst_.op == other_stage) return "it belongs to the other stage";
    if (!numbered()) return "there is no such register";
    return require(result_ == float_type(4) || result_ == float_type(1), "a load takes one float lane or all four");
  }

  std::string_view lanewise() const {
    const Type floats = float_type(result_.width);
    if (inst_.op == Op::ToInt)
      return require(result_ == int_type() && all_args(float_type(1)), "it makes an int of a float");
    if (inst_.op == Op::ToFloat)
      return require(result_ == float_type(1) && all_args(int_type()), "it makes a float of an int");
    if (inst_.op == Op::IntAdd) return require(result_ == int_type() && all_args(int_type()), "it adds ints");
    if (inst_.op == Op::Or) return require(result_ == bool_type(1) && all_args(bool_type(1)), "it joins scalar bools");
    if (inst_.op == Op::Select)
      return require(arg(0) == bool_type(result_.width) && arg(1) == result_ && arg(2) == result_,
                     "it takes one bool a lane and two operands of its own type");
    if (compares(inst_.op))
      return require(result_ == bool_type(result_.width) && all_args(floats), "it compares floats lane by lane");
    return require(result_ == floats && all_args(floats), "operands and result are floats of one width");
  }

  std::string_view horizontal() const {
    const bool floats = result_.scalar == Scalar::Float;
    if (is_sample(inst_.op)) return sample();
    if (inst_.op == Op::LoadUniformAt)
      return require(result_ == float_type(4) && all_args(int_type()), "it loads four floats by an int");
    if (inst_.op == Op::Scale)
      return require(floats && result_.width > 1 && arg(0) == result_ && arg(1) == float_type(1),
                     "it scales a vector by a scalar");
    if (inst_.op == Op::Dot)
      return require(result_ == float_type(1) && arg(0).width > 1 && all_args(float_type(arg(0).width)),
                     "it takes two vectors of one width and makes a scalar");
    return require(result_ == float_type(3) && all_args(float_type(3)), "operands and result have three lanes");
  }

  std::string_view sample() const {
    if (inst_.aux >= module_.samplers.size()) return "there is no such sampler";
    if (takes_derivative(inst_.op) && module_.stage == Stage::Vertex) return "it belongs to the other stage";
    if (result_ != float_type(4)) return "a texel has four floats";
    const bool plane = module_.samplers[inst_.aux].dimension == Dimension::Plane;
    const Type coordinate = float_type(plane ? 2 : 3);
    if (arg(0) != coordinate) return "the coordinate does not fit the texture's dimension";
    if (inst_.op == Op::SampleGrad) return require(all_args(coordinate), "gradients have the width of the coordinate");
    return require(inst_.op == Op::Sample || arg(1) == float_type(1), "a level or a bias is a float");
  }

  std::string_view compose() const {
    for (std::uint32_t i = 0; i < result_.width; ++i) {
      if (arg(i).scalar != result_.scalar) return "operand and result differ in scalar type";
      if (lane_at(inst_.lanes, i) >= arg(i).width) return "it reads a lane that its operand has not";
    }
    return no_error;
  }

  std::string_view phi() const {
    for (std::uint32_t side = 0; side < 2; ++side) {
      if (arg(side).scalar != result_.scalar) return "operand and result differ in scalar type";
      for (std::uint32_t i = 0; i < result_.width; ++i)
        if (lane_at(side == 0 ? inst_.lanes : inst_.lanes2, i) >= arg(side).width)
          return "it reads a lane that its operand has not";
    }
    return no_error;
  }

  std::string_view effect() const {
    const bool vertex = inst_.op == Op::StorePosition || inst_.op == Op::StoreVarying;
    if (vertex != (module_.stage == Stage::Vertex)) return "it belongs to the other stage";
    if (!numbered()) return "there is no such register";
    if (inst_.op == Op::Kill) return require(arg(0) == bool_type(1), "it takes a scalar bool");
    return require(arg(0) == float_type(inst_.op == Op::StoreDepth ? 1 : 4), "it stores another number of lanes");
  }

  const Module& module_;
  const Inst& inst_;
  const Type result_;
};

}  // namespace

std::string_view type_error(const Module& module, const Inst& inst) { return TypeCheck(module, inst).run(); }

}  // namespace agal::ir
