// A shader for the Vulkan backend: its words, and the locations of its inputs and resources.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/backend.hpp"

namespace agal::exec {

struct VulkanShader {
  enum class Kind : std::uint8_t { Constants, Combined, Image, Sampler };

  struct Resource {
    Kind kind;
    std::uint32_t binding = 0;  // the binding in descriptor set 0
    std::uint32_t sampler = 0;  // the number of the sampler register, except for Constants
  };

  struct Variable {
    std::uint32_t number = 0;  // the number of the register vaN or vN
    std::uint32_t location = 0;
  };

  std::vector<std::uint32_t> words;
  std::vector<Resource> resources;
  std::vector<Variable> inputs;
  std::vector<Variable> outputs;  // the varyings of a vertex shader
  std::string fault;
};

/// Returns the SPIR-V of agalc.
VulkanShader vulkan_shader_of(const Compilation& compilation);
/// Compiles HLSL with glslang.
VulkanShader vulkan_shader_of_hlsl(const Compilation& compilation);
/// Compiles Vulkan GLSL with glslang.
VulkanShader vulkan_shader_of_glsl(const Compilation& compilation);

/// Returns a shader that passes vertex inputs to varyings: the position at location 0, then a location for each
/// variable.
const std::vector<std::uint32_t>& pass_through_shader(const std::vector<VulkanShader::Variable>& varyings);

/// Returns a geometry shader that writes the position and the varyings of a point to a storage buffer (set 1, binding
/// 0), as consecutive vec4s. The first push constant is the index of the first element.
const std::vector<std::uint32_t>& capture_shader(const std::vector<VulkanShader::Variable>& varyings);

}  // namespace agal::exec
