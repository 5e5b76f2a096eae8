#include "reflect/samplers.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "reflect/slots.hpp"

namespace agal::reflect {
namespace {

// The number in the spelling of the filter: 16 for "anisotropic16x"; 1 if it does not contain one.
std::uint32_t anisotropy_of(SamplerOperand operand) {
  const SamplerOptionInfo* option = find_sampler_option(SamplerField::Filter, operand.field(SamplerField::Filter));
  if (option == nullptr) return 1;
  const char* const end = option->text.data() + option->text.size();
  const char* const digits = std::find_if(option->text.data(), end, [](char c) { return c >= '0' && c <= '9'; });
  std::uint32_t number = 1;
  std::from_chars(digits, end, number);
  return number;
}

TextureKind kind_of(ir::Dimension dimension) {
  switch (dimension) {
    case ir::Dimension::Plane: return TextureKind::Plane;
    case ir::Dimension::Cube: return TextureKind::Cube;
    case ir::Dimension::Volume: return TextureKind::Volume;
  }
  return TextureKind::Plane;
}

// Whether a sampler in one of these states computes with more than one texel. The state that `ignoresampler` leaves to
// the engine, and fields without a meaning, may.
bool filters(const SamplerUsage& sampler) {
  return !std::all_of(sampler.states.begin(), sampler.states.end(), [](const SamplerState& state) {
    return state.operand.has(SamplerOption::Nearest) && !state.operand.has(SamplerOption::IgnoreSampler) &&
           (state.operand.has(SamplerOption::MipNone) || state.operand.has(SamplerOption::MipNearest));
  });
}

// nullopt if the compiled program does not sample it.
std::optional<Interface::BoundTexture> bound_texture(const Subject& s, const SamplerUsage& usage) {
  std::optional<Interface::BoundTexture> found;
  const std::uint32_t index = usage.index;
  s.interface.samplers.for_each([&](std::uint32_t slot) {
    const ir::SamplerSlot& sampler = s.module.samplers[slot];
    if (sampler.index != index) return;
    found = {kind_of(sampler.dimension),
             slots_of(target::ResourceId::sampler(s.program.stage, index), s.output),
             {},
             filters(usage)};
    if (s.output.samplers == Samplers::Separate)
      found->sampler_binding = found->slots.binding + separate_sampler_offset;
  });
  return found;
}

std::vector<Interface::SamplerState> states_of(const SamplerUsage& sampler) {
  std::vector<Interface::SamplerState> out;
  out.reserve(sampler.states.size());
  for (const SamplerState& state : sampler.states) {
    Interface::SamplerState& added = out.emplace_back();
    added.operand = state.operand;
    added.anisotropy = anisotropy_of(state.operand);
    added.tokens.reserve(state.tokens.size());
    for (const std::uint32_t token : state.tokens) added.tokens.push_back(token + 1);
  }
  return out;
}

}  // namespace

std::vector<Interface::Sampler> samplers_of(const Subject& s, const Usage& usage) {
  std::vector<Interface::Sampler> out;
  out.reserve(usage.samplers.size());
  for (const SamplerUsage& sampler : usage.samplers)
    out.push_back({register_name(RegisterType::Sampler, sampler.index, s.program.stage), sampler.index,
                   bound_texture(s, sampler), states_of(sampler)});
  return out;
}

}  // namespace agal::reflect
