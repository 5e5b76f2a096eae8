// The dialect of a text: its version, and the macros that its compiler defines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "proofs/front_end.hpp"

namespace agal::proofs {

/// A macro that compilers define or not, and its places in the text.
struct OpenMacro {
  struct Place {
    std::size_t begin = 0, end = 0;  // bytes of the text
  };
  std::string name;
  std::vector<Place> places;
};

/// Facts about a text that are known before it is compiled.
struct TextFacts {
  int version = 0;                     // 0 for HLSL
  bool es = false;                     // whether it is GLSL ES
  std::vector<OpenMacro> open_macros;  // sorted by their first places
  std::vector<OpenMacro> plain_names;  // names that the compiler of the target does not define, although glslang does
  std::vector<OpenMacro> known_lines;  // lines with extensions that glslang does not know and that change nothing else
  bool for_vulkan = false;             // whether it has a layout that OpenGL does not have: a set, push constants
  std::string undecided;               // the reason why the text cannot be read as its target reads it, "" if it can
  std::string fault;                   // the reason why its compiler rejects the text, "" if it is not known to
};

TextFacts examine(std::string_view text, const TextDialect& dialect);

/// The text for glslang, and definitions that go before it.
struct GlslangText {
  std::string text, preamble;
};

/// Defines the macro n if bit n of `defined` is set, and makes sure that it is not defined otherwise.
GlslangText with_macros(std::string_view text, const TextFacts& facts, unsigned defined);

}  // namespace agal::proofs
