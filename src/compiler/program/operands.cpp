#include "agal/operands.hpp"

#include "agal/isa.hpp"

namespace agal {

std::uint32_t constant_array_size(const Program& program) {
  std::uint32_t size = version_limits(program.version).count(RegisterType::Constant, program.stage);
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) {
      if (access.kind == AccessKind::Read && access.is(RegisterType::Constant)) size = std::max(size, access.end());
    });
  return size;
}

}  // namespace agal
