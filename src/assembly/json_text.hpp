// Assembly text in JSON: {"agalasm": "…", "varnames": {…}, "consts": {…}}, as glsl2agal and its users write it.
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
  std::string text;        // of the member "agalasm"
  std::size_t offset = 0;  // of the object
  std::vector<RegisterNote> registers;
};

/// Whether the text, after a byte order mark and blanks, is a JSON object that has a member "agalasm".
bool is_json_program(std::string_view text);

/// The objects with a member "agalasm", wherever they begin. Linear in the length of the text, which may be anything.
std::vector<JsonProgram> read_json_programs(std::string_view text);

}  // namespace agal::assembly
