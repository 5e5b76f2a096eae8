// Finds assembly in text files of any kind: the strings of programming languages, the fields of JSON and YAML, the
// attributes of XML, the code blocks of Markdown, and lines between other lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agal/program.hpp"

namespace agal::extraction {

struct LooseProgram {
  Program program;
  std::string text;
  std::size_t offset = 0;  // the position in the searched text of the first string or line
};

struct LooseTexts {
  std::vector<LooseProgram> programs;   // in the order of the text
  std::vector<std::size_t> unassigned;  // the positions of strings that have assembly, but are not (part of) a program
};

/// Returns the programs in a text. Adjacent strings are joined if a program results: with + or other signs of
/// concatenation between them, or as the lines of a list. Comments with // and /* are skipped, because code in them is
/// not used. Linear in the length of the text, except that a string may be assembled three times.
LooseTexts loose_texts(std::string_view text);

}  // namespace agal::extraction
