// Compiles HLSL, Vulkan GLSL and the shaders of the tests to SPIR-V with glslang.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/isa.hpp"

namespace agal::exec {

struct CompiledShader {
  std::vector<std::uint32_t> words;
  std::string fault;  // the message of the compiler; "" if it accepts the text
};

enum class ShaderKind : std::uint8_t { Vertex, Geometry, Fragment };

CompiledShader compile_glsl(const std::string& text, ShaderKind kind);

/// Compiles HLSL. The binding of a uniform block is the number of its register, of a texture tN 32 + N, and of a
/// sampler sN 64 + N.
CompiledShader compile_hlsl(const std::string& text, Stage stage);

}  // namespace agal::exec
