// Generates samplers, with one state each for the whole program, and fetches.
#include <algorithm>

#include "generator.hpp"

namespace agal::smith {
namespace {

bool anisotropic(const SamplerOptionInfo& option) {
  return option.field == SamplerField::Filter && option.option != SamplerOption::Nearest &&
         option.option != SamplerOption::Linear;
}

}  // namespace

SamplerOperand Generator::sampler_state(std::uint32_t number) {
  SamplerOperand state = SamplerOperand::make(number);
  for (const SamplerFieldInfo& field : sampler_field_table) {
    std::vector<std::uint32_t> values;
    for (const SamplerOptionInfo& option : sampler_option_table) {
      if (option.field != field.field || !option.accepted) continue;
      if (anisotropic(option) && (program_.stage == Stage::Vertex || dice_.chance(60))) continue;
      values.push_back(option.value);
    }
    std::uint32_t value = 0;
    if (field.combine == SamplerCombine::Union) {
      for (const std::uint32_t flag : values) value |= dice_.chance(15) ? flag : 0;
    } else {
      value = dice_.chance(30) ? values.front() : dice_.pick(values);
    }
    state = state.with(field.field, value);
  }
  if (state.has(SamplerOption::Cube)) {
    state = state.with(SamplerField::Wrap, info(SamplerOption::Clamp).value);
    if (state.has(SamplerOption::MipNone))
      state = state.with(SamplerField::Mip,
                         info(dice_.chance(50) ? SamplerOption::MipNearest : SamplerOption::MipLinear).value);
  } else if (options_.allow_volume && dice_.chance(10)) {
    state = state.with(SamplerField::Dim, info(SamplerOption::Volume).value);
  }
  if (dice_.chance(30)) {
    const std::uint32_t eighths = dice_.chance(85) ? dice_.between(0, 40) - 16 : dice_.roll(256);
    state = state.with_bias(static_cast<std::int8_t>(eighths));
  }
  return state;
}

void Generator::make_samplers() {
  const std::uint32_t max = count(RegisterType::Sampler);
  const std::uint32_t wanted = dice_.chance(5) ? max : dice_.between(1, 3);
  for (const std::uint32_t number : distinct_numbers(dice_, wanted, max)) samplers_.push_back(sampler_state(number));
  if (!options_.allow_reserved || samplers_.empty()) return;
  // `ted` needs a sampler with a mip filter and without a bias.
  SamplerOperand& plain = samplers_.front();
  plain = plain.with_bias(0);
  if (plain.has(SamplerOption::MipNone)) plain = plain.with(SamplerField::Mip, info(SamplerOption::MipLinear).value);
}

SamplerOperand Generator::sampler_for(const OpcodeInfo& op) {
  return op.status == OpcodeStatus::Reserved ? samplers_.front() : dice_.pick(samplers_);
}

void Generator::texel(const OpcodeInfo& op, std::optional<Destination> to) {
  const SamplerOperand sampler = sampler_for(op);
  Wanted wanted{.need = opcode_traits(op.opcode).first, .lanes = 0x7, .relative = false};
  wanted.constants = dice_.chance(5);
  if (sampler.has(SamplerOption::Plane)) wanted.lanes = 0x3;
  const bool varying_only = depth_ > 0 && op.derivative == Derivative::Implicit && op.status == OpcodeStatus::Shipped;
  Source coordinates;
  if (varying_only) {
    const std::uint32_t number = dice_.pick(inputs(RegisterType::Varying));
    coordinates = Source::make(RegisterType::Varying, number, swizzle(0xf, 0, wanted));
  } else {
    coordinates = source(wanted);
  }
  const WriteMask mask = to ? to->mask() : any_mask(op.dest);
  const Destination dst = to ? *to : temporary_for(mask, coordinates);
  emit(op, dst, coordinates, Source{sampler.bits});
}

}  // namespace agal::smith
