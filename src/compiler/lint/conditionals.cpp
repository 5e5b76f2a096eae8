// Lints for conditionals: fetches inside them that depend on neighboring pixels, and conditions that players interpret
// differently.
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

bool is(std::uint32_t type_code, RegisterType type) { return type_code == static_cast<std::uint32_t>(type); }

// Returns true if the level of detail matters. With `ignoresampler`, the application chooses the state.
bool chooses_level(SamplerOperand sampler) {
  return !sampler.has(SamplerOption::MipNone) || sampler.has(SamplerOption::IgnoreSampler);
}

void check_fetch(Linter& linter, std::size_t i, const OpcodeInfo& op) {
  const Instruction& token = linter.program.instructions[i];
  if (op.shape != Shape::Texel || op.derivative == Derivative::None ||
      is(token.src1.type_code(), RegisterType::Varying) || !chooses_level(token.sampler()))
    return;
  // For shipped opcodes, the validator reports this, except at the level Off.
  if (op.status == OpcodeStatus::Shipped && linter.options.validated != ValidationLevel::Off) return;
  linter.report(Rule::CoordinateInBranch, i, Operand::Source1, {op.text});
}

void check_greater(Linter& linter, std::size_t i) {
  const Instruction& token = linter.program.instructions[i];
  for (const auto& [operand, source] :
       {std::pair(Operand::Source1, token.src1), std::pair(Operand::Source2, token.src2)})
    if (is(source.type_code(), RegisterType::Constant) && !source.indirect())
      linter.report(
          Rule::GreaterOrEqual, i, operand,
          {register_name(source.type_code(), source.index(), linter.program.stage) + swizzle_text(source.swizzle())});
}

}  // namespace

void check_conditionals(Linter& linter) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) {
    const OpcodeInfo* const op = linter.program.instructions[i].info();
    if (op == nullptr) continue;
    if (op->flow == Flow::If) ++depth;
    if (op->flow == Flow::EndIf && depth > 0) --depth;
    if (depth > 0) check_fetch(linter, i, *op);
    if (op->opcode == Opcode::Ifg) check_greater(linter, i);
  }
}

}  // namespace agal::linting
