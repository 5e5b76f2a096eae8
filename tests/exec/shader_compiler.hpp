// Compiles HLSL, Vulkan GLSL and the shaders of the tests themselves to SPIR-V, with glslang.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/isa.hpp"

namespace agal::exec {

struct CompiledShader {
  std::vector<std::uint32_t> words;
  std::string fault;  // the message of the compiler, "" if it accepts the text
};

enum class ShaderKind : std::uint8_t { Vertex, Geometry, Fragment };

CompiledShader compile_glsl(const std::string& text, ShaderKind kind);

/// By the rules of OpenGL: loose uniforms, and no sets. What has no location or binding gets one.
CompiledShader compile_opengl_glsl(const std::string& text, ShaderKind kind);

/// Uniform blocks get the number of their register as binding; textures tN get binding 32 + N, samplers sN 64 + N.
CompiledShader compile_hlsl(const std::string& text, Stage stage);

}  // namespace agal::exec
