// What a driver says about the code that it has made of a pipeline (VK_KHR_pipeline_executable_properties).
#pragma once

#include "vulkan/device.hpp"

namespace agal::vulkan {

struct Executable {
  struct Statistic {
    std::string name;
    std::uint64_t value = 0;
  };
  struct Representation {
    std::string name;
    std::string text;
  };

  vk::ShaderStageFlags stages;
  std::vector<Statistic> statistics;            // as the driver orders them
  std::vector<Representation> representations;  // assembly and what it came from
};

/// Of a pipeline of a device that was opened for statistics. `captured` are the flags that it was made with:
/// eCaptureStatisticsKHR, and eCaptureInternalRepresentationsKHR for representations.
std::vector<Executable> executables_of(const Device& device, vk::Pipeline pipeline, vk::PipelineCreateFlags captured);

}  // namespace agal::vulkan
