// Whether a text is AGAL assembly: by assembling it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/program.hpp"

namespace agal::extraction {

/// Whether a line, without the blanks before it, begins as an instruction does.
bool begins_instruction(std::string_view code);

/// Whether the first line that says anything is an instruction: cheap, and false for nearly every string.
bool may_be_assembly(std::string_view text);

/// The program that a text is: it assembles, players accept it, and it writes the whole position or a colour. Nothing
/// less will do: strings such as "add" or "mov oc, ft0" are parts of something else.
std::optional<Program> recognise_program(std::string_view text);

/// Lines of a program, though they need not be all of it.
struct AssemblyLines {
  Stage stage = Stage::Any;  // Any: they fit either
  std::size_t instructions = 0;
  std::uint8_t outputs = 0;  // vertex: the lanes of the position that they write; fragment: the colours
  bool ends_line = false;    // the text ends in a line break
};
std::optional<AssemblyLines> recognise_lines(std::string_view text);

}  // namespace agal::extraction
