#include "render/vulkan_pipeline.hpp"

#include <algorithm>
#include <cstring>

namespace agal::render {
namespace {

using vulkan::Device;

constexpr vk::Format colour_format = vk::Format::eR8G8B8A8Unorm;
constexpr vk::Format depth_format = vk::Format::eD32Sfloat;
constexpr vk::Format attribute_format = vk::Format::eR32G32B32A32Sfloat;

// docs/abi.md.
constexpr std::uint32_t vertex_constants = 0, fragment_constants = 1, fragment_samplers = 2, vertex_samplers = 18;

vk::AttachmentDescription attachment(vk::Format format) {
  return {.format = format,
          .loadOp = vk::AttachmentLoadOp::eClear,
          .storeOp = vk::AttachmentStoreOp::eStore,
          .stencilLoadOp = vk::AttachmentLoadOp::eDontCare,
          .stencilStoreOp = vk::AttachmentStoreOp::eDontCare,
          .finalLayout = vk::ImageLayout::eTransferSrcOptimal};
}

vk::UniqueRenderPass make_pass(const Device& device, std::uint32_t colours) {
  std::vector<vk::AttachmentDescription> attachments(colours, attachment(colour_format));
  attachments.push_back(attachment(depth_format));
  std::vector<vk::AttachmentReference> references;
  for (std::uint32_t i = 0; i < colours; ++i) references.push_back({i, vk::ImageLayout::eColorAttachmentOptimal});
  const vk::AttachmentReference depth{colours, vk::ImageLayout::eDepthStencilAttachmentOptimal};
  const vk::SubpassDescription subpass{
      .colorAttachmentCount = colours, .pColorAttachments = references.data(), .pDepthStencilAttachment = &depth};
  const vk::SubpassDependency before_copy{.srcSubpass = 0,
                                          .dstSubpass = VK_SUBPASS_EXTERNAL,
                                          .srcStageMask = vk::PipelineStageFlagBits::eColorAttachmentOutput,
                                          .dstStageMask = vk::PipelineStageFlagBits::eTransfer,
                                          .srcAccessMask = vk::AccessFlagBits::eColorAttachmentWrite,
                                          .dstAccessMask = vk::AccessFlagBits::eTransferRead};
  return device.handle().createRenderPassUnique(
      vk::RenderPassCreateInfo{.attachmentCount = static_cast<std::uint32_t>(attachments.size()),
                               .pAttachments = attachments.data(),
                               .subpassCount = 1,
                               .pSubpasses = &subpass,
                               .dependencyCount = 1,
                               .pDependencies = &before_copy});
}

vulkan::Buffer constants_buffer(const Device& device, const Program& program, const std::vector<Float4>& constants) {
  const std::size_t count = std::max<std::size_t>(constants.size(), constant_count(program));
  vulkan::Buffer buffer = device.make_buffer(count * sizeof(Float4), vk::BufferUsageFlagBits::eUniformBuffer);
  std::memset(buffer.data, 0, buffer.size);
  if (!constants.empty()) std::memcpy(buffer.data, constants.data(), constants.size() * sizeof(Float4));
  return buffer;
}

}  // namespace

// ------------------------------------------------------------------------------------------------------ target

VulkanTarget::VulkanTarget(const Device& device, const Scene& scene, std::uint32_t colours) : scene_(scene) {
  std::vector<vk::ImageView> views;
  for (std::uint32_t i = 0; i < colours; ++i) {
    colours_.push_back(device.make_attachment(colour_format, scene.width, scene.height));
    views.push_back(*colours_.back().view);
  }
  depth_ = device.make_attachment(depth_format, scene.width, scene.height);
  views.push_back(*depth_.view);
  pixels_ = device.make_buffer(std::size_t{scene.width} * scene.height * sizeof(Pixel),
                               vk::BufferUsageFlagBits::eTransferDst);
  pass_ = make_pass(device, colours);
  framebuffer_ = device.handle().createFramebufferUnique(
      vk::FramebufferCreateInfo{.renderPass = *pass_,
                                .attachmentCount = static_cast<std::uint32_t>(views.size()),
                                .pAttachments = views.data(),
                                .width = scene.width,
                                .height = scene.height,
                                .layers = 1});
}

void VulkanTarget::begin(vk::CommandBuffer commands) const {
  const Float4& b = scene_.background;
  std::vector<vk::ClearValue> clear(colours_.size(), vk::ClearColorValue(std::array<float, 4>{b[0], b[1], b[2], b[3]}));
  clear.emplace_back(vk::ClearDepthStencilValue{1, 0});
  commands.beginRenderPass(vk::RenderPassBeginInfo{.renderPass = *pass_,
                                                   .framebuffer = *framebuffer_,
                                                   .renderArea = {.extent = {scene_.width, scene_.height}},
                                                   .clearValueCount = static_cast<std::uint32_t>(clear.size()),
                                                   .pClearValues = clear.data()},
                           vk::SubpassContents::eInline);
}

void VulkanTarget::end(vk::CommandBuffer commands) const {
  commands.endRenderPass();
  commands.copyImageToBuffer(
      *colours_[scene_.colour].image, vk::ImageLayout::eTransferSrcOptimal, *pixels_.buffer,
      vk::BufferImageCopy{.imageSubresource = {.aspectMask = vk::ImageAspectFlagBits::eColor, .layerCount = 1},
                          .imageExtent = {scene_.width, scene_.height, 1}});
}

Picture VulkanTarget::picture() const {
  Picture picture(scene_.width, scene_.height, {});
  std::memcpy(picture.pixels.data(), pixels_.data, picture.pixels.size() * sizeof(Pixel));
  return picture;
}

// ------------------------------------------------------------------------------------------------------ resources

VulkanResources::VulkanResources(const Device& device, const Scene& scene)
    : constants_{constants_buffer(device, scene.vertex, scene.vertex_inputs.constants),
                 constants_buffer(device, scene.fragment, scene.fragment_inputs.constants)} {
  static_assert(vertex_constants == 0 && fragment_constants == 1);
  add_textures(device, scene.vertex, scene.vertex_inputs, vertex_samplers);
  add_textures(device, scene.fragment, scene.fragment_inputs, fragment_samplers);
  make_layout(device);
  make_set(device);
}

void VulkanResources::add_textures(const Device& device, const Program& program, const StageInputs& inputs,
                                   std::uint32_t first_binding) {
  for (const SamplerOperand& operand : samplers_of(program)) {
    const SceneTexture& texture = inputs.textures.at(operand.index());
    const SamplerOperand state = operand.has(SamplerOption::IgnoreSampler) ? texture.state.value_or(operand) : operand;
    slots_.push_back(
        {first_binding + operand.index(), device.make_texture(*texture.texture), device.make_sampler(state)});
  }
}

void VulkanResources::make_layout(const Device& device) {
  std::vector<vk::DescriptorSetLayoutBinding> bindings;
  const auto add = [&](std::uint32_t binding, vk::DescriptorType type) {
    bindings.push_back({.binding = binding,
                        .descriptorType = type,
                        .descriptorCount = 1,
                        .stageFlags = vk::ShaderStageFlagBits::eAllGraphics});
  };
  for (std::uint32_t i = 0; i < constants_.size(); ++i) add(i, vk::DescriptorType::eUniformBuffer);
  for (const Slot& slot : slots_) add(slot.binding, vk::DescriptorType::eCombinedImageSampler);
  set_layout_ = device.handle().createDescriptorSetLayoutUnique(vk::DescriptorSetLayoutCreateInfo{
      .bindingCount = static_cast<std::uint32_t>(bindings.size()), .pBindings = bindings.data()});
  layout_ = device.handle().createPipelineLayoutUnique(
      vk::PipelineLayoutCreateInfo{.setLayoutCount = 1, .pSetLayouts = &*set_layout_});
}

void VulkanResources::make_set(const Device& device) {
  const std::array<vk::DescriptorPoolSize, 2> sizes{
      {{vk::DescriptorType::eUniformBuffer, static_cast<std::uint32_t>(constants_.size())},
       {vk::DescriptorType::eCombinedImageSampler, static_cast<std::uint32_t>(slots_.size() + 1)}}};
  pool_ = device.handle().createDescriptorPoolUnique(vk::DescriptorPoolCreateInfo{
      .maxSets = 1, .poolSizeCount = static_cast<std::uint32_t>(sizes.size()), .pPoolSizes = sizes.data()});
  set_ = device.handle()
             .allocateDescriptorSets(vk::DescriptorSetAllocateInfo{
                 .descriptorPool = *pool_, .descriptorSetCount = 1, .pSetLayouts = &*set_layout_})
             .front();
  for (std::uint32_t i = 0; i < constants_.size(); ++i) {
    const vk::DescriptorBufferInfo buffer{.buffer = *constants_[i].buffer, .range = VK_WHOLE_SIZE};
    device.handle().updateDescriptorSets(vk::WriteDescriptorSet{.dstSet = set_,
                                                                .dstBinding = i,
                                                                .descriptorCount = 1,
                                                                .descriptorType = vk::DescriptorType::eUniformBuffer,
                                                                .pBufferInfo = &buffer},
                                         {});
  }
  for (const Slot& slot : slots_) {
    const vk::DescriptorImageInfo image{.sampler = *slot.sampler,
                                        .imageView = *slot.image.view,
                                        .imageLayout = vk::ImageLayout::eShaderReadOnlyOptimal};
    device.handle().updateDescriptorSets(
        vk::WriteDescriptorSet{.dstSet = set_,
                               .dstBinding = slot.binding,
                               .descriptorCount = 1,
                               .descriptorType = vk::DescriptorType::eCombinedImageSampler,
                               .pImageInfo = &image},
        {});
  }
}

void VulkanResources::bind(vk::CommandBuffer commands) const {
  commands.bindDescriptorSets(vk::PipelineBindPoint::eGraphics, *layout_, 0, set_, {});
}

// ------------------------------------------------------------------------------------------------------ mesh

VulkanMesh::VulkanMesh(const Device& device, const Scene& scene) {
  const std::vector<std::uint32_t> numbers = registers_read(scene.vertex, RegisterType::Attribute);
  stride = static_cast<std::uint32_t>(std::max<std::size_t>(numbers.size(), 1) * sizeof(Float4));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    attributes.push_back(
        {.location = numbers[i], .format = attribute_format, .offset = static_cast<std::uint32_t>(i * sizeof(Float4))});
  const std::size_t count = scene.mesh.vertices.size();
  vertices = device.make_buffer(stride * count, vk::BufferUsageFlagBits::eVertexBuffer);
  const std::span<Float4> lanes = vertices.as<Float4>();
  const std::size_t each = stride / sizeof(Float4);
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const bool given = numbers[i] < scene.attributes.size() && n < scene.attributes[numbers[i]].size();
      lanes[n * each + i] = given ? scene.attributes[numbers[i]][n] : Float4{0, 0, 0, 1};
    }
  const std::size_t bytes = scene.mesh.triangles.size() * sizeof(scene.mesh.triangles.front());
  corners = device.make_buffer(bytes, vk::BufferUsageFlagBits::eIndexBuffer);
  std::memcpy(corners.data, scene.mesh.triangles.data(), bytes);
}

