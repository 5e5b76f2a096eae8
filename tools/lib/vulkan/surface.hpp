// What is drawn to.
#pragma once

#include "vulkan/device.hpp"

namespace agal::vulkan {

inline constexpr vk::Format depth_format = vk::Format::eD32Sfloat;

/// A pass over so many colours of one format, and depth.
vk::UniqueRenderPass make_pass(const Device& device, vk::Format format, std::uint32_t colours);

/// Colours of one format, and depth. All are cleared when a pass begins, and can be copied from when it has ended.
class Surface {
 public:
  Surface(const Device& device, vk::Format format, std::uint32_t colours, std::uint32_t width, std::uint32_t height);

  vk::RenderPass pass() const { return *pass_; }
  std::uint32_t colours() const { return static_cast<std::uint32_t>(colours_.size()); }
  /// Clears all colours to this one, and depth to 1.
  void begin(vk::CommandBuffer commands, const Float4& clear) const;
  void end(vk::CommandBuffer commands) const { commands.endRenderPass(); }
  /// After the end: into a buffer that the CPU can read, rows from the top without gaps.
  void copy_colour(vk::CommandBuffer commands, std::size_t colour, const Buffer& to) const;
  void copy_depth(vk::CommandBuffer commands, const Buffer& to) const;

 private:
  std::vector<Image> colours_;
  Image depth_;
  vk::UniqueRenderPass pass_;
  vk::UniqueFramebuffer framebuffer_;
};

}  // namespace agal::vulkan
