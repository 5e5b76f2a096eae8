#include "vulkan/executables.hpp"

namespace agal::vulkan {
namespace {

std::uint64_t value_of(const vk::PipelineExecutableStatisticKHR& statistic) {
  switch (statistic.format) {
    case vk::PipelineExecutableStatisticFormatKHR::eBool32: return statistic.value.b32;
    case vk::PipelineExecutableStatisticFormatKHR::eInt64: return static_cast<std::uint64_t>(statistic.value.i64);
    case vk::PipelineExecutableStatisticFormatKHR::eUint64: return statistic.value.u64;
    case vk::PipelineExecutableStatisticFormatKHR::eFloat64: return static_cast<std::uint64_t>(statistic.value.f64);
  }
  return 0;
}

// Called twice: for the sizes, and for the texts.
std::vector<Executable::Representation> representations_of(vk::Device device,
                                                           const VkPipelineExecutableInfoKHR& which) {
  std::uint32_t count = 0;
  VULKAN_HPP_DEFAULT_DISPATCHER.vkGetPipelineExecutableInternalRepresentationsKHR(device, &which, &count, nullptr);
  std::vector<VkPipelineExecutableInternalRepresentationKHR> raw(
      count, {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR});
  VULKAN_HPP_DEFAULT_DISPATCHER.vkGetPipelineExecutableInternalRepresentationsKHR(device, &which, &count, raw.data());
  std::vector<std::string> texts;
  texts.reserve(raw.size());
  for (const auto& one : raw) texts.emplace_back(one.dataSize, '\0');
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i].pData = texts[i].data();
  VULKAN_HPP_DEFAULT_DISPATCHER.vkGetPipelineExecutableInternalRepresentationsKHR(device, &which, &count, raw.data());
  std::vector<Executable::Representation> result;
  for (std::size_t i = 0; i < raw.size(); ++i)  // texts end with a zero
    if (raw[i].isText == VK_TRUE) result.push_back({raw[i].name, texts[i].substr(0, texts[i].find('\0'))});
  return result;
}

}  // namespace

std::vector<Executable> executables_of(const Device& device, vk::Pipeline pipeline, vk::PipelineCreateFlags captured) {
  std::vector<Executable> result;
  const auto all = device.handle().getPipelineExecutablePropertiesKHR({.pipeline = pipeline});
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const vk::PipelineExecutableInfoKHR which{.pipeline = pipeline, .executableIndex = i};
    Executable& executable = result.emplace_back();
    executable.stages = all[i].stages;
    for (const auto& statistic : device.handle().getPipelineExecutableStatisticsKHR(which))
      executable.statistics.push_back({statistic.name.data(), value_of(statistic)});
    if (captured & vk::PipelineCreateFlagBits::eCaptureInternalRepresentationsKHR)
      executable.representations = representations_of(device.handle(), which);
  }
  return result;
}

}  // namespace agal::vulkan
