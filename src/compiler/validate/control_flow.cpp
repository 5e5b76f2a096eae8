// Rules about conditionals: balance, depth, and operations that are not allowed inside them.
#include <fmt/format.h>

#include "validate/context.hpp"

namespace agal::validation {
namespace {

void open_conditional(Context& context, const OpcodeInfo& op) {
  const std::uint32_t depth = context.nesting + 1;
  if (depth > translatable_nesting) {
    // The nesting can no longer be tracked, so checking stops.
    context.report(Rule::NestingTooDeep, Operand::Opcode, {op.text, std::to_string(context.limits.nesting)},
                   Downgradable::No);
    context.give_up();
    return;
  }
  // Only the first conditional that is too deep is reported.
  if (depth == context.limits.nesting + 1u)
    context.report(Rule::NestingTooDeep, Operand::Opcode, {op.text, std::to_string(context.limits.nesting)});
  context.open_conditionals[context.nesting] = {context.token, context.token, false};
  context.nesting = depth;
  context.temporaries.enter_if();
}

// Reports the branch that the current token ends if it does not contain an instruction.
void check_empty_branch(Context& context) {
  const OpenConditional& open = context.open_conditionals[context.nesting - 1];
  if (open.branch + 1 != context.token) return;
  const OpcodeInfo* begins = context.program.instructions[open.branch].info();
  context.report(Rule::EmptyBranch, Operand::Opcode, {begins->text, std::to_string(open.branch + 1)});
}

void switch_branch(Context& context) {
  if (context.nesting == 0) {
    context.report(Rule::BrokenElse, Operand::Opcode, {"no conditional is open"});
    return;
  }
  OpenConditional& open = context.open_conditionals[context.nesting - 1];
  if (open.has_else) {
    context.report(
        Rule::BrokenElse, Operand::Opcode,
        {fmt::format("the conditional at token {} already has an els, at token {}", open.token + 1, open.branch + 1)});
    return;
  }
  check_empty_branch(context);
  open.has_else = true;
  open.branch = context.token;
  context.temporaries.enter_else();
}

void close_if(Context& context) {
  if (context.nesting == 0) {
    context.report(Rule::NestingUnderflow, Operand::Opcode);
    return;
  }
  check_empty_branch(context);
  --context.nesting;
  context.temporaries.leave_if();
}

}  // namespace

void check_flow(Context& context, const OpcodeInfo& op) {
  switch (op.flow) {
    case Flow::None:
    case Flow::Kill: return;
    case Flow::If: return open_conditional(context, op);
    case Flow::Else: return switch_branch(context);
    case Flow::EndIf: return close_if(context);
  }
}

void check_inside_if(Context& context, const OpcodeInfo& op) {
  const Instruction& instruction = context.instruction();
  if (op.flow == Flow::If && instruction.src1 == instruction.src2) {
    context.report(Rule::ConstantCondition, Operand::Source2, {op.text});
    return;
  }
  if (op.derivative == Derivative::None) return;
  if (op.shape != Shape::Texel) {
    context.report(Rule::DerivativeInIf, Operand::Opcode, {op.text});
  } else if (op.status == OpcodeStatus::Shipped && instruction.src1.type() != RegisterType::Varying) {
    context.report(Rule::ComputedCoordinateInIf, Operand::Source1, {op.text});
  }
}

void check_open_conditionals(Context& context) {
  if (context.nesting == 0) return;
  // The innermost conditional is reported, because it is the most likely place of the mistake.
  const OpenConditional& open = context.open_conditionals[context.nesting - 1];
  context.token = open.token;
  context.report(Rule::OpenConditional, Operand::Opcode,
                 {context.instruction().info()->text, std::to_string(context.nesting)});
}

}  // namespace agal::validation
