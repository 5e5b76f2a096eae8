#include <spirv_cross/spirv_msl.hpp>

#include "khronos/cross_common.hpp"
#include "target/slots.hpp"

namespace agal::khronos {

std::string cross_msl(std::span<const std::uint32_t> words, const OutputOptions& options) {
  Readable<spirv_cross::CompilerMSL> compiler(text_form(words));
  spirv_cross::CompilerGLSL::Options common = compiler.get_common_options();
  set_shared(common);
  compiler.set_common_options(common);

  const std::uint32_t version = info(options.target).version;
  spirv_cross::CompilerMSL::Options msl = compiler.get_msl_options();
  msl.set_msl_version(version / 10, version % 10);
  compiler.set_msl_options(msl);

  // Otherwise the indices would follow the order of declaration, and differ between shaders.
  for_each_resource(compiler, [&](const spirv_cross::Resource& resource) {
    spirv_cross::MSLResourceBinding binding;
    binding.stage = compiler.get_execution_model();
    binding.desc_set = compiler.get_decoration(resource.id, spv::DecorationDescriptorSet);
    binding.binding = compiler.get_decoration(resource.id, spv::DecorationBinding);
    const std::uint32_t slot =
        target::slot_of(compiler.get_name(resource.id), options.bindings, target::msl_fragment_constants);
    binding.msl_buffer = binding.msl_texture = binding.msl_sampler = slot;
    compiler.add_msl_resource_binding(binding);
  });
  return compiler.compile();
}

}  // namespace agal::khronos
