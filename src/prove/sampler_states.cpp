#include "prove/sampler_states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/register_set.hpp"

namespace agal::prove {
namespace {

void note_one_level(const Program& program, Store& store) {
  base::RegisterSet one, more;
  for (const Instruction& token : program.instructions) {
    if (!token.samples()) continue;
    const SamplerOperand sampler = token.sampler();
    const bool is_isotropic = sampler.has(SamplerOption::Nearest) || sampler.has(SamplerOption::Linear);
    const bool has_one =
        sampler.has(SamplerOption::MipNone) && is_isotropic && !sampler.has(SamplerOption::IgnoreSampler);
    (has_one ? one : more).add(sampler.index());
  }
  for (std::uint32_t n = 0; n < one.bound(); ++n)
    if (one.contains(n) && !more.contains(n)) store.set_one_level(n);
}

void note_shared_states(const Program& program, Store& store) {
  std::map<std::uint32_t, SamplerOperand> states;
  base::RegisterSet several;
  for (const Instruction& token : program.instructions) {
    if (!token.samples()) continue;
    const SamplerOperand sampler = token.sampler();
    const auto [known, is_new] = states.try_emplace(sampler.index(), sampler);
    if (sampler.has(SamplerOption::IgnoreSampler) || (!is_new && !is_same_state(known->second, sampler)))
      several.add(sampler.index());
  }
  for (auto each = states.begin(); each != states.end(); ++each)
    for (auto first = states.begin(); first != each && !several.contains(each->first); ++first)
      if (!several.contains(first->first) && is_same_state(first->second, each->second)) {
        store.share_state(each->first, first->first);
        break;
      }
}

}  // namespace

bool is_same_state(SamplerOperand a, SamplerOperand b) {
  constexpr std::array fields{SamplerField::Wrap, SamplerField::Mip, SamplerField::Filter};
  return std::ranges::all_of(fields, [&](SamplerField field) { return a.field(field) == b.field(field); });
}

std::string other_state(const Program& program, std::span<const SamplerOperand> others, const Matching& matching) {
  const auto differ = [](SamplerOperand a, SamplerOperand b) {
    const bool ignored = a.has(SamplerOption::IgnoreSampler);
    return ignored != b.has(SamplerOption::IgnoreSampler) || (!ignored && !is_same_state(a, b));
  };
  for (const Instruction& token : program.instructions) {
    if (!token.samples()) continue;
    const SamplerOperand here = token.sampler();
    for (const SamplerOperand there : others)
      if (here.index() == matching.first_sharing(there.index()) && differ(here, there))
        return fmt::format("{} is read with another filter or wrap mode",
                           register_name(RegisterType::Sampler, here.index(), program.stage));
  }
  return {};
}

void note_sampler_states(const Program& program, Store& store) {
  note_one_level(program, store);
  note_shared_states(program, store);
}

}  // namespace agal::prove
