#include "render/scene.hpp"

#include <algorithm>

namespace agal::render {

std::uint32_t color_count(const Program& fragment) {
  std::uint32_t count = 0;
  for (const Instruction& token : fragment.instructions) {
    const OpcodeInfo* const row = token.info();
    if (row == nullptr || row->dest == DestinationRule::None) continue;
    if (token.dst.type() == RegisterType::Output) count = std::max(count, token.dst.index() + 1);
  }
  return count;
}

std::vector<SamplerOperand> samplers_of(const Program& program) {
  std::vector<SamplerOperand> list;
  for (const Instruction& token : program.instructions) {
    if (!token.samples()) continue;
    const auto same = [&](const SamplerOperand& known) { return known.index() == token.sampler().index(); };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(token.sampler());
  }
  return list;
}

}  // namespace agal::render
