#include "partner.hpp"

#include <fmt/format.h>

namespace agal::gpu_cost {
namespace {

std::string type_of(const Variable& variable) {
  return variable.lanes == 1 ? std::string("float") : fmt::format("vec{}", variable.lanes);
}

// A vec4 that depends on every lane of the variable.
std::string widened(const Variable& variable, const std::string& name) {
  if (variable.lanes == 4) return name;
  if (variable.lanes == 1) return fmt::format("vec4({})", name);
  return fmt::format("vec4({}{})", name, variable.lanes == 2 ? ", 0, 0" : ", 0");
}

std::string fragment_for(const Shader& vertex) {
  std::string declared, sum = "vec4(0)";
  for (const Variable& output : vertex.outputs) {
    const std::string name = fmt::format("v{}", output.location);
    declared += fmt::format("layout(location = {}) in {} {};\n", output.location, type_of(output), name);
    sum += " + " + widened(output, name);
  }
  return fmt::format("#version 450\n{}layout(location = 0) out vec4 oc;\nvoid main() {{ oc = {}; }}\n", declared, sum);
}

std::string vertex_for(const Shader& fragment) {
  std::string declared = "layout(location = 0) in vec4 position;\n", body = "gl_Position = position;";
  std::uint32_t attribute = 1;
  for (const Variable& input : fragment.inputs) {
    const std::string type = type_of(input);
    declared += fmt::format("layout(location = {0}) in {1} a{0};\n", attribute, type);
    declared += fmt::format("layout(location = {0}) out {1} v{0};\n", input.location, type);
    body += fmt::format(" v{} = a{};", input.location, attribute++);
  }
  return fmt::format("#version 450\n{}void main() {{ {} }}\n", declared, body);
}

}  // namespace

Result<Shader> partner_of(const Shader& shader) {
  if (shader.stage == Stage::Vertex) return shader_of_glsl(fragment_for(shader), Stage::Fragment, "the partner");
  return shader_of_glsl(vertex_for(shader), Stage::Vertex, "the partner");
}

}  // namespace agal::gpu_cost
