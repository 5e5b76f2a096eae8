// The forms of a program whose costs are compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shader.hpp"
#include "subjects.hpp"

namespace agal::gpu_cost {

struct Form {
  std::string name;
  std::optional<Shader> vertex, fragment;  // one at least
};

/// What each form of AGAL is called, in this order: our SPIR-V, the same after spirv-opt -O, and our GLSL through
/// glslang.
inline constexpr std::string_view own_form = "spirv", optimized_form = "spirv-opt", glsl_form = "glsl";

/// The three of them. Errors are those of compiling.
Result<std::vector<Form>> forms_of(const Subject& subject);

/// What files on the command line are: programs of AGAL, at most one of each stage, in their three forms; then SPIR-V
/// and GLSL, a vertex and a fragment shader that stand next to each other as one form.
Result<std::vector<Form>> forms_of_files(const std::vector<std::string>& files);

}  // namespace agal::gpu_cost
