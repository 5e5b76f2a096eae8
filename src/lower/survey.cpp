#include "lower/survey.hpp"

#include <algorithm>

namespace agal::lower {

Survey::Survey(const Program& program) {
  const auto cover = [&](std::uint32_t type_code, std::uint32_t last) {
    if (type_code < registers.size()) registers[type_code] = std::max(registers[type_code], last + 1);
  };
  const auto source = [&](SourceRule rule, Source s, std::uint32_t rows) {
    if (rule == SourceRule::None) return;
    if (rule == SourceRule::Sampler) {
      const SamplerOperand sampler{s.bits};
      samplers.add(sampler.index());
      centroid = centroid || sampler.has(SamplerOption::Centroid);
      return;
    }
    if (s.indirect()) return cover(s.index_type_code(), s.index());
    const std::uint32_t last = s.index() + rows - 1;
    cover(s.type_code(), last);
    if (s.type() == RegisterType::Constant) constants = std::max(constants, last + 1);
  };
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo& row = *token.info();
    if (row.dest != DestinationRule::None) cover(token.dst.type_code(), token.dst.index());
    source(row.src1, token.src1, 1);
    source(row.src2, token.src2, std::max<std::uint32_t>(row.rows, 1));
  }
}

}  // namespace agal::lower
