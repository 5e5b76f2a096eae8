#include "lower/registers.hpp"

#include <algorithm>

#include "agal/operands.hpp"

namespace agal::lower {

RegisterScan::RegisterScan(const Program& program) {
  for (const Instruction& token : program.instructions) {
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Relative) return;
      if (access.kind == AccessKind::Sample) {
        samplers.add(access.first);
        centroid = centroid || token.sampler().has(SamplerOption::Centroid);
      } else if (access.type_code < registers.size()) {
        registers[access.type_code] = std::max(registers[access.type_code], access.end());
      }
    });
  }
}

}  // namespace agal::lower
