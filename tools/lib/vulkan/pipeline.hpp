// Creates graphics pipelines. PipelineSetup has the properties that differ between them; viewport and scissor are
// dynamic state.
#pragma once

#include <array>
#include <optional>

#include "vulkan/device.hpp"

namespace agal::vulkan {

struct PipelineSetup {
  vk::RenderPass pass;
  vk::PipelineLayout layout;
  std::vector<vk::PipelineShaderStageCreateInfo> stages;
  std::vector<vk::VertexInputAttributeDescription> attributes;  // all are in one buffer if `bindings` is empty
  std::uint32_t stride = 0;                                     // the stride of the buffer
  std::vector<vk::VertexInputBindingDescription> bindings;      // one buffer for each attribute; replaces `stride`
  vk::PipelineCreateFlags flags;
  vk::PrimitiveTopology topology = vk::PrimitiveTopology::eTriangleList;
  bool discard = false;  // disable rasterization
  // True if z ranges from -w to w in the shader's clip space, which requires VK_EXT_depth_clip_control.
  bool negative_one_to_one = false;
  bool depth = true;  // true if depth is tested, and written if `depth_write` is true
  bool depth_write = true;
  vk::CompareOp depth_compare = vk::CompareOp::eAlways;
  std::optional<std::array<vk::StencilOpState, 2>> stencil;  // front faces, back faces
  vk::CullModeFlags culling;                                 // front faces are clockwise in the picture
  vk::SampleCountFlagBits samples = vk::SampleCountFlagBits::e1;
  std::vector<vk::PipelineColorBlendAttachmentState> colors;
};

/// Returns a stage with the entry point "main". The module must live until the pipeline has been created.
vk::PipelineShaderStageCreateInfo stage(vk::ShaderStageFlagBits kind, const vk::UniqueShaderModule& module);

vk::UniquePipeline make_pipeline(const Device& device, const PipelineSetup& setup);

}  // namespace agal::vulkan
