// The order of the checks: token by token, and within each token in the order of the player.
#include "agal/validate.hpp"

#include "validation/context.hpp"

namespace agal {
namespace validation {
namespace {

void check_rules(Context& context) {
  const OpcodeInfo* const info = check_opcode(context);
  if (info == nullptr) return suppress_destination_reports(context);
  const OpcodeInfo& op = *info;
  const Instruction& instruction = context.instruction();
  if (op.flow != Flow::None) check_flow(context, op);
  check_source(context, Operand::Source1, op.src1, op, instruction.src1);
  check_source(context, Operand::Source2, op.src2, op, instruction.src2);
  check_source_pair(context, op);
  if (context.nesting > 0) check_inside_if(context, op);
  check_destination(context, op);
  record_write(context, op);
  if (op.samples()) check_sampler_reuse(context);
}

void check_token(Context& context) {
  check_rules(context);
  check_token_count(context);
}

}  // namespace
}  // namespace validation

Diagnostics validate(const Program& program, const ValidateOptions& options) {
  Diagnostics found;
  validation::Context context(program, options, found);
  validation::check_profile(context);
  for (; context.token < program.instructions.size() && !context.done(); ++context.token)
    validation::check_token(context);
  if (!context.done()) {
    validation::check_open_conditionals(context);
    validation::check_outputs(context);
  }
  return found;
}

}  // namespace agal
