// The interface of a module, from SPIRV-Cross.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <spirv_cross.hpp>

#include "console/console.hpp"
#include "shader.hpp"
#include "spirv_tools.hpp"

namespace agal::gpu_cost {
namespace {

Diagnostics unusable(const std::string& file, std::string_view why) {
  return agalc::only(agalc::make_diagnostic("shader-unusable", file, {why}));
}

class InterfaceReader {
 public:
  explicit InterfaceReader(Shader& shader) : shader_(shader), compiler_(shader.words) {}

  /// The error, "" if there is none.
  std::string run() {
    const auto entries = compiler_.get_entry_points_and_stages();
    if (entries.size() != 1 || entries[0].name != "main") return "it must have a single entry point named main";
    if (entries[0].execution_model != spv::ExecutionModelVertex &&
        entries[0].execution_model != spv::ExecutionModelFragment)
      return "it is neither a vertex nor a fragment shader";
    shader_.stage = entries[0].execution_model == spv::ExecutionModelVertex ? Stage::Vertex : Stage::Fragment;
    const spirv_cross::ShaderResources all = compiler_.get_shader_resources();
    if (!all.storage_buffers.empty() || !all.storage_images.empty() || !all.subpass_inputs.empty())
      return "it has resources other than uniforms and samplers";
    add(all.uniform_buffers, Resource::Kind::Uniforms);
    add(all.sampled_images, Resource::Kind::CombinedSampler);
    add(all.separate_images, Resource::Kind::Image);
    add(all.separate_samplers, Resource::Kind::Sampler);
    for (const spirv_cross::Resource& block : all.push_constant_buffers)
      shader_.push_constants =
          static_cast<std::uint32_t>(compiler_.get_declared_struct_size(compiler_.get_type(block.base_type_id)));
    if (!add(all.stage_inputs, shader_.inputs) || !add(all.stage_outputs, shader_.outputs))
      return "an input or output is not a vector of floats";
    return {};
  }

 private:
  void add(const spirv_cross::SmallVector<spirv_cross::Resource>& resources, Resource::Kind kind) {
    for (const spirv_cross::Resource& resource : resources) {
      const spirv_cross::SPIRType& type = compiler_.get_type(resource.type_id);
      shader_.resources.push_back({compiler_.get_decoration(resource.id, spv::DecorationDescriptorSet),
                                   compiler_.get_decoration(resource.id, spv::DecorationBinding),
                                   type.array.empty() ? 1 : type.array[0], kind});
    }
  }

  bool add(const spirv_cross::SmallVector<spirv_cross::Resource>& resources, std::vector<Variable>& variables) {
    for (const spirv_cross::Resource& resource : resources) {
      const spirv_cross::SPIRType& type = compiler_.get_type(resource.type_id);
      if (type.basetype != spirv_cross::SPIRType::Float || type.columns != 1 || !type.array.empty()) return false;
      variables.push_back({compiler_.get_decoration(resource.id, spv::DecorationLocation), type.vecsize});
    }
    std::sort(variables.begin(), variables.end(),
              [](const Variable& a, const Variable& b) { return a.location < b.location; });
    return true;
  }

  Shader& shader_;
  spirv_cross::Compiler compiler_;
};

}  // namespace

Result<Shader> shader_of(std::vector<std::uint32_t> words, const std::string& file) try {
  if (const std::string fault = fault_of_module(words); !fault.empty())
    return agalc::only(agalc::make_diagnostic("spirv-malformed", file, {fault}));
  Shader shader;
  shader.words = std::move(words);
  if (const std::string fault = InterfaceReader(shader).run(); !fault.empty()) return unusable(file, fault);
  return shader;
} catch (const std::exception& error) {
  return unusable(file, error.what());
}

}  // namespace agal::gpu_cost
