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
    std::uint32_t binding = 0;  // of descriptor set 0
    std::uint32_t sampler = 0;  // number of the sampler register, for all kinds but Constants
  };

  struct Variable {
    std::uint32_t number = 0;  // of the register: vaN or vN
    std::uint32_t location = 0;
  };

  std::vector<std::uint32_t> words;
  std::vector<Resource> resources;
  std::vector<Variable> inputs;
  std::vector<Variable> outputs;  // of vertex shaders: the varyings
  std::string fault;
};

/// The SPIR-V of agalc.
VulkanShader vulkan_shader_of(const Compilation& compilation);
/// HLSL, compiled by glslang.
VulkanShader vulkan_shader_of_hlsl(const Compilation& compilation);
/// Vulkan GLSL, likewise.
VulkanShader vulkan_shader_of_glsl(const Compilation& compilation);

/// Passes vertex inputs to varyings: the position at location 0, then one for each variable.
const std::vector<std::uint32_t>& pass_through_shader(const std::vector<VulkanShader::Variable>& varyings);

/// A geometry shader that writes the position and the varyings of a point to a storage buffer (set 1, binding 0), as
/// consecutive vec4s, starting at the element that the first push constant gives.
const std::vector<std::uint32_t>& capture_shader(const std::vector<VulkanShader::Variable>& varyings);

}  // namespace agal::exec
