// Information of the driver about the code of a pipeline (VK_KHR_pipeline_executable_properties).
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
  std::vector<Statistic> statistics;            // in the order of the driver
  std::vector<Representation> representations;  // the assembly and its source
};

/// For a pipeline of a device that was opened for statistics. `captured` are the flags of its creation:
/// eCaptureStatisticsKHR, and eCaptureInternalRepresentationsKHR for representations.
std::vector<Executable> executables_of(const Device& device, vk::Pipeline pipeline, vk::PipelineCreateFlags captured);

}  // namespace agal::vulkan
