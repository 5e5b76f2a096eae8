#include "lower/registers.hpp"

#include <algorithm>

namespace agal::lower {

RegisterFile::RegisterFile(const Program& program, ir::Lane unwritten) {
  const auto cover = [&](std::uint32_t type_code, std::uint32_t last) {
    if (const RegisterInfo* row = find_register(type_code); row != nullptr && row->writable(program.stage))
      count_[type_code] = std::max(count_[type_code], last + 1);
  };
  for (const Instruction& token : program.instructions) {
    const OpcodeInfo& row = *token.info();
    if (row.dest != DestinationRule::None) cover(token.dst.type_code(), token.dst.index());
    const auto source = [&](SourceRule rule, Source s, std::uint32_t rows) {
      if (rule == SourceRule::None || rule == SourceRule::Sampler) return;
      if (s.indirect())
        cover(s.index_type_code(), s.index());
      else
        cover(s.type_code(), s.index() + rows - 1);
    };
    source(row.src1, token.src1, 1);
    source(row.src2, token.src2, std::max<std::uint32_t>(row.rows, 1));
  }
  std::uint32_t total = 0;
  for (std::size_t type = 0; type < base_.size(); ++type) {
    base_[type] = total;
    total += count_[type];
  }
  lanes_.assign(std::size_t{4} * total, unwritten);
}

RegisterFile::Slot RegisterFile::slot(std::uint32_t i) const {
  std::size_t type = base_.size() - 1;
  while (base_[type] > i || count_[type] == 0) --type;
  return {static_cast<RegisterType>(type), static_cast<std::uint16_t>(i - base_[type])};
}

}  // namespace agal::lower
