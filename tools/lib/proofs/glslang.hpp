// Calls glslang, and removes everything that it adds to the text's own declarations. A build without glslang has
// another implementation, which rejects all text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "proofs/front_end.hpp"

namespace glslang {
class TProgram;
}

namespace agal::proofs {

struct GlslangInput {
  const std::string& text;
  const std::string& preamble;  // definitions that precede the text
  int version = 0;              // the version of GLSL if the text does not declare one
  const std::string& entry_point;
  Stage stage = Stage::Vertex;
  TextRules rules = TextRules::OpenGl;
};

/// An input of a fragment shader, or an output of a vertex shader, in HLSL.
struct HlslVarying {
  std::string semantic;  // upper case, with its number: "TEXCOORD0"
  std::uint32_t lanes = 0;
  std::string interpolation;  // equal for varyings with equal modifiers, such as nointerpolation
};

/// The words that a front end makes of a text, before they are corrected.
struct CompiledModule {
  std::vector<std::uint32_t> words;
  /// Names of uniforms, and of blocks of uniforms, without a binding in the text. glslang gives them binding 0.
  std::vector<std::string> unbound, unbound_blocks;
  std::string fault;  // the first message of glslang; "" if it accepts the text
  /// For HLSL: varyings, and the names of textures, samplers and blocks, in the order of their declarations.
  std::vector<HlslVarying> varyings{};
  std::vector<std::string> resources{};
  std::string undecided{};  // the reason if the order or a register is unknown, otherwise ""
  /// For GLSL of OpenGL: declarations, including unused ones. Empty if glslang does not install the headers of its
  /// tree.
  std::vector<Declaration> declarations{};
};

// Compiles a text with glslang.
CompiledModule compile_by_glslang(const GlslangInput& input);

// ---- glslang_declarations.cpp

/// Returns the declarations of a linked program that consists of one shader. The program must have its reflection.
std::vector<Declaration> glslang_declarations(glslang::TProgram& program, Stage stage);

// ---- interface.cpp

/// Removes the locations and bindings that glslang adds to variables, and adds the ones of the language (see
/// `read_text`). Returns the reason if this is not possible, otherwise "".
std::string restore_interface(CompiledModule& module, TextRules rules, Stage stage);

/// Returns true if two modules are equal, except for instructions about their sources.
bool is_same_code(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

}  // namespace agal::proofs
