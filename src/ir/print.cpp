// The IR as text. A value is %N, where N is its index in the list; .xyzw after a value selects lanes.
#include <fmt/format.h>

#include <iterator>

#include "ir/module.hpp"

namespace agal::ir {
namespace {

constexpr std::string_view letters = "xyzw";

std::string type_text(Type type) {
  constexpr std::array<std::string_view, 4> scalars{"none", "bool", "int", "float"};
  const std::string_view scalar = scalars[static_cast<std::size_t>(type.scalar)];
  return type.width == 1 ? std::string(scalar) : fmt::format("{}{}", scalar, type.width);
}

std::string constant_text(const Inst& inst) {
  std::string out;
  for (std::uint32_t i = 0; i < inst.type.width; ++i) {
    if (i > 0) out += ", ";
    switch (inst.type.scalar) {
      case Scalar::None: break;
      case Scalar::Bool: out += inst.args[i] ? "true" : "false"; break;
      case Scalar::Int: out += fmt::format("{}", static_cast<std::int32_t>(inst.args[i])); break;
      case Scalar::Float: out += fmt::format("{}", std::bit_cast<float>(inst.args[i])); break;
    }
  }
  return out;
}

std::string lanes_text(Lanes lanes, std::uint32_t width) {
  std::string out = ".";
  for (std::uint32_t i = 0; i < width; ++i) out += letters[lane_at(lanes, i)];
  return out;
}

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string run() {
    std::uint32_t depth = 0;
    for (std::uint32_t i = 0; i < module_.body.size(); ++i) {
      const Inst& inst = module_.body[i];
      if (inst.op == Op::Else || inst.op == Op::EndIf) depth -= depth > 0;
      fmt::format_to(std::back_inserter(out_), "{:{}}", "", 2 * depth);
      line(i, inst);
      if (inst.op == Op::If || inst.op == Op::Else) ++depth;
    }
    return std::move(out_);
  }

 private:
  // The module may be printed because it is invalid.
  bool exists(Value v) const { return index(v) < module_.body.size(); }

  std::string value(Value v) const { return exists(v) ? fmt::format("%{}", index(v)) : "%?"; }

  std::string operand(Value v, Lanes lanes, std::uint32_t width) const {
    const bool whole = exists(v) && module_[v].type.width == width && same_lanes(lanes, identity_lanes, width);
    return whole ? value(v) : value(v) + lanes_text(lanes, width);
  }

  std::string arguments(const Inst& inst) const {
    if (inst.op == Op::Constant) return constant_text(inst);
    if (inst.op == Op::Phi)
      return operand(inst.arg(0), inst.lanes, inst.type.width) + ", " +
             operand(inst.arg(1), inst.lanes2, inst.type.width);
    std::string out;
    for (std::uint32_t i = 0; i < inst.arg_count(); ++i) {
      if (i > 0) out += ", ";
      out += value(inst.arg(i));
      if (inst.op == Op::Compose && exists(inst.arg(i)) && module_[inst.arg(i)].type.width > 1)
        out += fmt::format(".{}", letters[lane_at(inst.lanes, i)]);
    }
    return out;
  }

  std::string register_text(RegisterType type, std::uint32_t number) const {
    return register_name(type, number, module_.stage);
  }

  // The meaning of `aux` and of a single-lane load, as AGAL register names.
  std::string subject(const Inst& inst) const {
    const std::string lane = inst.type.width == 1 ? fmt::format(".{}", letters[lane_at(inst.lanes, 0)]) : "";
    if (inst.op == Op::LoadAttribute) return " " + register_text(RegisterType::Attribute, inst.aux) + lane;
    if (inst.op == Op::LoadVarying) return " " + register_text(RegisterType::Varying, inst.aux) + lane;
    if (inst.op == Op::LoadUniform) return " " + register_text(RegisterType::Constant, inst.aux) + lane;
    if (is_sample(inst.op) && inst.aux < module_.samplers.size())
      return " " + register_text(RegisterType::Sampler, module_.samplers[inst.aux].index) + ",";
    if (inst.op == Op::StoreVarying) return " " + register_text(RegisterType::Varying, inst.aux) + ",";
    if (inst.op == Op::StoreColor) return " " + register_text(RegisterType::Output, inst.aux) + ",";
    return "";
  }

  void line(std::uint32_t i, const Inst& inst) {
    std::string text = inst.is_value() ? fmt::format("%{}: {} = ", i, type_text(inst.type)) : "";
    text += info(inst.op).text;
    text += subject(inst);
    if (const std::string args = arguments(inst); !args.empty()) text += " " + args;
    if (inst.hint.present()) text = fmt::format("{:<48}; {}", text, register_text(inst.hint.type, inst.hint.index));
    out_ += text + "\n";
  }

  const Module& module_;
  std::string out_;
};

}  // namespace

std::string print(const Module& module) { return Printer(module).run(); }

}  // namespace agal::ir
