// A shader for a driver, and its interface to the rest of a pipeline.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "agal/result.hpp"

namespace agal::gpu_cost {

/// An input or output: a float or a vector of floats.
struct Variable {
  std::uint32_t location = 0;
  std::uint32_t lanes = 4;
  bool operator==(const Variable&) const = default;
};

struct Resource {
  enum class Kind : std::uint8_t { Uniforms, CombinedSampler, Image, Sampler };

  std::uint32_t set = 0, binding = 0;
  std::uint32_t count = 1;
  Kind kind = Kind::Uniforms;
};

/// A module with one entry point, "main".
struct Shader {
  Stage stage = Stage::Vertex;
  std::vector<std::uint32_t> words;
  std::vector<Variable> inputs, outputs;  // ascending by location; without built-in ones
  std::vector<Resource> resources;
  std::uint32_t push_constants = 0;  // bytes
};

/// Validates a module and describes its interface; `file` is for messages. Errors: AGAL1081 and AGAL1083.
Result<Shader> shader_of(std::vector<std::uint32_t> words, const std::string& file);

/// The same from GLSL for Vulkan. Errors: also AGAL1082.
Result<Shader> shader_of_glsl(const std::string& text, Stage stage, const std::string& file);

/// The same after `spirv-opt -O`.
Result<Shader> optimized(const Shader& shader, const std::string& file);

}  // namespace agal::gpu_cost
