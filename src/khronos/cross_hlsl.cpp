#include <spirv_cross/spirv_hlsl.hpp>

#include "khronos/cross_common.hpp"
#include "target/slots.hpp"

namespace agal::khronos {

std::string cross_hlsl(std::span<const std::uint32_t> words, const OutputOptions& options) {
  Readable<spirv_cross::CompilerHLSL> compiler(text_form(words), Comparisons::LaneByLane);
  spirv_cross::CompilerGLSL::Options common = compiler.get_common_options();
  set_shared(common);
  compiler.set_common_options(common);

  spirv_cross::CompilerHLSL::Options hlsl = compiler.get_hlsl_options();
  hlsl.shader_model = info(options.target).version;
  hlsl.use_entry_point_name = options.entry_point != "main";
  compiler.set_hlsl_options(hlsl);

  for_each_resource(compiler, [&](const spirv_cross::Resource& resource) {
    spirv_cross::HLSLResourceBinding binding;
    binding.stage = compiler.get_execution_model();
    binding.desc_set = compiler.get_decoration(resource.id, spv::DecorationDescriptorSet);
    binding.binding = compiler.get_decoration(resource.id, spv::DecorationBinding);
    const std::uint32_t slot =
        target::slot_of(compiler.get_name(resource.id), options.bindings, target::hlsl_fragment_constants);
    binding.cbv.register_binding = binding.srv.register_binding = binding.sampler.register_binding = slot;
    binding.cbv.register_space = binding.srv.register_space = binding.sampler.register_space = binding.desc_set;
    compiler.add_hlsl_resource_binding(binding);
  });
  return compiler.compile();
}

}  // namespace agal::khronos
