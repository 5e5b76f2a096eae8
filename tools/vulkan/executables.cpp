#include "vulkan/executables.hpp"

namespace agal::vulkan {
namespace {

// The functions of the extension, which the loader's library does not export.
struct Functions {
  explicit Functions(vk::Device device)
      : properties(find<PFN_vkGetPipelineExecutablePropertiesKHR>(device, "vkGetPipelineExecutablePropertiesKHR")),
        statistics(find<PFN_vkGetPipelineExecutableStatisticsKHR>(device, "vkGetPipelineExecutableStatisticsKHR")),
        representations(find<PFN_vkGetPipelineExecutableInternalRepresentationsKHR>(
            device, "vkGetPipelineExecutableInternalRepresentationsKHR")) {}

  // By these names the template functions of vulkan.hpp find them.
  auto vkGetPipelineExecutablePropertiesKHR(VkDevice device, const VkPipelineInfoKHR* pipeline, std::uint32_t* count,
                                            VkPipelineExecutablePropertiesKHR* out) const {
    return properties(device, pipeline, count, out);
  }
  auto vkGetPipelineExecutableStatisticsKHR(VkDevice device, const VkPipelineExecutableInfoKHR* executable,
                                            std::uint32_t* count, VkPipelineExecutableStatisticKHR* out) const {
    return statistics(device, executable, count, out);
  }
  auto vkGetPipelineExecutableInternalRepresentationsKHR(VkDevice device, const VkPipelineExecutableInfoKHR* executable,
                                                         std::uint32_t* count,
                                                         VkPipelineExecutableInternalRepresentationKHR* out) const {
    return representations(device, executable, count, out);
  }
  static std::uint32_t getVkHeaderVersion() { return VK_HEADER_VERSION; }

 private:
  template <class Function>
  static Function find(vk::Device device, const char* name) {
    const auto found = reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
    if (found == nullptr) throw vk::ExtensionNotPresentError(name);
    return found;
  }

  PFN_vkGetPipelineExecutablePropertiesKHR properties;
  PFN_vkGetPipelineExecutableStatisticsKHR statistics;
  PFN_vkGetPipelineExecutableInternalRepresentationsKHR representations;
};

std::uint64_t value_of(const vk::PipelineExecutableStatisticKHR& statistic) {
  switch (statistic.format) {
    case vk::PipelineExecutableStatisticFormatKHR::eBool32: return statistic.value.b32;
    case vk::PipelineExecutableStatisticFormatKHR::eInt64: return static_cast<std::uint64_t>(statistic.value.i64);
    case vk::PipelineExecutableStatisticFormatKHR::eUint64: return statistic.value.u64;
    case vk::PipelineExecutableStatisticFormatKHR::eFloat64: return static_cast<std::uint64_t>(statistic.value.f64);
  }
  return 0;
}

// Asked twice: for the sizes, and for the texts.
std::vector<Executable::Representation> representations_of(vk::Device device, const Functions& functions,
                                                           const VkPipelineExecutableInfoKHR& which) {
  std::uint32_t count = 0;
  functions.vkGetPipelineExecutableInternalRepresentationsKHR(device, &which, &count, nullptr);
  std::vector<VkPipelineExecutableInternalRepresentationKHR> raw(
      count, {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR});
  functions.vkGetPipelineExecutableInternalRepresentationsKHR(device, &which, &count, raw.data());
  std::vector<std::string> texts;
  for (const auto& one : raw) texts.emplace_back(one.dataSize, '\0');
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i].pData = texts[i].data();
  functions.vkGetPipelineExecutableInternalRepresentationsKHR(device, &which, &count, raw.data());
  std::vector<Executable::Representation> result;
  for (std::size_t i = 0; i < raw.size(); ++i)
    if (raw[i].isText == VK_TRUE) result.push_back({raw[i].name, texts[i].c_str()});
  return result;
}

}  // namespace

std::vector<Executable> executables_of(const Device& device, vk::Pipeline pipeline, vk::PipelineCreateFlags captured) {
  const Functions functions(device.handle());
  std::vector<Executable> result;
  const auto all = device.handle().getPipelineExecutablePropertiesKHR({.pipeline = pipeline}, functions);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const vk::PipelineExecutableInfoKHR which{.pipeline = pipeline, .executableIndex = i};
    Executable& executable = result.emplace_back();
    executable.stages = all[i].stages;
    for (const auto& statistic : device.handle().getPipelineExecutableStatisticsKHR(which, functions))
      executable.statistics.push_back({statistic.name.data(), value_of(statistic)});
    if (captured & vk::PipelineCreateFlagBits::eCaptureInternalRepresentationsKHR)
      executable.representations = representations_of(device.handle(), functions, which);
  }
  return result;
}

}  // namespace agal::vulkan
