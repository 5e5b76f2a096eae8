#include "samplers.hpp"

namespace agal::smith {
namespace {

bool anisotropic(const SamplerOptionInfo& option) {
  return option.field == SamplerField::Filter && option.option != SamplerOption::Nearest &&
         option.option != SamplerOption::Linear;
}

SamplerOperand sampler_state(Dice& dice, Stage stage, const Options& options, std::uint32_t number) {
  SamplerOperand state = SamplerOperand::make(number);
  for (const SamplerFieldInfo& field : sampler_field_table) {
    std::vector<std::uint32_t> values;
    for (const SamplerOptionInfo& option : sampler_option_table) {
      if (option.field != field.field || !option.accepted) continue;
      if (anisotropic(option) && (stage == Stage::Vertex || dice.chance(60))) continue;
      values.push_back(option.value);
    }
    std::uint32_t value = 0;
    if (field.combine == SamplerCombine::Union) {
      for (const std::uint32_t flag : values) value |= dice.chance(15) ? flag : 0;
    } else {
      value = dice.chance(30) ? values.front() : dice.pick(values);
    }
    state = state.with(field.field, value);
  }
  if (state.has(SamplerOption::Cube)) {
    state = state.with(SamplerField::Wrap, info(SamplerOption::Clamp).value);
    if (state.has(SamplerOption::MipNone))
      state = state.with(SamplerField::Mip,
                         info(dice.chance(50) ? SamplerOption::MipNearest : SamplerOption::MipLinear).value);
  } else if (options.allow_volume && dice.chance(10)) {
    state = state.with(SamplerField::Dim, info(SamplerOption::Volume).value);
  }
  if (dice.chance(30)) {
    const std::uint32_t eighths = dice.chance(85) ? dice.between(0, 40) - 16 : dice.roll(256);
    state = state.with_bias(static_cast<std::int8_t>(eighths));
  }
  return state;
}

}  // namespace

std::vector<SamplerOperand> make_samplers(Dice& dice, const Draft& draft, const Options& options) {
  const std::uint32_t max = draft.count(RegisterType::Sampler);
  const std::uint32_t wanted = dice.chance(5) ? max : dice.between(1, 3);
  std::vector<SamplerOperand> samplers;
  for (const std::uint32_t number : distinct_numbers(dice, wanted, max))
    samplers.push_back(sampler_state(dice, draft.stage(), options, number));
  if (!options.allow_reserved || samplers.empty()) return samplers;
  // `ted` needs a sampler with a mip filter and without a bias.
  SamplerOperand& plain = samplers.front();
  plain = plain.with_bias(0);
  if (plain.has(SamplerOption::MipNone)) plain = plain.with(SamplerField::Mip, info(SamplerOption::MipLinear).value);
  return samplers;
}

}  // namespace agal::smith
