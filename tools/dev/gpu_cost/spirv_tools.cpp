#include "spirv_tools.hpp"

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

namespace agal::gpu_cost {

std::string fault_of_module(std::span<const std::uint32_t> words) {
  std::string fault;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    if (fault.empty()) fault = message;
  });
  if (tools.Validate(words.data(), words.size())) return {};
  return fault.empty() ? "the validator rejects it" : fault.substr(0, fault.find('\n'));
}

std::vector<std::uint32_t> optimized_words(std::span<const std::uint32_t> words) {
  spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
  optimizer.RegisterPerformancePasses();
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);
  std::vector<std::uint32_t> result;
  if (!optimizer.Run(words.data(), words.size(), &result, options)) return {};
  return result;
}

std::string spirv_tools_version() { return spvSoftwareVersionString(); }

}  // namespace agal::gpu_cost
