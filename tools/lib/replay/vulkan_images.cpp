#include "vulkan_images.hpp"

#include <algorithm>
#include <bit>

namespace agal::frames {
namespace {

constexpr vk::Format color_format = vk::Format::eR8G8B8A8Unorm, half_color_format = vk::Format::eR16G16B16A16Sfloat,
                     depth_format = vk::Format::eD32SfloatS8Uint;

vk::ImageSubresourceRange everything(vk::ImageAspectFlags aspect) {
  return {.aspectMask = aspect, .levelCount = VK_REMAINING_MIP_LEVELS, .layerCount = VK_REMAINING_ARRAY_LAYERS};
}

// Changes a new image to its layout, and clears it: to transparent black, or to depth 1 and stencil 0.
void prepare(const vulkan::Device& device, const vulkan::Image& image, bool is_depth) {
  const vk::ImageAspectFlags aspect = is_depth ? vk::ImageAspectFlagBits::eDepth | vk::ImageAspectFlagBits::eStencil
                                               : vk::ImageAspectFlags(vk::ImageAspectFlagBits::eColor);
  const vk::ImageMemoryBarrier barrier{.dstAccessMask = vk::AccessFlagBits::eTransferWrite,
                                       .newLayout = any_layout,
                                       .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                       .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                       .image = *image.image,
                                       .subresourceRange = everything(aspect)};
  submit(device, [&](vk::CommandBuffer commands) {
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eTopOfPipe, vk::PipelineStageFlagBits::eTransfer, {}, {}, {},
                             barrier);
    if (is_depth)
      commands.clearDepthStencilImage(*image.image, any_layout, vk::ClearDepthStencilValue{1, 0}, everything(aspect));
    else
      commands.clearColorImage(*image.image, any_layout, vk::ClearColorValue(Float4{}), everything(aspect));
  });
}

vulkan::Image make_attachment(const vulkan::Device& device, vk::Format format, vk::Extent2D size,
                              vk::SampleCountFlagBits samples) {
  using Usage = vk::ImageUsageFlagBits;
  const bool is_depth = format == depth_format;
  const vk::ImageAspectFlags aspect = is_depth ? vk::ImageAspectFlagBits::eDepth | vk::ImageAspectFlagBits::eStencil
                                               : vk::ImageAspectFlags(vk::ImageAspectFlagBits::eColor);
  vulkan::Image image = device.make_image(
      vk::ImageCreateInfo{.imageType = vk::ImageType::e2D,
                          .format = format,
                          .extent = {size.width, size.height, 1},
                          .mipLevels = 1,
                          .arrayLayers = 1,
                          .samples = samples,
                          .usage = (is_depth ? Usage::eDepthStencilAttachment : Usage::eColorAttachment) |
                                   Usage::eTransferSrc | Usage::eTransferDst},
      vk::ImageViewType::e2D, aspect);
  prepare(device, image, is_depth);
  return image;
}

base::ByteVector read_image(const vulkan::Device& device, vk::Image image, vk::Extent2D size, std::uint32_t layer,
                            std::size_t bytes_of_pixel) {
  const vulkan::Buffer buffer =
      device.make_buffer(bytes_of_pixel * size.width * size.height, vk::BufferUsageFlagBits::eTransferDst);
  submit(device, [&](vk::CommandBuffer commands) {
    commands.copyImageToBuffer(image, any_layout, *buffer.buffer,
                               vk::BufferImageCopy{.imageSubresource = {.aspectMask = vk::ImageAspectFlagBits::eColor,
                                                                        .baseArrayLayer = layer,
                                                                        .layerCount = 1},
                                                   .imageExtent = {size.width, size.height, 1}});
  });
  return {buffer.data, buffer.data + buffer.size};
}

}  // namespace

void submit(const vulkan::Device& device, const std::function<void(vk::CommandBuffer)>& record) {
  device.submit([&](vk::CommandBuffer commands) {
    const vk::MemoryBarrier barrier{
        .srcAccessMask = vk::AccessFlagBits::eMemoryWrite,
        .dstAccessMask = vk::AccessFlagBits::eMemoryRead | vk::AccessFlagBits::eMemoryWrite};
    commands.pipelineBarrier(vk::PipelineStageFlagBits::eAllCommands, vk::PipelineStageFlagBits::eAllCommands, {},
                             barrier, {}, {});
    record(commands);
  });
}

// ------------------------------------------------------------------------------------------------------ textures

