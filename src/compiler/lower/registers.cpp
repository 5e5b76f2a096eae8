#include "lower/registers.hpp"

#include <algorithm>

#include "agal/operands.hpp"

namespace agal::lower {

RegisterScan::RegisterScan(const Program& program)
    : constant_array(version_limits(program.version).count(RegisterType::Constant, program.stage)) {
  for (const Instruction& token : program.instructions) {
    const Flow flow = token.info()->flow;
    ifs = ifs || flow == Flow::If;
    kills = kills || flow == Flow::Kill;
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Relative) return;
      if (access.kind == AccessKind::Sample) {
        samplers.add(access.first);
        centroid = centroid || token.sampler().has(SamplerOption::Centroid);
      } else if (access.type_code < registers.size()) {
        registers[access.type_code] = std::max(registers[access.type_code], access.end());
        if (access.kind == AccessKind::Read && access.is(RegisterType::Constant))
          constant_array = std::max(constant_array, access.end());
      }
    });
  }
}

RegisterFile::RegisterFile(Stage stage, const RegisterCounts& named, ir::Lane unwritten) {
  std::uint32_t total = 0;
  for (const RegisterInfo& row : register_table) {
    const auto type = static_cast<std::size_t>(row.type);
    if (row.writable(stage)) count_[type] = named[type];
    base_[type] = total;
    total += count_[type];
  }
  lanes_.assign(std::size_t{4} * total, unwritten);
}

}  // namespace agal::lower
