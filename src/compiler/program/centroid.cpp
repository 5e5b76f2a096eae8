#include "program/centroid.hpp"

#include "agal/operands.hpp"

namespace agal::program {

base::RegisterSet centroid_varyings(const Program& program) {
  base::RegisterSet centroid, otherwise;
  for (const Instruction& token : program.instructions) {
    const bool fetch = token.samples();
    const bool wants = fetch && token.sampler().has(SamplerOption::Centroid);
    for_each_access(token, [&](const Access& access) {
      if (access.kind != AccessKind::Read || !access.is(RegisterType::Varying)) return;
      for (std::uint32_t number = access.first; number < access.end(); ++number)
        (wants ? centroid : otherwise).add(number);
    });
  }
  return centroid -= otherwise;
}

}  // namespace agal::program
