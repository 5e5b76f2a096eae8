// Calls glslang, and removes what it adds. A build without glslang has another implementation, which rejects all text.
#pragma once

#include <cstdint>
#include <span>
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

/// An input of a fragment shader, or an output of a vertex shader, in HLSL.
struct HlslVarying {
  std::string semantic;  // in capital letters, with its number: "TEXCOORD0"
  std::uint32_t lanes = 0;
  std::string interpolation;
};

struct GlslangModule {
  std::vector<std::uint32_t> words;
  /// Names of uniforms, and of blocks of them, to which the text gives no binding. glslang gives them binding 0.
  std::vector<std::string> unbound, unbound_blocks;
  std::string fault;  // its first message, "" if it accepts the text
  /// Of HLSL, in the order of their declarations: varyings, and the names of textures, samplers and blocks.
  std::vector<HlslVarying> varyings{};
  std::vector<std::string> resources{};
  std::string undecided{};  // the reason why the order is not known
};

GlslangModule compile_by_glslang(const GlslangInput& input);

// ---- interface.cpp

/// Removes the numbers that glslang adds to variables, and adds those that the language defines (see `read_text`).
/// Returns the reason why it cannot, or "".
std::string restore_interface(GlslangModule& module, TextRules rules, Stage stage);

/// Compares two modules, without the instructions about their sources.
bool is_same_code(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace agal::proofs
