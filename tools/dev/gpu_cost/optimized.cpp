#include "console/console.hpp"
#include "shader.hpp"
#include "spirv_tools.hpp"

namespace agal::gpu_cost {

Result<Shader> optimized(const Shader& shader, const std::string& file) {
  std::vector<std::uint32_t> words = optimized_words(shader.words);
  if (words.empty())
    return agalc::only(agalc::make_diagnostic("shader-unusable", file, {"spirv-opt cannot optimize it"}));
  return shader_of(std::move(words), file);
}

}  // namespace agal::gpu_cost
