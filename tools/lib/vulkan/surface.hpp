// Render targets.
#pragma once

#include "vulkan/device.hpp"

namespace agal::vulkan {

inline constexpr vk::Format depth_format = vk::Format::eD32Sfloat;

/// Creates a render pass with this number of colors of one format, and depth.
vk::UniqueRenderPass make_pass(const Device& device, vk::Format format, std::uint32_t colors);

/// Colors of one format, and depth. They are cleared when a pass begins, and can be copied after it has ended.
class Surface {
 public:
  Surface(const Device& device, vk::Format format, std::uint32_t colors, std::uint32_t width, std::uint32_t height);

  vk::RenderPass pass() const { return *pass_; }
  std::uint32_t colors() const { return static_cast<std::uint32_t>(colors_.size()); }
  /// Begins a pass. Clears all colors to this color, and depth to 1.
  void begin(vk::CommandBuffer commands, const Float4& clear) const;
  void end(vk::CommandBuffer commands) const { commands.endRenderPass(); }
  /// Copies to a buffer that the CPU can read, by row from the top, without gaps. The pass must have ended.
  void copy_color(vk::CommandBuffer commands, std::size_t color, const Buffer& to) const;
  void copy_depth(vk::CommandBuffer commands, const Buffer& to) const;

 private:
  std::vector<Image> colors_;
  Image depth_;
  vk::UniqueRenderPass pass_;
  vk::UniqueFramebuffer framebuffer_;
};

}  // namespace agal::vulkan
