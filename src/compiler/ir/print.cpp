// Prints the IR as text. A value is %N, where N is its index in the list; .xyzw after a value selects lanes.
#include <fmt/format.h>

#include <cmath>

#include "base/format.hpp"
#include "ir/notation.hpp"

namespace agal::ir {
namespace {

// Returns the shortest text that is read back exactly. A NaN is printed as bits unless it is the default NaN, with any
// sign.
std::string float_text(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  return std::isnan(value) && (bits & 0x7fff'ffff) != 0x7fc0'0000 ? fmt::format("{:#010x}", bits)
                                                                  : fmt::format("{}", value);
}

std::string constant_text(const Inst& inst) {
  std::string out;
  for (std::uint32_t i = 0; i < inst.type.width; ++i) {
    if (i > 0) out += ", ";
    switch (inst.type.scalar) {
      case Scalar::None: break;
      case Scalar::Bool: out += inst.args[i] ? "true" : "false"; break;
      case Scalar::Int: out += fmt::format("{}", static_cast<std::int32_t>(inst.args[i])); break;
      case Scalar::Float: out += float_text(inst.args[i]); break;
    }
  }
  return out;
}

std::string lanes_text(Lanes lanes, std::uint32_t width) {
  std::string out = ".";
  for (std::uint32_t i = 0; i < width; ++i) out += lane_letters[lane_at(lanes, i)];
  return out;
}

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string run() {
    print_header();
    std::uint32_t depth = 0;
    for (std::uint32_t i = 0; i < module_.body.size(); ++i) {
      const Inst& inst = module_.body[i];
      if (inst.op == Op::Else || inst.op == Op::EndIf) depth -= depth > 0;
      base::append(out_, "{:{}}", "", 2 * depth);
      line(i, inst);
      if (inst.op == Op::If || inst.op == Op::Else) ++depth;
    }
    return std::move(out_);
  }

 private:
  void print_header() {
    base::append(out_, "{} {}\n", header::stage, name(module_.stage));
    for (const SamplerSlot& slot : module_.samplers) {
      const auto dimension = static_cast<std::uint32_t>(slot.dimension);
      const SamplerOptionInfo* const option = find_sampler_option(SamplerField::Dim, dimension);
      base::append(out_, "{} {} {}\n", header::sampler, register_text(RegisterType::Sampler, slot.index),
                   option != nullptr ? option->text : "?");
    }
    module_.centroid_varyings.for_each([&](std::uint32_t number) {
      base::append(out_, "{} {}\n", header::centroid, register_text(RegisterType::Varying, number));
    });
    if (module_.constant_array != 0) base::append(out_, "{} {}\n", header::constant_array, module_.constant_array);
  }

  // Returns true if the value exists. An invalid module, which may also be printed, may refer to values that do not.
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
        out += fmt::format(".{}", lane_letters[lane_at(inst.lanes, i)]);
    }
    return out;
  }

  std::string register_text(RegisterType type, std::uint32_t number) const {
    return register_name(type, number, module_.stage);
  }

  // Returns the register that the instruction names, and the lane that it loads.
  std::string subject(const Inst& inst) const {
    const std::optional<RegisterType> type = register_of(inst.op);
    if (!type || (is_sample(inst.op) && inst.aux >= module_.samplers.size())) return "";
    const std::uint32_t number = is_sample(inst.op) ? module_.samplers[inst.aux].index : inst.aux;
    const std::string text = " " + register_text(*type, number);
    if (kind(inst.op) != Kind::Input) return text + ",";
    return inst.type.width == 1 ? text + lanes_text(inst.lanes, 1) : text;
  }

  void line(std::uint32_t i, const Inst& inst) {
    std::string text = inst.is_value() ? fmt::format("%{}: {} = ", i, type_name(inst.type)) : "";
    text += info(inst.op).text;
    text += subject(inst);
    if (const std::string args = arguments(inst); !args.empty()) text += " " + args;
    if (inst.token != no_token || inst.hint.present()) text = fmt::format("{:<47} ", text);
    if (inst.token != no_token) text += fmt::format("@{}", inst.token + 1);  // tokens are counted from 1 in messages
    if (inst.hint.present())
      text += (inst.token != no_token ? " " : "") + register_text(inst.hint.type, inst.hint.index);
    out_ += text + "\n";
  }

  const Module& module_;
  std::string out_;
};

}  // namespace

std::string print(const Module& module) { return Printer(module).run(); }

}  // namespace agal::ir
