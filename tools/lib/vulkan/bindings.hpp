// The resources that the shaders of a draw read: uniform buffers at the bindings 0, 1, … of set 0, and textures with
// their samplers at any other bindings of this set.
#pragma once

#include "vulkan/device.hpp"

namespace agal::vulkan {

struct BindingLayout {
  vk::UniqueDescriptorSetLayout set;
  vk::UniquePipelineLayout pipeline;
};

struct TextureBinding {
  std::uint32_t binding = 0;
  vk::DescriptorImageInfo image;
};

/// A descriptor set, which lives as long as its pool.
struct BoundSet {
  vk::UniqueDescriptorPool pool;
  vk::DescriptorSet set;
};

/// Makes the layout for a number of buffers, and for the bindings of textures.
BindingLayout make_binding_layout(const Device& device, std::uint32_t buffers,
                                  const std::vector<std::uint32_t>& textures);

/// Makes a set with this layout. Buffers and textures must live until the draw has ended.
BoundSet make_bound_set(const Device& device, const BindingLayout& layout, std::span<const Buffer> buffers,
                        const std::vector<TextureBinding>& textures);

}  // namespace agal::vulkan
