#include "vulkan/surface.hpp"

namespace agal::vulkan {
namespace {

vk::AttachmentDescription attachment(vk::Format format) {
  return {.format = format,
          .loadOp = vk::AttachmentLoadOp::eClear,
          .storeOp = vk::AttachmentStoreOp::eStore,
          .stencilLoadOp = vk::AttachmentLoadOp::eDontCare,
          .stencilStoreOp = vk::AttachmentStoreOp::eDontCare,
          .finalLayout = vk::ImageLayout::eTransferSrcOptimal};
}

void copy(vk::CommandBuffer commands, const Image& image, const Buffer& to, vk::ImageAspectFlags aspect) {
  commands.copyImageToBuffer(
      *image.image, vk::ImageLayout::eTransferSrcOptimal, *to.buffer,
      vk::BufferImageCopy{.imageSubresource = {.aspectMask = aspect, .layerCount = 1}, .imageExtent = image.extent});
}

}  // namespace

vk::UniqueRenderPass make_pass(const Device& device, vk::Format format, std::uint32_t colors) {
  std::vector<vk::AttachmentDescription> attachments(colors, attachment(format));
  attachments.push_back(attachment(depth_format));
  std::vector<vk::AttachmentReference> references;
  for (std::uint32_t i = 0; i < colors; ++i) references.push_back({i, vk::ImageLayout::eColorAttachmentOptimal});
  const vk::AttachmentReference depth{colors, vk::ImageLayout::eDepthStencilAttachmentOptimal};
  const vk::SubpassDescription subpass{
      .colorAttachmentCount = colors, .pColorAttachments = references.data(), .pDepthStencilAttachment = &depth};
  const vk::SubpassDependency before_copies{
      .srcSubpass = 0,
      .dstSubpass = VK_SUBPASS_EXTERNAL,
      .srcStageMask = vk::PipelineStageFlagBits::eColorAttachmentOutput | vk::PipelineStageFlagBits::eLateFragmentTests,
      .dstStageMask = vk::PipelineStageFlagBits::eTransfer,
      .srcAccessMask = vk::AccessFlagBits::eColorAttachmentWrite | vk::AccessFlagBits::eDepthStencilAttachmentWrite,
      .dstAccessMask = vk::AccessFlagBits::eTransferRead};
  return device.handle().createRenderPassUnique(
      vk::RenderPassCreateInfo{.attachmentCount = static_cast<std::uint32_t>(attachments.size()),
                               .pAttachments = attachments.data(),
                               .subpassCount = 1,
                               .pSubpasses = &subpass,
                               .dependencyCount = 1,
                               .pDependencies = &before_copies});
}

Surface::Surface(const Device& device, vk::Format format, std::uint32_t colors, std::uint32_t width,
                 std::uint32_t height) {
  std::vector<vk::ImageView> views;
  for (std::uint32_t i = 0; i < colors; ++i) {
    colors_.push_back(device.make_attachment(format, width, height));
    views.push_back(*colors_.back().view);
  }
  depth_ = device.make_attachment(depth_format, width, height);
  views.push_back(*depth_.view);
  pass_ = make_pass(device, format, colors);
  framebuffer_ = device.handle().createFramebufferUnique(
      vk::FramebufferCreateInfo{.renderPass = *pass_,
                                .attachmentCount = static_cast<std::uint32_t>(views.size()),
                                .pAttachments = views.data(),
                                .width = width,
                                .height = height,
                                .layers = 1});
}

void Surface::begin(vk::CommandBuffer commands, const Float4& clear) const {
  std::vector<vk::ClearValue> values(colors_.size(), vk::ClearColorValue(clear));
  values.emplace_back(vk::ClearDepthStencilValue{1, 0});
  commands.beginRenderPass(
      vk::RenderPassBeginInfo{.renderPass = *pass_,
                              .framebuffer = *framebuffer_,
                              .renderArea = {.extent = {depth_.extent.width, depth_.extent.height}},
                              .clearValueCount = static_cast<std::uint32_t>(values.size()),
                              .pClearValues = values.data()},
      vk::SubpassContents::eInline);
}

void Surface::copy_color(vk::CommandBuffer commands, std::size_t color, const Buffer& to) const {
  copy(commands, colors_[color], to, vk::ImageAspectFlagBits::eColor);
}

void Surface::copy_depth(vk::CommandBuffer commands, const Buffer& to) const {
  copy(commands, depth_, to, vk::ImageAspectFlagBits::eDepth);
}

}  // namespace agal::vulkan
