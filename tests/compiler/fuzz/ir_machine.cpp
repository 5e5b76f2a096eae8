#include "fuzz/ir_machine.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "interpret/sampler.hpp"
#include "ir/evaluate.hpp"

namespace agal::fuzz {
namespace {

using ir::Inst;
using ir::Op;

// The bits of a value, by pixel and lane.
using Bits = std::array<std::array<std::uint32_t, 4>, quad_size>;
using Flags = std::array<bool, quad_size>;

float to_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t to_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

class IrMachine {
 public:
  IrMachine(const ir::Module& module, const Program& program, const Bindings& bindings, const VertexInput& vertex,
            const QuadInput& quad)
      : module_(module), program_(program), bindings_(bindings), vertex_(vertex), quad_(quad) {}

  IrOutputs run() {
    values_.resize(module_.body.size());
    for (std::size_t i = 0; i < module_.body.size(); ++i) {
      at_ = i;
      step(module_.body[i]);
    }
    return std::move(out_);
  }

 private:
  struct Conditional {
    Flags holds{};
    bool in_else = false;
  };

  float number(const Inst& inst, std::uint32_t operand, std::size_t pixel, std::uint32_t lane) const {
    return to_float(values_[inst.args[operand]][pixel][lane]);
  }
  bool flag(const Inst& inst, std::uint32_t operand, std::size_t pixel, std::uint32_t lane) const {
    return values_[inst.args[operand]][pixel][lane] != 0;
  }

  // Sets each lane of each pixel of the result.
  template <class Fn>
  void fill(const Inst& inst, Fn&& fn) {
    for (std::size_t pixel = 0; pixel < quad_size; ++pixel)
      for (std::uint32_t lane = 0; lane < inst.type.width; ++lane) values_[at_][pixel][lane] = fn(pixel, lane);
  }
  template <class Fn>
  void fill_floats(const Inst& inst, Fn&& fn) {
    fill(inst, [&](std::size_t pixel, std::uint32_t lane) { return to_bits(fn(pixel, lane)); });
  }

  void step(const Inst& inst);
  void evaluate(const Inst& inst);
  void input(const Inst& inst);
  void horizontal(const Inst& inst);
  void derivative(const Inst& inst);
  void sample(const Inst& inst);
  void flow(const Inst& inst);
  void store(const Inst& inst);
  float dot(const Inst& inst, std::uint32_t second, std::size_t pixel) const;
  bool active(std::size_t pixel) const;
  Float4 input_register(const Inst& inst, std::size_t pixel) const;
  std::array<float, 3> coordinate(const Inst& inst, std::uint32_t operand, std::size_t pixel) const;

