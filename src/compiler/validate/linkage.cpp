// Rules about a pair of programs.
#include <algorithm>
#include <array>

#include "agal/operands.hpp"
#include "validate/context.hpp"

namespace agal {
namespace validation {
namespace {

// The components of each varying that a program reads or writes. Registers out of range are ignored, because
// `validate` reports them.
struct Usage {
  std::array<WriteMask, translatable_registers> varyings{};
  std::uint32_t end = 0;  // the number of the highest varying + 1
};

void touch_varying(Usage& usage, std::uint32_t index, WriteMask mask) {
  if (index >= translatable_registers) return;
  usage.varyings[index] |= mask;
  usage.end = std::max(usage.end, index + 1);
}

// Calls `visit(operand, index, components)` for each varying that an instruction reads.
template <class Visit>
void visit_reads(const Instruction& instruction, Visit visit) {
  for_each_access(instruction, [&](const Access& access) {
    if (access.kind != AccessKind::Read || !access.is(RegisterType::Varying)) return;
    for (std::uint32_t index = access.first; index < access.end(); ++index)
      visit(access.operand, index, access.components);
  });
}

bool writes(const Instruction& instruction, RegisterType type) {
  const OpcodeInfo* op = instruction.info();
  return op != nullptr && op->dest != DestinationRule::None &&
         instruction.dst.type_code() == static_cast<std::uint32_t>(type);
}

Usage written_by(const Program& program) {
  Usage usage;
  for (const Instruction& instruction : program.instructions)
    if (writes(instruction, RegisterType::Varying))
      touch_varying(usage, instruction.dst.index(), instruction.dst.mask());
  return usage;
}

// Returns the components of op or oc0 that a program writes.
WriteMask output_written_by(const Program& program) {
  WriteMask output = 0;
  for (const Instruction& instruction : program.instructions)
    if (writes(instruction, RegisterType::Output) && instruction.dst.index() == 0) output |= instruction.dst.mask();
  return output;
}

Usage read_by(const Program& program) {
  Usage usage;
  for (const Instruction& instruction : program.instructions)
    visit_reads(instruction, [&](Operand, std::uint32_t index, WriteMask mask) { touch_varying(usage, index, mask); });
  return usage;
}

std::string varying_name(std::uint32_t index, Stage stage) {
  return register_name(RegisterType::Varying, index, stage);
}

// Returns true if all components of a varying that are read are also written. Reports an error otherwise.
bool check_varying_read(Context& fragment, std::uint32_t index, WriteMask read, WriteMask written) {
  const auto missing = static_cast<WriteMask>(read & ~written & 0xf);
  if (missing == 0) return true;
  // The location is the first token that reads a missing component.
  Operand operand = Operand::None;
  for (fragment.token = 0; operand == Operand::None; ++fragment.token)
    visit_reads(fragment.instruction(), [&](Operand reader, std::uint32_t i, WriteMask mask) {
      if (operand == Operand::None && i == index && (mask & missing) != 0) operand = reader;
    });
  --fragment.token;
  return !fragment.report(Rule::VaryingNotWritten, operand,
                          {varying_name(index, Stage::Fragment) + mask_text(missing)});
}

void check_varying_written(Context& vertex, std::uint32_t index, WriteMask written) {
  if (written == 0 || written == 0xf) return;
  vertex.token = 0;
  while (!writes(vertex.instruction(), RegisterType::Varying) || vertex.instruction().dst.index() != index)
    ++vertex.token;
  vertex.report(Rule::VaryingPartlyWritten, Operand::Destination,
                {varying_name(index, Stage::Vertex), mask_text(written)});
}

bool check_stages(Context& vertex, Context& fragment) {
  const bool is_fragment = fragment.program.stage == Stage::Fragment, is_vertex = vertex.program.stage == Stage::Vertex;
  if (!is_fragment) fragment.report_program(Rule::NotFragment);
  if (!is_vertex) vertex.report_program(Rule::NotVertex);
  return is_fragment && is_vertex;
}

// Checks `output`, the components of the output that the program writes.
void check_output_written(Context& context, WriteMask output) {
  if (output == 0xf) return;
  if (context.program.stage == Stage::Fragment)
    context.report_program(Rule::ColorNotWritten);
  else
    context.report_program(Rule::PositionNotWritten, {output == 0 ? "nothing" : "only op" + mask_text(output)});
}

void check_link(Context& vertex, Context& fragment) {
  if (!check_stages(vertex, fragment)) return;
  if (vertex.program.version_beside(fragment.program) != fragment.program.version_beside(vertex.program) &&
      vertex.version() != fragment.version())
    fragment.report_program(Rule::PairVersion, {std::to_string(vertex.version()), std::to_string(fragment.version())});
  const Usage written = written_by(vertex.program);
  const Usage read = read_by(fragment.program);
  for (std::uint32_t i = 0; i < std::max(written.end, read.end); ++i)
    if (check_varying_read(fragment, i, read.varyings[i], written.varyings[i]))
      check_varying_written(vertex, i, written.varyings[i]);
  check_output_written(fragment, output_written_by(fragment.program));
  check_output_written(vertex, output_written_by(vertex.program));
}

}  // namespace
}  // namespace validation

Diagnostics validate_outputs(const Program& program, const ValidateOptions& options) {
  Diagnostics found;
  const WriteMask output = validation::output_written_by(program);
  if (output == 0xf) return found;  // a context takes longer than the check
  validation::Context context(program, options, found);
  validation::check_output_written(context, output);
  return found;
}

Diagnostics validate_pair(const Program& vertex, const Program& fragment, const ValidateOptions& options) {
  Diagnostics found;
  validation::Context vertex_context(vertex, options, found);
  validation::Context fragment_context(fragment, options, found);
  validation::check_link(vertex_context, fragment_context);
  return found;
}

}  // namespace agal
