// Calls glslang. A build without glslang has another implementation, which rejects all text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "proofs/front_end.hpp"

namespace agal::proofs {

struct GlslangInput {
  const std::string& text;
  const std::string& preamble;  // definitions before it
  int version = 0;              // version of GLSL if the text does not declare one
  const std::string& entry_point;
  Stage stage = Stage::Vertex;
  TextRules rules = TextRules::OpenGl;
};

struct GlslangModule {
  std::vector<std::uint32_t> words;
  /// Names of uniforms, and of blocks of them, to which the text gives no binding. glslang gives them binding 0.
  std::vector<std::string> unbound, unbound_blocks;
  std::string fault;  // its first message, "" if it accepts the text
};

GlslangModule compile_by_glslang(const GlslangInput& input);

}  // namespace agal::proofs
