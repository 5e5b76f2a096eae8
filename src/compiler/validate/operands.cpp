// Rules about source operands: the fields of each operand, and the combination of both operands.
#include <fmt/format.h>

#include "validate/context.hpp"

namespace agal::validation {
namespace {

std::string source_name(const Context& context, Source source) {
  if (source.indirect())
    return fmt::format("{}[{}.{}]", info(RegisterType::Constant).prefix(context.program.stage),
                       context.index_name(source), "xyzw"[source.index_component()]);
  return context.name(source);
}

bool is_constant(Source source) { return source.type() == RegisterType::Constant; }

bool may_be_index(RegisterType type) {
  return type == RegisterType::Attribute || type == RegisterType::Constant || type == RegisterType::Temporary ||
         type == RegisterType::InstanceId;
}

constexpr bool has_index_fields(Source source) {
  return source.offset() != 0 || source.index_component() != 0 || source.index_type_code() != 0;
}

static_assert(Source{direct_fields}.reserved() == 0 && !Source{direct_fields}.indirect() &&
              !has_index_fields(Source{direct_fields}));

// Checks the swizzle of an operand that must be a scalar.
bool check_scalar(Context& context, Operand operand, const OpcodeInfo& op, Source source) {
  return source.scalar() || !context.report(Rule::ScalarSwizzle, operand, {op.text, swizzle_text(source.swizzle())});
}

void check_indirect(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op, Source source) {
  if (!context.vertex() && context.report(Rule::IndirectInFragment, operand)) return;
  if (!is_constant(source)) {
    context.report(Rule::IndirectNotConstant, operand, {context.name(source)});
    return;
  }
  if (op.shape == Shape::Texel && context.report(Rule::IndirectNotAllowed, operand, {op.text})) return;

  if (!check_known(context, operand, source.index_type_code())) return;
  const RegisterType index_type = source.index_type();
  const bool usable = may_be_index(index_type) && info(index_type).readable(context.program.stage);
  if (!check_range(context, operand, index_type, source.index(), 1, usable)) return;
  if (!usable) {
    context.report(Rule::IndexRegisterType, operand, {context.index_name(source)});
    return;
  }
  if (index_type == RegisterType::Temporary)
    check_temporary_read(context, operand, source.index(), static_cast<WriteMask>(1u << source.index_component()));
  if (rule == SourceRule::Scalar) check_scalar(context, operand, op, source);
}

void check_direct(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op, Source source) {
  if (!check_known(context, operand, source.type_code())) return;
  const std::uint32_t rows = rule == SourceRule::Matrix ? op.rows : 1;
  const bool usable = info(source.type()).readable(context.program.stage);
  if (!check_range(context, operand, source.type(), source.index(), rows, usable)) return;
  if (rule == SourceRule::Scalar && !check_scalar(context, operand, op, source)) return;
  if (!usable) return report_unreadable(context, operand, source.type(), source.index());
  // The player checks only the first row of a matrix.
  if (source.type() == RegisterType::Temporary)
    check_temporary_read(context, operand, source.index(), swizzle_reads(source.swizzle()));
}

void report_two_constants(Context& context, const OpcodeInfo& op) {
  const Instruction& instruction = context.instruction();
  const std::string both =
      fmt::format("{} and {}", source_name(context, instruction.src1), source_name(context, instruction.src2));
  // docs/adr/0030-conditions-of-two-constants.md
  if (op.flow == Flow::If && !context.options.adobe_order)
    context.warn(Rule::ConstantsOnly, Operand::Source2, {op.text, both});
  else
    context.report(Rule::ConstantsOnly, Operand::Source2, {op.text, both});
}

}  // namespace

void check_any_source(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op, Source source) {
  if (rule == SourceRule::None) {
    if (source.bits != 0) context.report(Rule::UnusedOperand, operand, {op.text, name(operand)});
    return;
  }
  const bool whole_type = !context.types_are_bytes() || source.type_byte() == source.type_code();
  const bool sampler = whole_type && source.type() == RegisterType::Sampler;
  if (sampler || rule == SourceRule::Sampler)
    return check_sampler_operand(context, operand, rule, op, SamplerOperand{source.bits});
  if ((source.bits & ~direct_fields) != 0) {
    if (source.reserved() != 0 &&
        context.report(Rule::ReservedBits, operand, {name(operand), fmt::format("0x{:016x}", source.reserved())}))
      return;
    if (source.indirect()) return check_indirect(context, operand, rule, op, source);
    if (has_index_fields(source) && context.report(Rule::DirectIndexFields, operand)) return;
  }
  check_direct(context, operand, rule, op, source);
}

void check_source_pair(Context& context, const OpcodeInfo& op) {
  const Instruction& instruction = context.instruction();
  const bool constant1 = op.src1 != SourceRule::None && is_constant(instruction.src1);
  if (op.src2 == SourceRule::None) {
    // Of the opcodes with one source, only mov may read a constant.
    if (constant1 && op.opcode != Opcode::Mov)
      context.report(Rule::ConstantsOnly, Operand::Source1, {op.text, source_name(context, instruction.src1)});
    return;
  }
  if (op.samples()) return;
  if (constant1 && is_constant(instruction.src2)) report_two_constants(context, op);
  if (op.src2 == SourceRule::Matrix && instruction.src2.swizzle() != swizzle_identity)
    context.report(Rule::MatrixSwizzle, Operand::Source2, {op.text, swizzle_text(instruction.src2.swizzle())});
  if (instruction.src1.indirect() && instruction.src2.indirect())
    context.report(Rule::BothIndirect, Operand::Source2, {op.text});
}

}  // namespace agal::validation
