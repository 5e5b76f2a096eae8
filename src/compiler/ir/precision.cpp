#include "ir/precision.hpp"

#include <algorithm>
#include <bit>

namespace agal::ir {
namespace {

bool mixes_colors(Op op) {
  constexpr std::array mixing{Op::Neg, Op::Abs, Op::Add,   Op::Sub,   Op::Mul,   Op::Fma,
                              Op::Min, Op::Max, Op::Clamp, Op::Scale, Op::Select};
  return std::find(mixing.begin(), mixing.end(), op) != mixing.end();
}

bool is_move(Op op) { return op == Op::Compose || op == Op::Phi; }

bool is_ordering(Op op) { return op == Op::Less || op == Op::Greater || op == Op::GreaterEqual; }

class Analysis {
 public:
  explicit Analysis(const Module& module) : module_(module), states_(module.body.size()) {
    for (std::size_t i = 0; i < states_.size(); ++i) propagate_forward(i);
    for (std::size_t i = states_.size(); i-- > 0;) propagate_backward(i);
  }

  Relaxed take() const {
    Relaxed out;
    out.values.resize(states_.size());
    base::RegisterSet sampled, whole;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const Inst& inst = module_.body[i];
      const bool relaxed = states_[i].color && !states_[i].exact;
      out.values[i] = relaxed ? 1 : 0;
      if (is_sample(inst.op)) (relaxed ? sampled : whole).add(inst.aux);
      if (inst.op != Op::StoreColor || !out.contains(inst.arg(0))) continue;
      out.colors.add(inst.aux);
      if (state(inst.arg(0)).unit) out.unit_colors.add(inst.aux);
    }
    out.samplers = sampled -= whole;
    return out;
  }

 private:
  struct PrecisionState {
    bool color = false;  // derived from a texel
    bool pure = false;   // derived from texels, constants and uniforms only
    bool unit = false;   // between 0 and 1, if texels are
    bool exact = false;  // some use needs full precision
  };

  const PrecisionState& state(Value v) const { return states_[index(v)]; }

  template <class Holds>
  bool all_args(const Inst& inst, Holds holds) const {
    bool all = true;
    for_each_arg(inst, [&](Value v) { all = all && (module_[v].type.scalar != Scalar::Float || holds(v)); });
    return all;
  }

  bool any_color(const Inst& inst) const {
    return !all_args(inst, [&](Value v) { return !state(v).color; });
  }

  bool is_constant(Value v) const { return module_[v].op == Op::Constant || module_[v].op == Op::Undef; }

  bool in_unit(const Inst& constant) const {
    const auto lanes = std::span(constant.args).first(std::min<std::size_t>(constant.type.width, 4));
    return std::all_of(lanes.begin(), lanes.end(), [](std::uint32_t bits) {
      const auto value = std::bit_cast<float>(bits);
      return value >= 0.0f && value <= 1.0f;
    });
  }

  void propagate_forward(std::size_t i) {
    const Inst& inst = module_.body[i];
    if (inst.type.scalar != Scalar::Float) return;
    PrecisionState& out = states_[i];
    if (is_sample(inst.op)) {
      out.color = out.pure = out.unit = true;
      return;
    }
    if (inst.op == Op::Constant || inst.op == Op::Undef || inst.op == Op::LoadUniform) {
      out.pure = true;
      out.unit = inst.op == Op::Constant && in_unit(inst);
      return;
    }
    if (!mixes_colors(inst.op) && !is_move(inst.op)) return;
    out.pure = all_args(inst, [&](Value v) { return state(v).pure; });
    out.unit = stays_in_unit(inst);
    // A composition of a color and another value keeps the full precision of the other value.
    out.color = any_color(inst) &&
                (!is_move(inst.op) || all_args(inst, [&](Value v) { return state(v).color || is_constant(v); }));
  }

  bool stays_in_unit(const Inst& inst) const {
    if (inst.op == Op::Neg || inst.op == Op::Add || inst.op == Op::Sub || inst.op == Op::Fma) return false;
    if (inst.op == Op::Clamp) return state(inst.arg(1)).unit && state(inst.arg(2)).unit;
    return all_args(inst, [&](Value v) { return state(v).unit; });
  }

  // Determines the precision that the operands need. All uses of a value come after it.
  void propagate_backward(std::size_t i) {
    const Inst& inst = module_.body[i];
    if (inst.op == Op::StoreColor || inst.op == Op::If || inst.op == Op::Kill || inst.op == Op::Or) return;
    bool stays_relaxed = mixes_colors(inst.op) || is_move(inst.op);
    if (is_ordering(inst.op)) stays_relaxed = all_args(inst, [&](Value v) { return state(v).pure; });
    if (stays_relaxed && !states_[i].exact) return;
    for_each_arg(inst, [&](Value v) { states_[index(v)].exact = true; });
  }

  const Module& module_;
  std::vector<PrecisionState> states_;
};

}  // namespace

Relaxed relaxed_of(const Module& module) {
  if (module.stage == Stage::Vertex) return {};
  return Analysis(module).take();
}

}  // namespace agal::ir
