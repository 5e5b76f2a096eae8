// Graphics pipelines with what differs between those that are made here; viewport and scissor are set while drawing.
#pragma once

#include "vulkan/device.hpp"

namespace agal::vulkan {

struct PipelineSetup {
  vk::RenderPass pass;
  vk::PipelineLayout layout;
  std::vector<vk::PipelineShaderStageCreateInfo> stages;
  std::vector<vk::VertexInputAttributeDescription> attributes;  // all of one buffer
  std::uint32_t stride = 0;                                     // of it
  vk::PipelineCreateFlags flags;
  vk::PrimitiveTopology topology = vk::PrimitiveTopology::eTriangleList;
  bool discard = false;              // of everything before it is rasterized
  bool negative_one_to_one = false;  // the range of z in the shader's clip space; needs VK_EXT_depth_clip_control
  bool depth = true;                 // whether depth is compared and written
  vk::CompareOp depth_compare = vk::CompareOp::eAlways;
  std::vector<vk::PipelineColorBlendAttachmentState> colors;
};

/// A stage whose entry point is "main". The module has to live until the pipeline is made.
vk::PipelineShaderStageCreateInfo stage(vk::ShaderStageFlagBits kind, const vk::UniqueShaderModule& module);

vk::UniquePipeline make_pipeline(const Device& device, const PipelineSetup& setup);

}  // namespace agal::vulkan
