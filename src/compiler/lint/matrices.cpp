// Lint for constants that one instruction uses as rows of a matrix, and another instruction as a vector.
#include <array>

#include "agal/operands.hpp"
#include "base/register_set.hpp"
#include "lint/linter.hpp"

namespace agal::linting {
namespace {

// The rows of all matrices in directly addressed constants.
class Matrices {
 public:
  explicit Matrices(const Program& program) {
    for (const Instruction& token : program.instructions)
      for_each_access(token, [&](const Access& access) {
        if (!is_matrix(access)) return;
        first_.add(access.first);
        for (std::uint32_t row = access.first; row < access.end(); ++row) rows_.add(row);
      });
  }

  static bool is_matrix(const Access& access) {
    return access.kind == AccessKind::Read && access.is(RegisterType::Constant) && access.count > 1;
  }
  bool contains(std::uint32_t index) const { return rows_.contains(index); }
  bool begins_at(std::uint32_t index) const { return first_.contains(index); }

 private:
  base::RegisterSet first_, rows_;
};

// Returns true for instructions that may use a single row of a matrix: a dot product computes one component of a
// product with the matrix, and a move copies a row.
bool reads_row(const Instruction& token) {
  return token.is(Opcode::Dp3) || token.is(Opcode::Dp4) || token.is(Opcode::Mov);
}

}  // namespace

void check_matrices(Linter& linter) {
  if (!linter.wants(Rule::ConstantInMatrix)) return;
  const Matrices matrices(linter.program);
  base::RegisterSet reported;
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) {
    const Instruction& token = linter.program.instructions[i];
    for_each_access(token, [&](const Access& access) {
      const bool constant = access.kind == AccessKind::Read && access.is(RegisterType::Constant);
      if (!constant || Matrices::is_matrix(access) || reads_row(token)) return;
      if (!matrices.contains(access.first) || reported.contains(access.first)) return;
      reported.add(access.first);
      linter.report(Rule::ConstantInMatrix, i, access.operand,
                    {register_name(RegisterType::Constant, access.first, linter.program.stage)});
    });
  }
}

}  // namespace agal::linting
