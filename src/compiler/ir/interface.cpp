#include "ir/interface.hpp"

#include <algorithm>

namespace agal::ir {

bool ModuleInterface::needs(ExtensionUse use) const {
  switch (use) {
    case ExtensionUse::FragmentDepth: return depth;
    case ExtensionUse::DrawBuffers: return colors.bound() > 1;
    case ExtensionUse::Derivatives: return derivatives;
    case ExtensionUse::ExplicitGradients: return gradients;
  }
  return false;
}

namespace {

bool is_of_token(const Inst& derivative, const Program* program) {
  if (program == nullptr) return true;
  if (derivative.token >= program->instructions.size()) return false;
  const Instruction& token = program->instructions[derivative.token];
  return token.is(Opcode::Ddx) || token.is(Opcode::Ddy);
}

}  // namespace

ModuleInterface interface_of(const Module& module, const Program* program) {
  ModuleInterface out;
  for (const Inst& inst : module.body) {
    const Kind kind = ir::kind(inst.op);
    if (kind == Kind::Input) {
      if (inst.op == Op::LoadAttribute) out.attributes.add(inst.aux);
      if (inst.op == Op::LoadVarying) out.varyings.add(inst.aux);
      if (inst.op == Op::LoadUniform) out.constants = std::max(out.constants, inst.aux + 1u);
      if (inst.op == Op::LoadInstance) out.instance = true;
    } else if (inst.op == Op::DerivativeX || inst.op == Op::DerivativeY) {
      out.derivatives = out.derivatives || is_of_token(inst, program);
    } else if (kind == Kind::Horizontal) {
      if (is_sample(inst.op)) out.samplers.add(inst.aux);
      if (inst.op == Op::SampleGrad || inst.op == Op::SampleLod) out.gradients = true;
      if (inst.op == Op::LoadUniformAt) out.indirect = true;
    } else if (kind == Kind::Effect) {
      if (inst.op == Op::StoreVarying) out.varyings.add(inst.aux);
      if (inst.op == Op::StoreColor) out.colors.add(inst.aux);
      if (inst.op == Op::StorePosition) out.position = true;
      if (inst.op == Op::StoreDepth) out.depth = true;
      if (inst.op == Op::Kill) out.kills = true;
    }
  }
  if (out.indirect) out.constants = std::max(out.constants, module.constant_array);
  return out;
}

}  // namespace agal::ir