TextureImage::TextureImage(const vulkan::Device& device, const Object& object) : is_cube_(object.is_cube) {
  using Usage = vk::ImageUsageFlagBits;
  image_ = device.make_image(
      vk::ImageCreateInfo{
          .flags = is_cube_ ? vk::ImageCreateFlagBits::eCubeCompatible : vk::ImageCreateFlags(),
          .imageType = vk::ImageType::e2D,
          .format = object.format == half_format ? half_color_format : color_format,
          .extent = {object.width, object.height, 1},
          .mipLevels = static_cast<std::uint32_t>(std::bit_width(std::max(object.width, object.height))),
          .arrayLayers = is_cube_ ? 6u : 1u,
          .usage = Usage::eSampled | Usage::eColorAttachment | Usage::eTransferSrc | Usage::eTransferDst},
      is_cube_ ? vk::ImageViewType::eCube : vk::ImageViewType::e2D, vk::ImageAspectFlagBits::eColor);
  prepare(device, image_, false);
}

void TextureImage::upload(const vulkan::Device& device, const Object& object,
                          const std::vector<std::array<std::uint32_t, 2>>& changed) {
  for (const auto& [side, number] : changed) {
    const Level& level = object.sides.at(side).at(number);
    const vulkan::Buffer buffer =
        device.make_buffer(level.pixels, level.pixels.size(), vk::BufferUsageFlagBits::eTransferSrc);
    const vk::BufferImageCopy copy{.imageSubresource = {.aspectMask = vk::ImageAspectFlagBits::eColor,
                                                        .mipLevel = number,
                                                        .baseArrayLayer = side,
                                                        .layerCount = 1},
                                   .imageExtent = {level.width, level.height, 1}};
    submit(device, [&](vk::CommandBuffer commands) {
      commands.copyBufferToImage(*buffer.buffer, *image_.image, any_layout, copy);
    });
  }
}

vk::ImageView TextureImage::view(const vulkan::Device& device, std::uint32_t levels) {
  vk::UniqueImageView& view = views_[levels];
  if (!view)
    view = device.handle().createImageViewUnique(vk::ImageViewCreateInfo{
        .image = *image_.image,
        .viewType = is_cube_ ? vk::ImageViewType::eCube : vk::ImageViewType::e2D,
        .format = image_.format,
        .subresourceRange = {
            .aspectMask = vk::ImageAspectFlagBits::eColor, .levelCount = levels, .layerCount = is_cube_ ? 6u : 1u}});
  return *view;
}

vk::UniqueImageView TextureImage::side_view(const vulkan::Device& device, std::uint32_t side) const {
  return device.handle().createImageViewUnique(vk::ImageViewCreateInfo{
      .image = *image_.image,
      .viewType = vk::ImageViewType::e2D,
      .format = image_.format,
      .subresourceRange = {
          .aspectMask = vk::ImageAspectFlagBits::eColor, .levelCount = 1, .baseArrayLayer = side, .layerCount = 1}});
}

base::ByteVector TextureImage::read(const vulkan::Device& device, std::uint32_t side,
                                    std::size_t bytes_of_pixel) const {
  return read_image(device, *image_.image, {image_.extent.width, image_.extent.height}, side, bytes_of_pixel);
}

// ------------------------------------------------------------------------------------------------------ targets

Canvas::Canvas(const vulkan::Device& device, const BackBuffer& back)
    : size_{back.width, back.height},
      samples_(back.is_antialiased ? vk::SampleCountFlagBits::e4 : vk::SampleCountFlagBits::e1),
      has_depth_(back.depth),
      color_(make_attachment(device, color_format, size_, samples_)) {
  if (back.is_antialiased) resolved_ = make_attachment(device, color_format, size_, vk::SampleCountFlagBits::e1);
  make(device, {{color_format, *color_.view}});
}

Canvas::Canvas(const vulkan::Device& device, const std::vector<OutputSide>& outputs, bool depth)
    : size_{outputs[0].texture->image().extent.width, outputs[0].texture->image().extent.height}, has_depth_(depth) {
  std::vector<Attachment> colors;
  for (const auto& [texture, side] : outputs) {
    Attachment& color = colors.emplace_back();
    if (texture == nullptr) continue;
    sides_.push_back(texture->side_view(device, side));
    color = {texture->image().format, *sides_.back()};
  }
  make(device, colors);
}

