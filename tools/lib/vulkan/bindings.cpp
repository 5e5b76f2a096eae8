#include "vulkan/bindings.hpp"

#include <array>

namespace agal::vulkan {
namespace {

constexpr vk::DescriptorType buffer_type = vk::DescriptorType::eUniformBuffer,
                             texture_type = vk::DescriptorType::eCombinedImageSampler;

}  // namespace

BindingLayout make_binding_layout(const Device& device, std::uint32_t buffers,
                                  const std::vector<std::uint32_t>& textures) {
  std::vector<vk::DescriptorSetLayoutBinding> bindings;
  const auto add = [&](std::uint32_t binding, vk::DescriptorType type) {
    bindings.push_back({.binding = binding,
                        .descriptorType = type,
                        .descriptorCount = 1,
                        .stageFlags = vk::ShaderStageFlagBits::eAllGraphics});
  };
  for (std::uint32_t i = 0; i < buffers; ++i) add(i, buffer_type);
  for (const std::uint32_t binding : textures) add(binding, texture_type);
  BindingLayout layout;
  layout.set = device.handle().createDescriptorSetLayoutUnique(vk::DescriptorSetLayoutCreateInfo{
      .bindingCount = static_cast<std::uint32_t>(bindings.size()), .pBindings = bindings.data()});
  layout.pipeline = device.handle().createPipelineLayoutUnique(
      vk::PipelineLayoutCreateInfo{.setLayoutCount = 1, .pSetLayouts = &*layout.set});
  return layout;
}

BoundSet make_bound_set(const Device& device, const BindingLayout& layout, std::span<const Buffer> buffers,
                        const std::vector<TextureBinding>& textures) {
  const vk::Device handle = device.handle();
  const std::array<vk::DescriptorPoolSize, 2> sizes{{{buffer_type, static_cast<std::uint32_t>(buffers.size() + 1)},
                                                     {texture_type, static_cast<std::uint32_t>(textures.size() + 1)}}};
  BoundSet bound;
  bound.pool = handle.createDescriptorPoolUnique(vk::DescriptorPoolCreateInfo{
      .maxSets = 1, .poolSizeCount = static_cast<std::uint32_t>(sizes.size()), .pPoolSizes = sizes.data()});
  bound.set = handle
                  .allocateDescriptorSets(vk::DescriptorSetAllocateInfo{
                      .descriptorPool = *bound.pool, .descriptorSetCount = 1, .pSetLayouts = &*layout.set})
                  .front();
  const auto write = [&](vk::WriteDescriptorSet row) {
    row.dstSet = bound.set;
    row.descriptorCount = 1;
    handle.updateDescriptorSets(row, {});
  };
  for (std::uint32_t i = 0; i < buffers.size(); ++i) {
    const vk::DescriptorBufferInfo buffer{.buffer = *buffers[i].buffer, .range = VK_WHOLE_SIZE};
    write({.dstBinding = i, .descriptorType = buffer_type, .pBufferInfo = &buffer});
  }
  for (const TextureBinding& texture : textures)
    write({.dstBinding = texture.binding, .descriptorType = texture_type, .pImageInfo = &texture.image});
  return bound;
}

}  // namespace agal::vulkan
