// Rules about sampler operands: their positions, the values of their fields, and one state for each sampler.
#include <fmt/format.h>

#include "validate/context.hpp"

namespace agal::validation {
namespace {

// Returns the number of samplers in the stage of the opcode. A separate rule checks the stage of the program. If the
// version does not have vertex fetches, the limit of the newest version applies to them.
std::uint32_t sampler_limit(const Context& context, const OpcodeInfo& op) {
  if (op.stage != Stage::Vertex) return context.limits.fragment_samplers;
  if (context.version() < op.min_version) return version_limits(newest_version).vertex_samplers;
  return context.limits.vertex_samplers;
}

// Reports a sampler where another register is required.
void report_misplaced(Context& context, Operand operand, SamplerOperand sampler) {
  const std::uint32_t limit = context.vertex() && context.version() >= info(Opcode::Tld).min_version
                                  ? context.limits.vertex_samplers
                                  : context.limits.fragment_samplers;
  if (sampler.index() >= limit) {
    report_range(context, operand, RegisterType::Sampler, sampler.index(), limit, Downgradable::No);
    return;
  }
  const std::string name = context.name(sampler);
  const bool stage_has_samplers = !context.vertex() || context.version() >= info(Opcode::Tld).min_version;
  context.report(stage_has_samplers ? Rule::SamplerMisplaced : Rule::SamplerInVertex, operand, {name});
}

// Returns the accepted values of a field as a mask: bit n is set if the value is n.
constexpr std::uint32_t known_values(SamplerField field) {
  std::uint32_t values = 0;
  for (const SamplerOptionInfo& option : sampler_option_table)
    if (option.field == field && option.accepted) values |= 1u << option.value;
  return values;
}

template <SamplerField field>
bool known(std::uint32_t value) {
  static_assert(info(field).width <= 4);
  constexpr std::uint32_t values = known_values(field);
  return (values >> value & 1u) != 0;
}

constexpr std::uint32_t known_flags() {
  std::uint32_t flags = 0;
  for (const SamplerOptionInfo& option : sampler_option_table)
    if (option.field == SamplerField::Special && option.accepted) flags |= option.value;
  return flags;
}

void check_dimension(Context& context, SamplerOperand sampler) {
  const std::uint32_t dimension = sampler.field(SamplerField::Dim);
  if (sampler.has(SamplerOption::Cube)) {
    if (!sampler.has(SamplerOption::Clamp)) context.report(Rule::CubeNotClamped, Operand::Source2);
    if (sampler.has(SamplerOption::MipNone)) context.report(Rule::CubeNotMipped, Operand::Source2);
  } else if (!known<SamplerField::Dim>(dimension)) {
    // Players never accepted 3d textures, but agalc can translate them.
    context.report(Rule::SamplerDimension, Operand::Source2, {std::to_string(dimension)},
                   sampler.has(SamplerOption::Volume) ? Downgradable::Yes : Downgradable::No);
  }
}

template <SamplerField field>
void check_field(Context& context, Rule rule, SamplerOperand sampler) {
  const std::uint32_t value = sampler.field(field);
  if (!known<field>(value)) context.report(rule, Operand::Source2, {std::to_string(value)});
}

// Rules about single opcodes.
void check_opcode_state(Context& context, const OpcodeInfo& op, SamplerOperand sampler) {
  if (op.opcode == Opcode::Ted) {
    if (sampler.bias_eighths() != 0)
      context.report(Rule::TedBias, Operand::Source2, {fmt::format("{}", sampler.bias())});
    if (sampler.has(SamplerOption::MipNone)) context.report(Rule::TedNotMipped, Operand::Source2);
  }
  const std::uint32_t filter = sampler.field(SamplerField::Filter);
  if (op.stage == Stage::Vertex && known<SamplerField::Filter>(filter) && !sampler.has(SamplerOption::Nearest) &&
      !sampler.has(SamplerOption::Linear))
    context.report(Rule::AnisotropicInVertex, Operand::Source2, {op.text});
}

}  // namespace

void check_sampler_operand(Context& context, Operand operand, SourceRule rule, const OpcodeInfo& op,
                           SamplerOperand sampler) {
  if (rule != SourceRule::Sampler) return report_misplaced(context, operand, sampler);
  if (context.types_are_bytes() && sampler.type_byte() != sampler.type_code()) {
    context.report(Rule::SamplerMissing, operand,
                   {op.text, fmt::format("a register of type 0x{:02x}", sampler.type_byte())});
    return;
  }
  if (sampler.type() != RegisterType::Sampler) {
    context.report(Rule::SamplerMissing, operand, {op.text, context.name(sampler)});
    return;
  }
  const std::uint32_t limit = sampler_limit(context, op);
  if (sampler.index() >= limit &&
      report_range(context, operand, RegisterType::Sampler, sampler.index(), limit,
                   sampler.index() >= translatable_registers ? Downgradable::No : Downgradable::Yes))
    return;
  const std::uint32_t format = sampler.field(SamplerField::Format);
  std::uint64_t reserved = sampler.reserved();
  if (!known<SamplerField::Format>(format)) reserved |= std::uint64_t{format} << info(SamplerField::Format).bit;
  if (reserved != 0) context.report(Rule::ReservedBits, operand, {name(operand), fmt::format("0x{:016x}", reserved)});
  check_dimension(context, sampler);
  check_field<SamplerField::Filter>(context, Rule::SamplerFilter, sampler);
  check_field<SamplerField::Mip>(context, Rule::SamplerMip, sampler);
  check_field<SamplerField::Wrap>(context, Rule::SamplerWrap, sampler);
  constexpr std::uint32_t flags = known_flags();
  if (const std::uint32_t unknown = sampler.field(SamplerField::Special) & ~flags; unknown != 0)
    context.report(Rule::SamplerSpecial, operand, {std::to_string(unknown)});
  check_opcode_state(context, op, sampler);
}

void check_sampler_reuse(Context& context) {
  const SamplerOperand sampler = context.instruction().sampler();
  const std::uint32_t index = sampler.index();
  if (sampler.type() != RegisterType::Sampler || index >= translatable_registers) return;
  if (!context.samplers_used[index]) {
    context.samplers_used[index] = true;
    context.sampler_first_use[index] = sampler.bits;
  } else if (context.sampler_first_use[index] != sampler.bits) {
    context.report(Rule::SamplerMismatch, Operand::Source2,
                   {register_name(sampler.type_code(), index, context.program.stage)});
  }
}

}  // namespace agal::validation
