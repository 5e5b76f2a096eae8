// The opcode itself: its number, its stage, its version.
#include <fmt/format.h>

#include "validation/context.hpp"

namespace agal::validation {
namespace {

bool is_vertex_fetch(const OpcodeInfo& op) { return op.stage == Stage::Vertex && op.samples(); }

}  // namespace

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
  // The operands of a rejected `sgn` or `ted` are still checked: their form is known.
  if (op->status == OpcodeStatus::Reserved && !context.options.allow_reserved)
    context.report(Rule::OpcodeNotImplemented, Operand::Opcode,
                   {op->text, fmt::format("0x{:02x}", instruction.opcode)});
  if (!covers(op->stage, context.program.stage))
    context.report(op->stage == Stage::Fragment ? Rule::OpcodeFragmentOnly : Rule::OpcodeVertexOnly, Operand::Opcode,
                   {op->text});
  const std::uint32_t version = context.version();
  if (version < op->min_version) {
    if (is_vertex_fetch(*op))
      context.report(Rule::VertexFetchVersion, Operand::Opcode, {op->text, fmt::format("{}", version)});
    else
      context.report(Rule::OpcodeVersion, Operand::Opcode,
                     {op->text, fmt::format("{}", op->min_version), fmt::format("{}", version)});
  }
  return op;
}

}  // namespace agal::validation
