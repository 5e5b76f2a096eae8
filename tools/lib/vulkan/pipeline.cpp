#include "vulkan/pipeline.hpp"

namespace agal::vulkan {

vk::PipelineShaderStageCreateInfo stage(vk::ShaderStageFlagBits kind, const vk::UniqueShaderModule& module) {
  return {.stage = kind, .module = *module, .pName = "main"};
}

vk::UniquePipeline make_pipeline(const Device& device, const PipelineSetup& setup) {
  std::vector<vk::VertexInputBindingDescription> bindings = setup.bindings;
  if (bindings.empty() && !setup.attributes.empty()) bindings.push_back({.stride = setup.stride});
  const vk::PipelineVertexInputStateCreateInfo input{
      .vertexBindingDescriptionCount = static_cast<std::uint32_t>(bindings.size()),
      .pVertexBindingDescriptions = bindings.data(),
      .vertexAttributeDescriptionCount = static_cast<std::uint32_t>(setup.attributes.size()),
      .pVertexAttributeDescriptions = setup.attributes.data()};
  const vk::PipelineInputAssemblyStateCreateInfo assembly{.topology = setup.topology};
  const vk::PipelineViewportDepthClipControlCreateInfoEXT clip_control{.negativeOneToOne = VK_TRUE};
  const vk::PipelineViewportStateCreateInfo viewport{
      .pNext = setup.negative_one_to_one ? &clip_control : nullptr, .viewportCount = 1, .scissorCount = 1};
  const vk::PipelineRasterizationStateCreateInfo rasterization{.rasterizerDiscardEnable = setup.discard,
                                                               .cullMode = setup.culling,
                                                               .frontFace = vk::FrontFace::eClockwise,
                                                               .lineWidth = 1};
  const vk::PipelineMultisampleStateCreateInfo multisample{.rasterizationSamples = setup.samples};
  const auto stencil = setup.stencil.value_or(std::array<vk::StencilOpState, 2>{});
  const vk::PipelineDepthStencilStateCreateInfo depth{.depthTestEnable = setup.depth,
                                                      .depthWriteEnable = setup.depth && setup.depth_write,
                                                      .depthCompareOp = setup.depth_compare,
                                                      .stencilTestEnable = setup.stencil.has_value(),
                                                      .front = stencil[0],
                                                      .back = stencil[1]};
  const vk::PipelineColorBlendStateCreateInfo blend{.attachmentCount = static_cast<std::uint32_t>(setup.colors.size()),
                                                    .pAttachments = setup.colors.data()};
  const std::array dynamic{vk::DynamicState::eViewport, vk::DynamicState::eScissor};
  const vk::PipelineDynamicStateCreateInfo dynamics{.dynamicStateCount = static_cast<std::uint32_t>(dynamic.size()),
                                                    .pDynamicStates = dynamic.data()};
  const vk::GraphicsPipelineCreateInfo info{.flags = setup.flags,
                                            .stageCount = static_cast<std::uint32_t>(setup.stages.size()),
                                            .pStages = setup.stages.data(),
                                            .pVertexInputState = &input,
                                            .pInputAssemblyState = &assembly,
                                            .pViewportState = &viewport,
                                            .pRasterizationState = &rasterization,
                                            .pMultisampleState = &multisample,
                                            .pDepthStencilState = &depth,
                                            .pColorBlendState = &blend,
                                            .pDynamicState = &dynamics,
                                            .layout = setup.layout,
                                            .renderPass = setup.pass};
  return std::move(device.handle().createGraphicsPipelineUnique({}, info).value);
}

}  // namespace agal::vulkan
