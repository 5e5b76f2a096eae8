// Places in a program, for messages.
#pragma once

#include <cstddef>

#include "agal/diagnostic.hpp"
#include "agal/program.hpp"

namespace agal::program {

/// The place of token `token_index` (0-based; may be one past the last, for "at the end"): file, stage, token
/// number, byte offset, and the line and column if the program came from text.
Location locate(const Program& program, std::size_t token_index, Operand operand = Operand::None);

/// Fills the snippet with the canonical assembly of the token, and the caret with the operand that the
/// diagnostic's location names (the opcode where the text does not show that operand; no caret for
/// `Operand::None`). Leaves the diagnostic alone where there is no such token.
void annotate(Diagnostic& diagnostic, const Program& program, std::size_t token_index);

}  // namespace agal::program
