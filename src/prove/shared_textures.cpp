#include "prove/shared_textures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "prove/sampler_states.hpp"

namespace agal::prove {
namespace {

// Returns true if the texts of the target, or the module, have the bindings of textures. Without them, names tell
// textures apart, and the host can bind a different texture to each name.
bool has_bindings(const Matching& matching) {
  return matching.match == InterfaceMatch::Numbers || has(matching.output.target, TargetFeature::ExplicitLayout);
}

// Returns the place of a texture. The set is 0 where the target has only bindings.
target::BindingPoint place_of(const Matching& matching, std::uint32_t number) {
  const target::Output& output = matching.output;
  const auto resource = target::ResourceId::sampler(matching.stage, number);
  if (output.family() == TargetFamily::Hlsl)
    return {output.has_register_spaces() ? output.hlsl_space(resource) : 0, output.hlsl_slot(resource)};
  target::BindingPoint place = output.binding_of(resource);
  if (!output.vulkan()) place.set = 0;
  return place;
}

std::map<std::uint32_t, SamplerOperand> samplers_of(const Program& program) {
  std::map<std::uint32_t, SamplerOperand> samplers;
  for (const Instruction& token : program.instructions)
    if (token.info() != nullptr && token.info()->samples())
      samplers.try_emplace(token.sampler().index(), token.sampler());
  return samplers;
}

}  // namespace

std::optional<Program> share_textures(const Program& program, Matching& matching) {
  // Without --bind, all registers have different places.
  if (matching.output.bindings.empty() || !has_bindings(matching)) return std::nullopt;
  const std::map<std::uint32_t, SamplerOperand> samplers = samplers_of(program);
  base::RegisterSet others;  // the registers that are replaced
  for (auto each = samplers.begin(); each != samplers.end(); ++each) {
    const auto first = std::find_if(samplers.begin(), each, [&](const auto& row) {
      return row.second.kind() == each->second.kind() &&
             place_of(matching, row.first) == place_of(matching, each->first);
    });
    if (first == each) continue;
    matching.first_at_place[each->first] = first->first;
    others.add(each->first);
    const bool is_same =
        is_same_state(first->second, each->second) &&
        first->second.has(SamplerOption::IgnoreSampler) == each->second.has(SamplerOption::IgnoreSampler);
    if (!is_same)
      matching.problem = fmt::format("{} and {} are at one place, but have different sampler states",
                                     register_name(RegisterType::Sampler, first->first, matching.stage),
                                     register_name(RegisterType::Sampler, each->first, matching.stage));
  }
  if (others.empty()) return std::nullopt;
  matching.laid_out -= others;
  for (base::RegisterSet& set : matching.textures) set -= others;
  Program out = program;
  constexpr std::uint64_t index_bits = 0xffff;
  for (Instruction& token : out.instructions)
    if (token.info() != nullptr && token.info()->samples())
      token.src2.bits = (token.src2.bits & ~index_bits) | matching.first_sharing(token.sampler().index());
  return out;
}

}  // namespace agal::prove
