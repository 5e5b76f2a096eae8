// Runs the checks, token by token. The checks of a token are in the order of the player.
#include "agal/validate.hpp"

#include <fmt/format.h>

#include "validate/context.hpp"

namespace agal {
namespace validation {
namespace {

// Checks the opcode of the current token. Returns nullptr if its operands cannot be checked.
const OpcodeInfo* check_opcode(Context& context) {
  const Instruction& instruction = context.instruction();
  const OpcodeInfo* op = instruction.info();
  if (op == nullptr) {
    context.report(Rule::OpcodeOutOfRange, Operand::Opcode, {fmt::format("0x{:02x}", instruction.opcode)});
    return nullptr;
  }
  if (op->status == OpcodeStatus::Tombstone) {
    context.report(Rule::OpcodeNotImplemented, Operand::Opcode,
                   {op->text, fmt::format("0x{:02x}", instruction.opcode)});
    return nullptr;
  }
  // The operands of a rejected `sgn` or `ted` are still checked, because their form is known.
  if (op->status == OpcodeStatus::Reserved && !context.options.allow_reserved)
    context.report(Rule::OpcodeNotImplemented, Operand::Opcode,
                   {op->text, fmt::format("0x{:02x}", instruction.opcode)});
  if (!covers(op->stage, context.program.stage))
    context.report(op->stage == Stage::Fragment ? Rule::OpcodeFragmentOnly : Rule::OpcodeVertexOnly, Operand::Opcode,
                   {op->text});
  const std::uint32_t version = context.version();
  if (version < op->min_version) {
    if (op->stage == Stage::Vertex && op->samples())
      context.report(Rule::VertexFetchVersion, Operand::Opcode, {op->text, std::to_string(version)});
    else
      context.report(Rule::OpcodeVersion, Operand::Opcode,
                     {op->text, std::to_string(op->min_version), std::to_string(version)});
  }
  return op;
}

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

}  // namespace
}  // namespace validation

Diagnostics validate(const Program& program, const ValidateOptions& options) {
  Diagnostics found;
  validation::Context context(program, options, found);
  validation::check_profile(context);
  for (; context.token < program.instructions.size() && !context.done(); ++context.token) {
    validation::check_rules(context);
    validation::check_token_count(context);
  }
  if (!context.done()) {
    validation::check_open_conditionals(context);
    validation::check_outputs(context);
  }
  return found;
}

}  // namespace agal
