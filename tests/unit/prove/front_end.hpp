// The text of every language that glslang reads, as SPIR-V: the way back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/target.hpp"

namespace agal::test {

struct ReadText {
  std::vector<std::uint32_t> words;
  std::string fault;  // what glslang says, "" if it accepts the text
};

/// Whether glslang makes SPIR-V of the language: GLSL, GLSL ES and HLSL. Texts of GLSL ES 1.00 and 3.00 are read
/// as 3.10, with definitions of what 1.00 calls differently.
bool reads(Target target);

/// The names of variables stay in the words.
ReadText read_text(std::string text, Target target, Stage stage);

}  // namespace agal::test
