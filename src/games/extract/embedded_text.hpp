// Finds assembly text that is only a part of a string or a file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"

namespace agal::extraction {

struct EmbeddedText {
  std::string text;
  std::size_t offset = 0;               // the position of `text` in the searched text, in bytes
  std::vector<RegisterNote> registers;  // the notes about registers in the JSON
};

/// Finds assembly texts in JSON (`"agalasm"`), in XML, or after a byte order mark. Their first line is an instruction.
/// Finds nothing in a text that is itself assembly. Linear in the length of the text.
std::vector<EmbeddedText> embedded_texts(std::string_view text);

/// Returns true if any line of the text is a line of assembly.
bool has_assembly_line(std::string_view text);

}  // namespace agal::extraction
