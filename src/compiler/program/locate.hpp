// Creates locations in a program, and messages about them. No other code creates locations of programs.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "agal/diagnostic.hpp"
#include "agal/program.hpp"
#include "diag/rules.hpp"

namespace agal::program {

/// Returns the location of the whole program: its file and its stage.
Location locate(const Program& program);

/// Returns the location of a token: the file, the stage, the number of the token and its byte offset. For a program
/// from text, the location also has the line, and the column of the operand, or of the opcode if the text lacks the
/// operand. `token` is 0-based. If it is the number of tokens, the location is the end of the program.
Location locate(const Program& program, std::size_t token, Operand operand = Operand::None);

/// Returns the line that debug information names for a token: its line of text, or the number of the token (1-based) if
/// the program did not come from text.
std::uint32_t source_line(const Program& program, std::size_t token);

/// Creates a message about the whole program.
Diagnostic diagnose(const Program& program, diag::Rule rule, std::initializer_list<std::string_view> arguments = {});

/// Creates a message about a token. The snippet is the token's line of text, or its canonical assembly if the program
/// does not have text. The caret is under the operand, under the opcode if the operand is not shown, or under the whole
/// token for `Operand::None`. A token that does not exist does not have a snippet.
Diagnostic diagnose(const Program& program, std::size_t token, Operand operand, diag::Rule rule,
                    std::initializer_list<std::string_view> arguments = {});

}  // namespace agal::program
