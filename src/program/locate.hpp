// Locations in a program, and messages about them. No other code creates the location of a program.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "agal/diagnostic.hpp"
#include "agal/program.hpp"
#include "diag/rules.hpp"

namespace agal::program {

/// The program as a whole: its file and its stage.
Location locate(const Program& program);

/// The location of token `token` (0-based; may be one past the last, for "at the end"): file, stage, token number, byte
/// offset; if the program came from text, the line, and the column of the operand if the text shows it.
Location locate(const Program& program, std::size_t token, Operand operand = Operand::None);

/// A message about the program as a whole.
Diagnostic diagnose(const Program& program, diag::Rule rule, std::initializer_list<std::string_view> arguments = {});

/// A message about a token, with its line of text, or its canonical assembly if there is no text, and a caret under the
/// operand: under the opcode if the operand is not shown, under the whole token for `Operand::None`. For a token that
/// does not exist, no snippet.
Diagnostic diagnose(const Program& program, std::size_t token, Operand operand, diag::Rule rule,
                    std::initializer_list<std::string_view> arguments = {});

}  // namespace agal::program
