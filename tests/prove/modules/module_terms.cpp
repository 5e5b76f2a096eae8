// Converts a module of the IR to terms.
#include "module_terms.hpp"

#include "ir/module.hpp"

namespace agal::prove {
namespace {

using ir::Inst;
using ir::Value;

class ModuleRun {
 public:
  ModuleRun(Store& store, const ir::Module& module) : store_(store), module_(module), paths_(store) {}

  Outputs run() {
    values_.resize(module_.body.size());
    for (std::uint32_t i = 0; i < module_.body.size() && !store_.exhausted(); ++i) {
      const Inst& inst = module_.body[i];
      if (!inst.is_value())
        effect(inst);
      else if (inst.op == ir::Op::Phi)
        phi(inst, values_[i]);
      else
        for (std::uint32_t c = 0; c < inst.type.width; ++c) values_[i][c] = lane(inst, c);
    }
    out_.killed = paths_.killed();
    return std::move(out_);
  }

 private:
  using Lanes = std::array<Term, 4>;

  Term at(Value v, std::uint32_t c) const { return values_[ir::index(v)][module_[v].type.width == 1 ? 0 : c]; }
  Term arg(const Inst& inst, std::uint32_t i, std::uint32_t c) const { return at(inst.arg(i), c); }

  std::vector<Term> vector(const Inst& inst, std::uint32_t i) const {
    std::vector<Term> lanes;
    for (std::uint32_t c = 0; c < module_[inst.arg(i)].type.width; ++c) lanes.push_back(arg(inst, i, c));
    return lanes;
  }

  // Returns the lane of the register that lane c of an input instruction loads.
  static std::uint32_t loaded_lane(const Inst& inst, std::uint32_t c) {
    return inst.type.width == 1 ? ir::lane_at(inst.lanes, 0) : c;
  }

  Term constant(const Inst& inst, std::uint32_t c) {
    if (inst.type.scalar == ir::Scalar::Bool) return inst.args[c] != 0 ? store_.always() : store_.never();
    if (inst.type.scalar == ir::Scalar::Int) return store_.leaf(Op::Integer, inst.args[c]);
    return store_.constant_bits(inst.args[c]);
  }

  Term lane(const Inst& inst, std::uint32_t c);
  Term normalize(const Inst& inst, std::uint32_t c) {
    const std::vector<Term> a = vector(inst, 0);
    return store_.normalized(a[c], store_.dot(a, a));
  }
  Term sample(const Inst& inst, std::uint32_t c, Level level) {
    const ir::SamplerSlot slot = module_.samplers[inst.aux];
    std::vector<Term> operands{store_.leaf(Op::Texture, slot.index), store_.leaf(Op::Sampler, slot.index)};
    for (std::uint32_t i = 0; i < inst.arg_count(); ++i)
      for (const Term t : vector(inst, i)) operands.push_back(t);
    return store_.texel(level, slot.dimension, operands, c);
  }

  void phi(const Inst& inst, Lanes& out) {
    for (std::uint32_t c = 0; c < inst.type.width; ++c) {
      const Term then = at(inst.arg(0), ir::lane_at(inst.lanes, c));
      const Term other = at(inst.arg(1), ir::lane_at(inst.lanes2, c));
      out[c] = inst.type.scalar == ir::Scalar::Bool ? store_.choose(merge_, then, other)
                                                    : store_.select(merge_, then, other);
    }
  }

  void effect(const Inst& inst);

