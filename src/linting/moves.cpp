// Instructions that change nothing.
#include "linting/linter.hpp"

namespace agal::linting {
namespace {

bool keeps_lanes_in_place(const Instruction& token) {
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    if ((token.dst.mask() >> lane & 1) != 0 && token.src1.lane(lane) != lane) return false;
  return true;
}

}  // namespace

void check_moves(Linter& linter) {
  for (std::size_t i = 0; i < linter.program.instructions.size(); ++i) {
    const Instruction& token = linter.program.instructions[i];
    const bool same_register = !token.src1.indirect() && token.src1.type_code() == token.dst.type_code() &&
                               token.src1.index() == token.dst.index();
    if (token.is(Opcode::Mov) && same_register && keeps_lanes_in_place(token))
      linter.report(Rule::MoveToItself, i, Operand::Source1,
                    {register_name(token.dst.type_code(), token.dst.index(), linter.program.stage) +
                     mask_text(token.dst.mask())});
  }
}

}  // namespace agal::linting
