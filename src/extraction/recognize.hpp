// Recognizes AGAL assembly by assembling it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/diagnostic.hpp"
#include "agal/program.hpp"

namespace agal::extraction {

/// Whether a line, without leading blanks, begins like an instruction.
bool begins_instruction(std::string_view code);

/// Whether the first line that is not empty is an instruction: cheap, and false for nearly every string.
bool may_be_assembly(std::string_view text);

/// The program in a text, if it assembles, is valid in players, and writes the whole position or a color. Weaker
/// conditions are not sufficient: strings such as "add" or "mov oc, ft0" are parts of something else.
/// Lines that only the game's assembler accepts are read as that does; `warnings` receives what it ignored.
std::optional<Program> recognize_program(std::string_view text, Diagnostics* warnings = nullptr);

/// The text without the semicolons at the ends of its lines, which the game's assembler ignores.
std::string without_semicolons(std::string_view text);

/// Lines of a program, not necessarily all of it.
struct AssemblyLines {
  Stage stage = Stage::Any;  // Any: they fit both
  std::size_t instructions = 0;
  std::uint8_t outputs = 0;  // vertex: the lanes of the position that they write; fragment: the colors
  bool ends_line = false;    // the text ends in a line break
};
std::optional<AssemblyLines> recognize_lines(std::string_view text);

}  // namespace agal::extraction
