// The Vulkan images of a replay: textures, and targets of draws.
#pragma once

#include "stage/stage.hpp"
#include "vulkan/device.hpp"

namespace agal::frames {

// The layout of all images between submissions.
inline constexpr vk::ImageLayout any_layout = vk::ImageLayout::eGeneral;

/// Records commands, submits them and waits. They run after all earlier commands.
void submit(const vulkan::Device& device, const std::function<void(vk::CommandBuffer)>& record);

/// The image of a texture, with all levels down to one pixel.
class TextureImage {
 public:
  TextureImage(const vulkan::Device& device, const Object& object);

  /// Copies levels of the object to the image. `changed` has the side and the level of each.
  void upload(const vulkan::Device& device, const Object& object,
              const std::vector<std::array<std::uint32_t, 2>>& changed);
  /// Returns a view of the first `levels` levels.
  vk::ImageView view(const vulkan::Device& device, std::uint32_t levels);
  vk::UniqueImageView side_view(const vulkan::Device& device, std::uint32_t side) const;
  const vulkan::Image& image() const { return image_; }
  base::ByteVector read(const vulkan::Device& device, std::uint32_t side, std::size_t bytes_of_pixel) const;

 private:
  vulkan::Image image_;
  bool is_cube_;
  std::map<std::uint32_t, vk::UniqueImageView> views_;  // the key is the number of levels
};

/// The side of a texture into which an output is drawn. `texture` is nullptr if the output is not drawn.
struct OutputSide {
  const TextureImage* texture = nullptr;
  std::uint32_t side = 0;
};

/// A target of draws, with colors, depth and stencil. The colors are in textures, or in the canvas's own image.
class Canvas {
 public:
  Canvas(const vulkan::Device& device, const BackBuffer& back);
  /// The first output must be drawn, and all textures must have the same size.
  Canvas(const vulkan::Device& device, const std::vector<OutputSide>& outputs, bool depth);

  /// Records commands in the render pass, submits them and waits.
  void draw(const vulkan::Device& device, const std::function<void(vk::CommandBuffer)>& record) const;
  void clear(const vulkan::Device& device, const ClearCall& clear) const;
  /// Reads the pixels of the canvas's own color image.
  base::ByteVector read(const vulkan::Device& device) const;

  vk::RenderPass pass() const { return *pass_; }
  vk::SampleCountFlagBits samples() const { return samples_; }
  bool has_depth() const { return has_depth_; }
  vk::Extent2D size() const { return size_; }
  /// Returns, for each output, true if it is drawn.
  const std::vector<bool>& outputs() const { return outputs_; }

 private:
  struct Attachment {
    vk::Format format;
    vk::ImageView view;  // null if the output is not drawn
  };
  void make(const vulkan::Device& device, const std::vector<Attachment>& colors);

  vk::Extent2D size_;
  vk::SampleCountFlagBits samples_ = vk::SampleCountFlagBits::e1;
  bool has_depth_ = true;
  vulkan::Image color_, resolved_, depth_;
  std::vector<vk::UniqueImageView> sides_;
  std::vector<bool> outputs_;
  vk::UniqueRenderPass pass_;
  vk::UniqueFramebuffer framebuffer_;
};

}  // namespace agal::frames
