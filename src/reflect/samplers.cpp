#include "reflect/resources.hpp"

#include <algorithm>
#include <optional>

namespace agal::reflect {
namespace {

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
    found = {
        sampler.dimension, slots_of(target::ResourceId::sampler(s.program.stage, index), s.output), {}, filters(usage)};
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
    const auto* const filter = find_sampler_option(SamplerField::Filter, state.operand.field(SamplerField::Filter));
    if (filter != nullptr) added.anisotropy = filter->anisotropy;
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
