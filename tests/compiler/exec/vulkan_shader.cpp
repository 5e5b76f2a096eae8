#include "exec/vulkan_shader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <spirv_cross/spirv_cross.hpp>
#include <stdexcept>

#include "exec/shader_compiler.hpp"

namespace agal::exec {
namespace {

// Returns the number in a name such as `va3`, `stage_input.v0`, `fs1`, `_vs2_sampler`; nullopt for other names.
std::optional<std::uint32_t> register_number(std::string_view name) {
  name = name.substr(name.rfind('.') + 1);
  if (name.starts_with('_')) name.remove_prefix(1);
  for (const std::string_view prefix : {"va", "fs", "vs", "v"}) {
    if (!name.starts_with(prefix)) continue;
    std::uint32_t number = 0;
    const char* const begin = name.data() + prefix.size();
    if (std::from_chars(begin, name.data() + name.size(), number).ptr != begin) return number;
  }
  return std::nullopt;
}

using ResourceList = spirv_cross::SmallVector<spirv_cross::Resource>;

std::vector<VulkanShader::Variable> variables(const spirv_cross::Compiler& compiler, const ResourceList& resources) {
  std::vector<VulkanShader::Variable> list;
  for (const spirv_cross::Resource& resource : resources)
    if (const auto number = register_number(compiler.get_name(resource.id)))
      list.push_back({*number, compiler.get_decoration(resource.id, spv::DecorationLocation)});
  return list;
}

void add(VulkanShader& shader, const spirv_cross::Compiler& compiler, const ResourceList& resources,
         VulkanShader::Kind kind) {
  for (const spirv_cross::Resource& resource : resources) {
    const auto number = register_number(compiler.get_name(resource.id));
    if (!number && kind != VulkanShader::Kind::Constants) {
      shader.fault = fmt::format("the shader has a resource that is not a register: {}", resource.name);
      return;
    }
    shader.resources.push_back(
        {kind, compiler.get_decoration(resource.id, spv::DecorationBinding), number.value_or(0)});
  }
}

void reflect(VulkanShader& shader) try {
  const spirv_cross::Compiler compiler(shader.words);
  const spirv_cross::ShaderResources all = compiler.get_shader_resources();
  add(shader, compiler, all.uniform_buffers, VulkanShader::Kind::Constants);
  add(shader, compiler, all.sampled_images, VulkanShader::Kind::Combined);
  add(shader, compiler, all.separate_images, VulkanShader::Kind::Image);
  add(shader, compiler, all.separate_samplers, VulkanShader::Kind::Sampler);
  shader.inputs = variables(compiler, all.stage_inputs);
  if (compiler.get_execution_model() == spv::ExecutionModelVertex)
    shader.outputs = variables(compiler, all.stage_outputs);
} catch (const std::exception& error) {
  shader.fault = error.what();
}

VulkanShader shader_of_compiled(CompiledShader compiled) {
  VulkanShader shader;
  shader.words = std::move(compiled.words);
  shader.fault = std::move(compiled.fault);
  if (shader.fault.empty()) reflect(shader);
  return shader;
}

// Caches shaders of the tests. They depend only on the locations, and few sets of locations occur.
const std::vector<std::uint32_t>& cached(const std::string& text, ShaderKind kind) {
  static std::map<std::string, std::vector<std::uint32_t>> cache;
  const auto [place, is_new] = cache.try_emplace(text);
  if (is_new) {
    CompiledShader compiled = compile_glsl(text, kind);
    if (!compiled.fault.empty()) throw std::logic_error("a shader of the tests: " + compiled.fault);
    place->second = std::move(compiled.words);
  }
  return place->second;
}

}  // namespace

VulkanShader vulkan_shader_of(const Compilation& compilation) {
  VulkanShader shader;
  shader.words = compilation.spirv;
  reflect(shader);
  return shader;
}

VulkanShader vulkan_shader_of_hlsl(const Compilation& compilation) {
  return shader_of_compiled(compile_hlsl(compilation.text, compilation.stage));
}

VulkanShader vulkan_shader_of_glsl(const Compilation& compilation) {
  const ShaderKind kind = compilation.stage == Stage::Vertex ? ShaderKind::Vertex : ShaderKind::Fragment;
  return shader_of_compiled(compile_glsl(compilation.text, kind));
}

const std::vector<std::uint32_t>& pass_through_shader(const std::vector<VulkanShader::Variable>& varyings) {
  std::string text = "#version 450\nlayout(location = 0) in vec4 place;\n", body = "gl_Position = place;\n";
  for (std::size_t i = 0; i < varyings.size(); ++i) {
    text += fmt::format("layout(location = {}) in vec4 in{};\nlayout(location = {}) out vec4 out{};\n", i + 1, i,
                        varyings[i].location, i);
    body += fmt::format("out{} = in{};\n", i, i);
  }
  return cached(text + "void main() {\n" + body + "}\n", ShaderKind::Vertex);
}

const std::vector<std::uint32_t>& capture_shader(const std::vector<VulkanShader::Variable>& varyings) {
  std::string text =
      "#version 450\nlayout(points) in;\nlayout(line_strip, max_vertices = 2) out;\n"
      "layout(set = 1, binding = 0) buffer Captured { vec4 captured[]; };\n"
      "layout(push_constant) uniform Place { uint first; };\n";
  std::string body = "captured[first] = gl_in[0].gl_Position;\n";
  for (std::size_t i = 0; i < varyings.size(); ++i) {
    text += fmt::format("layout(location = {}) in vec4 in{}[];\n", varyings[i].location, i);
    body += fmt::format("captured[first + {}] = in{}[0];\n", i + 1, i);
  }
  return cached(text + "void main() {\n" + body + "}\n", ShaderKind::Geometry);
}

}  // namespace agal::exec