void Canvas::make(const vulkan::Device& device, const std::vector<Attachment>& colors) {
  depth_ = make_attachment(device, depth_format, size_, samples_);
  const auto attachment = [&](vk::Format of) {
    return vk::AttachmentDescription{.format = of,
                                     .samples = samples_,
                                     .loadOp = vk::AttachmentLoadOp::eLoad,
                                     .storeOp = vk::AttachmentStoreOp::eStore,
                                     .stencilLoadOp = vk::AttachmentLoadOp::eLoad,
                                     .stencilStoreOp = vk::AttachmentStoreOp::eStore,
                                     .initialLayout = any_layout,
                                     .finalLayout = any_layout};
  };
  std::vector<vk::AttachmentDescription> attachments{attachment(depth_format)};
  std::vector<vk::ImageView> views{*depth_.view};
  const vk::AttachmentReference depth{0, any_layout};
  std::vector<vk::AttachmentReference> references;
  for (const auto& [format, view] : colors) {
    outputs_.push_back(static_cast<bool>(view));
    references.push_back({view ? static_cast<std::uint32_t>(views.size()) : VK_ATTACHMENT_UNUSED, any_layout});
    if (!view) continue;
    attachments.push_back(attachment(format));
    views.push_back(view);
  }
  const vk::SubpassDescription subpass{.colorAttachmentCount = static_cast<std::uint32_t>(references.size()),
                                       .pColorAttachments = references.data(),
                                       .pDepthStencilAttachment = &depth};
  pass_ = device.handle().createRenderPassUnique(
      vk::RenderPassCreateInfo{.attachmentCount = static_cast<std::uint32_t>(attachments.size()),
                               .pAttachments = attachments.data(),
                               .subpassCount = 1,
                               .pSubpasses = &subpass});
  framebuffer_ = device.handle().createFramebufferUnique(
      vk::FramebufferCreateInfo{.renderPass = *pass_,
                                .attachmentCount = static_cast<std::uint32_t>(views.size()),
                                .pAttachments = views.data(),
                                .width = size_.width,
                                .height = size_.height,
                                .layers = 1});
}

void Canvas::draw(const vulkan::Device& device, const std::function<void(vk::CommandBuffer)>& record) const {
  submit(device, [&](vk::CommandBuffer commands) {
    commands.beginRenderPass(
        vk::RenderPassBeginInfo{.renderPass = *pass_, .framebuffer = *framebuffer_, .renderArea = {.extent = size_}},
        vk::SubpassContents::eInline);
    record(commands);
    commands.endRenderPass();
  });
}

void Canvas::clear(const vulkan::Device& device, const ClearCall& clear) const {
  constexpr std::uint32_t color = 1, depth = 2, stencil = 4;
  std::vector<vk::ClearAttachment> parts;
  for (std::uint32_t i = 0; i < outputs_.size(); ++i)
    if ((clear.mask & color) != 0 && outputs_[i])
      parts.push_back({.aspectMask = vk::ImageAspectFlagBits::eColor,
                       .colorAttachment = i,
                       .clearValue = vk::ClearColorValue(clear.color)});
  vk::ImageAspectFlags aspects;
  if ((clear.mask & depth) != 0) aspects |= vk::ImageAspectFlagBits::eDepth;
  if ((clear.mask & stencil) != 0) aspects |= vk::ImageAspectFlagBits::eStencil;
  if (aspects)
    parts.push_back({.aspectMask = aspects, .clearValue = vk::ClearDepthStencilValue{clear.depth, clear.stencil}});
  if (parts.empty()) return;
  const vk::ClearRect all{.rect = {.extent = size_}, .layerCount = 1};
  draw(device, [&](vk::CommandBuffer commands) { commands.clearAttachments(parts, all); });
}

base::ByteVector Canvas::read(const vulkan::Device& device) const {
  if (samples_ == vk::SampleCountFlagBits::e1)
    return read_image(device, *color_.image, size_, 0, sizeof(std::uint32_t));
  const vk::ImageSubresourceLayers layers{.aspectMask = vk::ImageAspectFlagBits::eColor, .layerCount = 1};
  submit(device, [&](vk::CommandBuffer commands) {
    commands.resolveImage(
        *color_.image, any_layout, *resolved_.image, any_layout,
        vk::ImageResolve{.srcSubresource = layers, .dstSubresource = layers, .extent = {size_.width, size_.height, 1}});
  });
  return read_image(device, *resolved_.image, size_, 0, sizeof(std::uint32_t));
}

}  // namespace agal::frames