// ------------------------------------------------------------------------------------------------------ pipeline

vk::UniquePipeline VulkanPipeline::make(const Device& device, const LinkedCompilation& linked) const {
  const vk::UniqueShaderModule vertex = device.make_shader(linked.vertex.spirv);
  const vk::UniqueShaderModule fragment = device.make_shader(linked.fragment.spirv);
  const std::array<vk::PipelineShaderStageCreateInfo, 2> stages{
      {{.stage = vk::ShaderStageFlagBits::eVertex, .module = *vertex, .pName = "main"},
       {.stage = vk::ShaderStageFlagBits::eFragment, .module = *fragment, .pName = "main"}}};
  const vk::VertexInputBindingDescription binding{.stride = mesh.stride};
  const vk::PipelineVertexInputStateCreateInfo input{
      .vertexBindingDescriptionCount = 1,
      .pVertexBindingDescriptions = &binding,
      .vertexAttributeDescriptionCount = static_cast<std::uint32_t>(mesh.attributes.size()),
      .pVertexAttributeDescriptions = mesh.attributes.data()};
  const vk::PipelineInputAssemblyStateCreateInfo assembly{.topology = vk::PrimitiveTopology::eTriangleList};
  const vk::PipelineViewportDepthClipControlCreateInfoEXT clip_control{.negativeOneToOne = VK_TRUE};
  const vk::PipelineViewportStateCreateInfo viewport{
      .pNext = negative_one_to_one ? &clip_control : nullptr, .viewportCount = 1, .scissorCount = 1};
  const vk::PipelineRasterizationStateCreateInfo rasterization{.lineWidth = 1};
  const vk::PipelineMultisampleStateCreateInfo multisample;
  const vk::PipelineDepthStencilStateCreateInfo depth{
      .depthTestEnable = scene.depth, .depthWriteEnable = scene.depth, .depthCompareOp = vk::CompareOp::eLessOrEqual};
  using Component = vk::ColorComponentFlagBits;
  const vk::PipelineColorBlendAttachmentState colour{
      .blendEnable = scene.blend == Blend::Premultiplied,
      .srcColorBlendFactor = vk::BlendFactor::eOne,
      .dstColorBlendFactor = vk::BlendFactor::eOneMinusSrcAlpha,
      .srcAlphaBlendFactor = vk::BlendFactor::eOne,
      .dstAlphaBlendFactor = vk::BlendFactor::eOneMinusSrcAlpha,
      .colorWriteMask = Component::eR | Component::eG | Component::eB | Component::eA};
  const std::vector<vk::PipelineColorBlendAttachmentState> colours(target.colours(), colour);
  const vk::PipelineColorBlendStateCreateInfo blend{.attachmentCount = target.colours(),
                                                    .pAttachments = colours.data()};
  const std::array dynamic{vk::DynamicState::eViewport, vk::DynamicState::eScissor};
  const vk::PipelineDynamicStateCreateInfo dynamics{.dynamicStateCount = static_cast<std::uint32_t>(dynamic.size()),
                                                    .pDynamicStates = dynamic.data()};
  const vk::GraphicsPipelineCreateInfo info{.stageCount = static_cast<std::uint32_t>(stages.size()),
                                            .pStages = stages.data(),
                                            .pVertexInputState = &input,
                                            .pInputAssemblyState = &assembly,
                                            .pViewportState = &viewport,
                                            .pRasterizationState = &rasterization,
                                            .pMultisampleState = &multisample,
                                            .pDepthStencilState = &depth,
                                            .pColorBlendState = &blend,
                                            .pDynamicState = &dynamics,
                                            .layout = resources.layout(),
                                            .renderPass = target.pass()};
  return std::move(device.handle().createGraphicsPipelineUnique({}, info).value);
}

}  // namespace agal::render
