// Reads assembly text in JSON: {"agalasm": "…", "varnames": {…}, "consts": {…}}. glsl2agal and its users write this
// format.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/program.hpp"

namespace agal::assembly {

struct JsonProgram {
  std::string text;        // the value of the member "agalasm"
  std::size_t offset = 0;  // the position of the object in the searched text
  std::vector<RegisterNote> registers;
};

/// Returns true if the text is a JSON object with a member "agalasm". A byte order mark and blanks may precede it.
bool is_json_program(std::string_view text);

/// Returns all objects with a member "agalasm". Any text may surround them. The time is linear in the length of the
/// text.
std::vector<JsonProgram> read_json_programs(std::string_view text);

}  // namespace agal::assembly
