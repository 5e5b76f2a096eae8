// Determines the dialect of a text: its version, and the macros that its compiler defines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "proofs/front_end.hpp"

namespace agal::proofs {

/// A macro that only some compilers define, and its places in the text.
struct OpenMacro {
  struct Place {
    std::size_t begin = 0, end = 0;  // bytes of the text
  };
  std::string name;
  std::vector<Place> places;
};

/// A texture of Android, which may be in another color space, and is sampled by other rules.
inline constexpr std::string_view external_texture = "samplerExternalOES";

/// Facts about a text that are known before it is compiled.
struct TextFacts {
  int version = 0;                     // 0 for HLSL
  bool es = false;                     // true for GLSL ES
  bool declares_version = false;       // true if the text has a line #version
  std::vector<OpenMacro> open_macros;  // sorted by their first places
  std::vector<OpenMacro> plain_names;  // names that only glslang defines, not the compiler of the target
  // Lines #extension for extensions that glslang does not know and that do not change types or functions.
  std::vector<OpenMacro> known_lines;
  // True if the text has a layout that OpenGL does not have: a set, or push constants.
  bool for_vulkan = false;
  bool names_external_texture = false;
  // The reason why glslang cannot read the text like the compiler of its target; "" if it can.
  std::string undecided;
  // The reason why the compiler of the target rejects the text; "" if none is known.
  std::string fault;
};

// Examines the text without compiling it.
TextFacts examine(std::string_view text, const TextDialect& dialect);

/// The text for glslang, and definitions that precede it.
struct GlslangText {
  std::string text, preamble;
};

/// Returns the text with open macro n defined if bit n of `defined` is set, and undefined otherwise.
GlslangText with_macros(std::string_view text, const TextFacts& facts, unsigned defined);

}  // namespace agal::proofs