  Store& store_;
  const ir::Module& module_;
  Paths paths_;
  std::vector<Lanes> values_;
  // The condition of the phis after the last conditional.
  Term merge_{};
  Outputs out_;
};

Term ModuleRun::lane(const Inst& inst, std::uint32_t c) {
  using ir::Op;
  Store& s = store_;
  const auto a = [&] { return arg(inst, 0, c); };
  const auto b = [&] { return arg(inst, 1, c); };
  const auto third = [&] { return arg(inst, 2, c); };
  const auto simple = [&](prove::Op op) { return s.unary(op, a()); };
  switch (inst.op) {
    case Op::Constant: return constant(inst, c);
    case Op::Undef: return s.leaf(prove::Op::Undefined);
    case Op::LoadAttribute:
    case Op::LoadVarying: return s.leaf(prove::Op::Input, 4 * inst.aux + loaded_lane(inst, c));
    case Op::LoadUniform: return s.uniform_lane(inst.aux, loaded_lane(inst, c));
    case Op::LoadUniformAt: return s.uniform_at(at(inst.arg(0), 0), loaded_lane(inst, c));
    case Op::LoadInstance: return s.leaf(prove::Op::Instance);
    case Op::Compose: return at(inst.arg(c), ir::lane_at(inst.lanes, c));
    case Op::Neg: return s.negate(a());
    case Op::Abs: return simple(prove::Op::Abs);
    case Op::Sign: return simple(prove::Op::Sign);
    case Op::Floor: return simple(prove::Op::Floor);
    case Op::Fract: return simple(prove::Op::Fract);
    case Op::Sqrt: return simple(prove::Op::Sqrt);
    case Op::Rsqrt: return simple(prove::Op::Rsqrt);
    case Op::Exp2: return simple(prove::Op::Exp2);
    case Op::Log2: return simple(prove::Op::Log2);
    case Op::Sin: return simple(prove::Op::Sin);
    case Op::Cos: return simple(prove::Op::Cos);
    case Op::DerivativeX: return simple(prove::Op::DerivativeX);
    case Op::DerivativeY: return simple(prove::Op::DerivativeY);
    case Op::ToInt: return s.to_int(a());
    case Op::ToFloat: return s.to_float(a());
    case Op::Add: return s.add(a(), b());
    case Op::Sub: return s.subtract(a(), b());
    case Op::Mul:
    case Op::Scale: return s.multiply(a(), b());
    case Op::Div: return s.divide(a(), b());
    case Op::Min: return s.minimum(a(), b());
    case Op::Max: return s.maximum(a(), b());
    case Op::Pow: return s.power(a(), b());
    case Op::IntAdd: return s.int_add(a(), b());
    case Op::Equal: return s.equal(a(), b());
    case Op::NotEqual: return s.negation(s.equal(a(), b()));
    case Op::Less: return s.less(a(), b());
    case Op::Greater: return s.less(b(), a());
    case Op::GreaterEqual: return s.less_equal(b(), a());
    case Op::Or: return s.either(a(), b());
    case Op::Clamp: return s.clamp(a(), b(), third());
    case Op::Fma: return s.fma(a(), b(), third());
    case Op::Select:
      return inst.type.scalar == ir::Scalar::Bool ? s.choose(a(), b(), third()) : s.select(a(), b(), third());
    case Op::Dot: return s.dot(vector(inst, 0), vector(inst, 1));
    case Op::Cross: return s.cross(vector(inst, 0), vector(inst, 1), c);
    case Op::Normalize: return normalize(inst, c);
    case Op::Sample: return sample(inst, c, Level::Implicit);
    case Op::SampleBias: return sample(inst, c, Level::Bias);
    case Op::SampleLod: return sample(inst, c, Level::Lod);
    case Op::SampleGrad: return sample(inst, c, Level::Gradients);
    case Op::Phi:
    case Op::If:
    case Op::Else:
    case Op::EndIf:
    case Op::Kill:
    case Op::StorePosition:
    case Op::StoreVarying:
    case Op::StoreColor:
    case Op::StoreDepth: break;  // handled by the caller
  }
  return s.leaf(prove::Op::Undefined);
}

void ModuleRun::effect(const Inst& inst) {
  const auto store = [&](RegisterType type, std::uint32_t number) {
    Output output{type, number, {}};
    for (std::uint32_t c = 0; c < output.width(); ++c) output.lanes[c] = arg(inst, 0, c);
    out_.list.push_back(output);
  };
  using ir::Op;
  if (inst.op == Op::If) paths_.open_if(arg(inst, 0, 0));
  if (inst.op == Op::Else) paths_.open_else();
  if (inst.op == Op::EndIf) merge_ = paths_.close_if();
  if (inst.op == Op::Kill) paths_.kill(arg(inst, 0, 0));
  if (inst.op == Op::StorePosition) store(RegisterType::Output, 0);
  if (inst.op == Op::StoreVarying) store(RegisterType::Varying, inst.aux);
  if (inst.op == Op::StoreColor) store(RegisterType::Output, inst.aux);
  if (inst.op == Op::StoreDepth) store(RegisterType::Depth, 0);
}

}  // namespace

Outputs run_module(Store& store, const ir::Module& module) { return ModuleRun(store, module).run(); }

}  // namespace agal::prove
