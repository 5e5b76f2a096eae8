#include "agal/operands.hpp"

#include <set>

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

std::vector<std::uint32_t> registers_read(const Program& program, RegisterType type) {
  std::set<std::uint32_t> numbers;
  for (const Instruction& token : program.instructions)
    for_each_access(token, [&](const Access& access) {
      if ((access.kind != AccessKind::Read && access.kind != AccessKind::Index) || !access.is(type)) return;
      for (std::uint32_t number = access.first; number < access.end(); ++number) numbers.insert(number);
    });
  return {numbers.begin(), numbers.end()};
}

}  // namespace agal