  const ir::Module& module_;
  const Program& program_;
  const Bindings& bindings_;
  const VertexInput& vertex_;
  const QuadInput& quad_;
  std::vector<Bits> values_;
  std::size_t at_ = 0;
  std::vector<Conditional> open_;
  Flags closed_{};  // the condition of the last conditional that ended
  IrOutputs out_;
};

void IrMachine::step(const Inst& inst) {
  switch (ir::kind(inst.op)) {
    case ir::Kind::Constant: return fill(inst, [&](std::size_t, std::uint32_t c) { return inst.args[c]; });
    case ir::Kind::Input: return input(inst);
    case ir::Kind::Lanewise: return evaluate(inst);
    case ir::Kind::Horizontal: return horizontal(inst);
    case ir::Kind::Compose:
      return fill(inst,
                  [&](std::size_t p, std::uint32_t c) { return values_[inst.args[c]][p][ir::lane_at(inst.lanes, c)]; });
    case ir::Kind::Phi:
      return fill(inst, [&](std::size_t p, std::uint32_t c) {
        const std::uint32_t side = closed_[p] ? 0 : 1;
        return values_[inst.args[side]][p][ir::lane_at(inst.phi_lanes(side), c)];
      });
    case ir::Kind::Marker: return flow(inst);
    case ir::Kind::Effect: return store(inst);
  }
}

Float4 IrMachine::input_register(const Inst& inst, std::size_t pixel) const {
  const auto among = [&](const std::vector<Float4>& list, const Float4& missing) {
    return inst.aux < list.size() ? list[inst.aux] : missing;
  };
  if (inst.op == Op::LoadAttribute) return among(vertex_.attributes, {0, 0, 0, 1});
  if (inst.op == Op::LoadVarying) return among(quad_.varyings[pixel], {});
  return among(bindings_.constants, {});
}

void IrMachine::input(const Inst& inst) {
  if (inst.op == Op::LoadInstance) return fill(inst, [&](std::size_t, std::uint32_t) { return vertex_.instance; });
  fill_floats(inst, [&](std::size_t p, std::uint32_t c) {
    return input_register(inst, p)[inst.type.width == 1 ? ir::lane_at(inst.lanes, 0) : c];
  });
}

// Evaluates an instruction. A scalar operand of a vector operation is used for each lane.
void IrMachine::evaluate(const Inst& inst) {
  if (inst.op == Op::DerivativeX || inst.op == Op::DerivativeY) return derivative(inst);
  fill(inst, [&](std::size_t p, std::uint32_t c) {
    std::array<std::uint32_t, 3> operands{};
    for (std::uint32_t i = 0; i < inst.arg_count(); ++i)
      operands[i] = values_[inst.args[i]][p][module_[inst.arg(i)].type.width == 1 ? 0 : c];
    const std::optional<std::uint32_t> result = ir::evaluate<ir::Folding::Kept>(inst.op, operands);
    if (!result) out_.undefined = true;
    return result.value_or(0);
  });
}

void IrMachine::derivative(const Inst& inst) {
  const bool along_x = inst.op == Op::DerivativeX;
  fill_floats(inst, [&](std::size_t p, std::uint32_t c) {
    const std::size_t from = along_x ? p & 2 : p & 1, to = along_x ? p | 1 : p | 2;
    return number(inst, 0, to, c) - number(inst, 0, from, c);
  });
}

// Computes the sum from x on.
float IrMachine::dot(const Inst& inst, std::uint32_t second, std::size_t pixel) const {
  const std::uint32_t width = module_[inst.arg(0)].type.width;
  float sum = number(inst, 0, pixel, 0) * number(inst, second, pixel, 0);
  for (std::uint32_t c = 1; c < width; ++c) sum += number(inst, 0, pixel, c) * number(inst, second, pixel, c);
  return sum;
}

void IrMachine::horizontal(const Inst& inst) {
  if (ir::is_sample(inst.op)) return sample(inst);
  if (inst.op == Op::LoadUniformAt)
    return fill_floats(inst, [&](std::size_t p, std::uint32_t c) {
      const auto index = static_cast<std::int32_t>(values_[inst.args[0]][p][0]);
      const bool inside = index >= 0 && static_cast<std::size_t>(index) < bindings_.constants.size();
      if (!inside) return 0.0f;
      return bindings_
          .constants[static_cast<std::size_t>(index)][inst.type.width == 1 ? ir::lane_at(inst.lanes, 0) : c];
    });
  if (inst.op == Op::Dot) return fill_floats(inst, [&](std::size_t p, std::uint32_t) { return dot(inst, 1, p); });
  if (inst.op == Op::Cross)
    return fill_floats(inst, [&](std::size_t p, std::uint32_t c) {
      const std::uint32_t next = (c + 1) % 3, last = (c + 2) % 3;
      return number(inst, 0, p, next) * number(inst, 1, p, last) - number(inst, 0, p, last) * number(inst, 1, p, next);
    });
  if (inst.op == Op::Normalize)
    return fill_floats(
        inst, [&](std::size_t p, std::uint32_t c) { return number(inst, 0, p, c) / std::sqrt(dot(inst, 0, p)); });
  evaluate(inst);
}

std::array<float, 3> IrMachine::coordinate(const Inst& inst, std::uint32_t operand, std::size_t pixel) const {
  std::array<float, 3> out{};
  for (std::uint32_t c = 0; c < std::min<std::uint32_t>(3, module_[inst.arg(operand)].type.width); ++c)
    out[c] = number(inst, operand, pixel, c);
  return out;
}

void IrMachine::sample(const Inst& inst) {
  const Texture& texture = bindings_.textures[module_.samplers[inst.aux].index]->texture;
  const SamplerOperand state = program_.instructions[inst.token].sampler();
  const auto difference = [](const std::array<float, 3>& from, const std::array<float, 3>& to) {
    return std::array<float, 3>{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  };
  for (std::size_t p = 0; p < quad_size; ++p) {
    interpret::Footprint print{coordinate(inst, 0, p), {}, {}};
    float level = 0;
    if (inst.op == Op::SampleLod) {
      level = number(inst, 1, p, 0);
    } else {
      if (inst.op == Op::SampleGrad) {
        print.dx = coordinate(inst, 1, p);
        print.dy = coordinate(inst, 2, p);
      } else {
        const std::size_t left = p & ~std::size_t{1}, upper = p & 1;
        print.dx = difference(coordinate(inst, 0, left), coordinate(inst, 0, left + 1));
        print.dy = difference(coordinate(inst, 0, upper), coordinate(inst, 0, upper + 2));
      }
      level = interpret::level_of_detail(texture, print) + (inst.op == Op::SampleBias ? number(inst, 1, p, 0) : 0.0f);
    }
    const Float4 texel = interpret::sample(texture, state, print.at, level);
    for (std::uint32_t c = 0; c < inst.type.width; ++c) values_[at_][p][c] = to_bits(texel[c]);
  }
}

void IrMachine::flow(const Inst& inst) {
  if (inst.op == Op::If) {
    Conditional& conditional = open_.emplace_back();
    for (std::size_t p = 0; p < quad_size; ++p) conditional.holds[p] = flag(inst, 0, p, 0);
  } else if (inst.op == Op::Else) {
    open_.back().in_else = true;
  } else {
    closed_ = open_.back().holds;
    open_.pop_back();
  }
}

bool IrMachine::active(std::size_t pixel) const {
  for (const Conditional& conditional : open_)
    if (conditional.holds[pixel] == conditional.in_else) return false;
  return true;
}

void IrMachine::store(const Inst& inst) {
  for (std::size_t p = 0; p < quad_size; ++p) {
    if (inst.op == Op::Kill) {
      if (active(p) && flag(inst, 0, p, 0)) out_.killed[p] = true;
      continue;
    }
    const std::uint32_t width = module_[inst.arg(0)].type.width;
    Float4& value = out_.stored[{inst.op, inst.aux}][p];
    for (std::uint32_t c = 0; c < width; ++c) value[c] = number(inst, 0, p, c);
  }
}

}  // namespace

IrOutputs execute(const ir::Module& module, const Program& program, const Bindings& bindings, const VertexInput& vertex,
                  const QuadInput& quad) {
  return IrMachine(module, program, bindings, vertex, quad).run();
}

}  // namespace agal::fuzz
