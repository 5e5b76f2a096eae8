#include "render/scene.hpp"

#include <algorithm>
#include <set>

namespace agal::render {
namespace {

// Calls fn(source, registers) for each source that is a register and no sampler.
template <class Fn>
void for_each_source(const Program& program, Fn&& fn) {
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const row = token.info();
    if (row == nullptr) continue;
    if (row->src1 != SourceRule::None) fn(token.src1, 1u);
    if (row->src2 != SourceRule::None && row->src2 != SourceRule::Sampler)
      fn(token.src2, std::max<std::uint32_t>(row->rows, 1));
  }
}

}  // namespace

std::vector<std::uint32_t> registers_read(const Program& program, RegisterType type) {
  std::set<std::uint32_t> numbers;
  for_each_source(program, [&](const Source& source, std::uint32_t rows) {
    const std::uint32_t code = source.indirect() ? source.index_type_code() : source.type_code();
    if (code != static_cast<std::uint32_t>(type)) return;
    for (std::uint32_t i = 0; i < (source.indirect() ? 1 : rows); ++i) numbers.insert(source.index() + i);
  });
  return {numbers.begin(), numbers.end()};
}

std::uint32_t constant_count(const Program& program) {
  std::uint32_t count = version_limits(program.version).count(RegisterType::Constant, program.stage);
  for (const std::uint32_t number : registers_read(program, RegisterType::Constant))
    count = std::max(count, number + 1);
  return count;
}

std::uint32_t colour_count(const Program& fragment) {
  std::uint32_t count = 0;
  for (const Instruction& token : fragment.instructions) {
    const OpcodeInfo* const row = token.info();
    if (row == nullptr || row->dest == DestinationRule::None) continue;
    if (token.dst.type_code() == static_cast<std::uint32_t>(RegisterType::Output))
      count = std::max(count, token.dst.index() + 1);
  }
  return count;
}

std::vector<SamplerOperand> samplers_of(const Program& program) {
  std::vector<SamplerOperand> list;
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo* const row = token.info();
    if (row == nullptr || row->src2 != SourceRule::Sampler) continue;
    const auto same = [&](const SamplerOperand& known) { return known.index() == token.sampler().index(); };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(token.sampler());
  }
  return list;
}

}  // namespace agal::render
