// Creates textures and samplers.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "vulkan/device.hpp"

namespace agal::vulkan {
namespace {

vk::Format format_of(Texels texels) {
  return texels == Texels::Bytes ? vk::Format::eR8G8B8A8Unorm : vk::Format::eR32G32B32A32Sfloat;
}
std::size_t lane_bytes(Texels texels) { return texels == Texels::Bytes ? 1 : sizeof(float); }

std::byte unorm(float value) { return static_cast<std::byte>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255)); }

struct Shape {
  vk::ImageType image;
  vk::ImageViewType view;
  vk::ImageCreateFlags flags;
  std::uint32_t depth, layers;
};

Shape shape_of(const Texture& texture) {
  const std::uint32_t slices = texture.levels.front().depth;
  switch (texture.kind) {
    case Texture::Kind::Plane: return {vk::ImageType::e2D, vk::ImageViewType::e2D, {}, 1, 1};
    case Texture::Kind::Cube:
      return {vk::ImageType::e2D, vk::ImageViewType::eCube, vk::ImageCreateFlagBits::eCubeCompatible, 1, slices};
    case Texture::Kind::Volume: return {vk::ImageType::e3D, vk::ImageViewType::e3D, {}, slices, 1};
  }
  return {};
}

std::size_t bytes_of(const Texture& texture, Texels kind) {
  std::size_t texels = 0;
  for (const Texture::Level& level : texture.levels) texels += level.texels.size();
  return texels * 4 * lane_bytes(kind);
}

vk::ImageMemoryBarrier transition(const Image& image, const vk::ImageSubresourceRange& range, vk::ImageLayout from,
                                  vk::ImageLayout to, vk::AccessFlags before, vk::AccessFlags after) {
  return {.srcAccessMask = before,
          .dstAccessMask = after,
          .oldLayout = from,
          .newLayout = to,
          .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
          .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
          .image = *image.image,
          .subresourceRange = range};
}

// Fills the buffer, and returns the position of each level.
std::vector<vk::BufferImageCopy> stage(const Texture& texture, Texels texels, std::uint32_t layers,
                                       const Buffer& buffer) {
  std::vector<vk::BufferImageCopy> copies;
  std::size_t offset = 0;
  for (std::uint32_t i = 0; i < texture.levels.size(); ++i) {
    const Texture::Level& level = texture.levels[i];
    copies.push_back(
        {.bufferOffset = offset,
         .imageSubresource = {.aspectMask = vk::ImageAspectFlagBits::eColor, .mipLevel = i, .layerCount = layers},
         .imageExtent = {level.width, level.height, layers > 1 ? 1 : level.depth}});
    for (const Float4& texel : level.texels)
      for (const float lane : texel) {
        if (texels == Texels::Bytes)
          buffer.data[offset] = unorm(lane);
        else
          std::memcpy(buffer.data + offset, &lane, sizeof lane);
        offset += lane_bytes(texels);
      }
  }
  return copies;
}

vk::SamplerAddressMode address(bool repeat) {
  return repeat ? vk::SamplerAddressMode::eRepeat : vk::SamplerAddressMode::eClampToEdge;
}

}  // namespace

Image Device::make_texture(const Texture& texture, Texels texels) const {
  const Shape shape = shape_of(texture);
  const Texture::Level& base = texture.levels.front();
  const auto levels = static_cast<std::uint32_t>(texture.levels.size());
  Image image =
      make_image(vk::ImageCreateInfo{.flags = shape.flags,
                                     .imageType = shape.image,
                                     .format = format_of(texels),
                                     .extent = {base.width, base.height, shape.depth},
                                     .mipLevels = levels,
                                     .arrayLayers = shape.layers,
                                     .usage = vk::ImageUsageFlagBits::eSampled | vk::ImageUsageFlagBits::eTransferDst},
                 shape.view, vk::ImageAspectFlagBits::eColor);
  const Buffer buffer = make_buffer(bytes_of(texture, texels), vk::BufferUsageFlagBits::eTransferSrc);
  const std::vector<vk::BufferImageCopy> copies = stage(texture, texels, shape.layers, buffer);
  const vk::ImageSubresourceRange range{
      .aspectMask = vk::ImageAspectFlagBits::eColor, .levelCount = levels, .layerCount = shape.layers};
  using Layout = vk::ImageLayout;
  submit([&](vk::CommandBuffer commands) {
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eTopOfPipe, vk::PipelineStageFlagBits::eTransfer, {}, {}, {},
                             transition(image, range, Layout::eUndefined, Layout::eTransferDstOptimal, {},
                                        vk::AccessFlagBits::eTransferWrite));
    commands.copyBufferToImage(*buffer.buffer, *image.image, Layout::eTransferDstOptimal, copies);
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eTransfer, vk::PipelineStageFlagBits::eAllGraphics, {}, {}, {},
                             transition(image, range, Layout::eTransferDstOptimal, Layout::eShaderReadOnlyOptimal,
                                        vk::AccessFlagBits::eTransferWrite, vk::AccessFlagBits::eShaderRead));
  });
  return image;
}

vk::UniqueSampler Device::make_sampler(SamplerOperand state) const {
  // Anisotropic filters are treated as linear. Unknown numbers are treated as the first option, nearest.
  const std::uint32_t value = state.field(SamplerField::Filter);
  const bool linear = value != info(SamplerOption::Nearest).value && find_sampler_option(SamplerField::Filter, value);
  const vk::Filter filter = linear ? vk::Filter::eLinear : vk::Filter::eNearest;
  const bool mipmaps = state.has(SamplerOption::MipNearest) || state.has(SamplerOption::MipLinear);
  const bool repeat_u = state.has(SamplerOption::Repeat) || state.has(SamplerOption::RepeatUClampV);
  const bool repeat_v = state.has(SamplerOption::Repeat) || state.has(SamplerOption::ClampURepeatV);
  return device_->createSamplerUnique(vk::SamplerCreateInfo{.magFilter = filter,
                                                            .minFilter = filter,
                                                            .mipmapMode = state.has(SamplerOption::MipLinear)
                                                                              ? vk::SamplerMipmapMode::eLinear
                                                                              : vk::SamplerMipmapMode::eNearest,
                                                            .addressModeU = address(repeat_u),
                                                            .addressModeV = address(repeat_v),
                                                            .addressModeW = address(state.has(SamplerOption::Repeat)),
                                                            .maxLod = mipmaps ? VK_LOD_CLAMP_NONE : 0.0f});
}

}  // namespace agal::vulkan
