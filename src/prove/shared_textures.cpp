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

std::map<std::uint32_t, SamplerOperand> samplers_of(const Program& program) {
  std::map<std::uint32_t, SamplerOperand> samplers;
  for (const Instruction& token : program.instructions)
    if (token.info() != nullptr && token.info()->samples())
      samplers.try_emplace(token.sampler().index(), token.sampler());
  return samplers;
}

// Returns true if the host sets both tokens to the same sampler state.
bool has_same_state(SamplerOperand a, SamplerOperand b) {
  return is_same_state(a, b) && a.has(SamplerOption::IgnoreSampler) == b.has(SamplerOption::IgnoreSampler);
}

// Compares the places of registers.
class PlaceComparison {
 public:
  explicit PlaceComparison(const Matching& matching) : matching_(matching) {}

  bool is_one_texture(SamplerOperand a, SamplerOperand b) const {
    return a.kind() == b.kind() && of(a, false) == of(b, false);
  }
  /// A combined texture is at the place of its sampler.
  bool is_one_sampler(SamplerOperand a, SamplerOperand b) const {
    return matching_.output.declares_samplers() ? of(a, true) == of(b, true) : is_one_texture(a, b);
  }
  /// Returns the reason why two registers with different states cannot be bound, or cannot be told apart; otherwise "".
  std::string problem(SamplerOperand a, SamplerOperand b) const {
    if (is_one_sampler(a, b))
      return fmt::format("{} and {} are at one place, but have different sampler states", name(a), name(b));
    if (is_one_texture(a, b))
      return fmt::format("{} and {} are one texture, but have different sampler states", name(a), name(b));
    return {};
  }

 private:
  target::BindingPoint of(SamplerOperand operand, bool sampler) const {
    return resource_place(matching_.output, target::ResourceId::sampler(matching_.stage, operand.index()), sampler);
  }
  std::string name(SamplerOperand operand) const {
    return register_name(RegisterType::Sampler, operand.index(), matching_.stage);
  }

  const Matching& matching_;
};

}  // namespace

std::optional<Program> share_textures(const Program& program, Matching& matching) {
  // Without --bind, all registers have different places.
  if (matching.output.bindings.empty() || !has_bindings(matching)) return std::nullopt;
  const std::map<std::uint32_t, SamplerOperand> samplers = samplers_of(program);
  const PlaceComparison places(matching);
  base::RegisterSet others;  // the registers that are replaced
  for (auto each = samplers.begin(); each != samplers.end(); ++each)
    for (auto first = samplers.begin(); first != each; ++first) {
      if (matching.problem.empty() && !has_same_state(first->second, each->second))
        matching.problem = places.problem(first->second, each->second);
      if (others.contains(each->first) || !places.is_one_texture(first->second, each->second)) continue;
      matching.first_at_place[each->first] = first->first;
      others.add(each->first);
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
