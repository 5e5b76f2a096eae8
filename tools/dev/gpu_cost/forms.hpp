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
  std::optional<Shader> vertex, fragment;  // at least one
};

/// The names of the forms of AGAL, in this order: our SPIR-V, the same after spirv-opt -O, and our GLSL compiled by
/// glslang.
inline constexpr std::string_view own_form = "spirv", optimized_form = "spirv-opt", glsl_form = "glsl";

/// The three forms of a program or pair. Errors are those of the compilation.
Result<std::vector<Form>> forms_of(const Subject& subject);

/// The forms of the files on the command line: AGAL programs, at most one of each stage, in their three forms; then
/// SPIR-V and GLSL files, of which an adjacent vertex and fragment shader are one form.
Result<std::vector<Form>> forms_of_files(const std::vector<std::string>& files);

}  // namespace agal::gpu_cost
