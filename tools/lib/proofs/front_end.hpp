// Text of GLSL, GLSL ES and HLSL as SPIR-V: the way back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/isa.hpp"

namespace agal::proofs {

/// The rules by which a text is read. Loose uniforms exist in OpenGL alone, sets in Vulkan alone.
enum class TextRules : std::uint8_t { OpenGl, Vulkan, Hlsl };

struct ReadText {
  std::vector<std::uint32_t> words;
  std::string fault;  // the first message of the front end, "" if it accepts the text
};

/// Whether this build of agalc has the front end.
bool front_end_available();

/// The words of a text; the names of variables stay in them. What has no location or binding gets one. GLSL ES 1.00 and
/// 3.00 are read as 3.10, with definitions of what 1.00 calls differently. Thread-safe.
ReadText read_text(const std::string& text, Stage stage, TextRules rules, const std::string& entry_point = "main");

}  // namespace agal::proofs
