// A Vulkan 1.3 device that draws into images. It is independent of AGAL.
#pragma once

#include <functional>
#include <stdexcept>
#define VULKAN_HPP_DISPATCH_LOADER_DYNAMIC 1
#define VULKAN_HPP_NO_STRUCT_CONSTRUCTORS
#include <vulkan/vulkan.hpp>

// A mapped buffer, or an image in the layout eGeneral.
struct Resource {
  vk::UniqueDeviceMemory memory;
  vk::UniqueBuffer buffer;
  void* data = nullptr;
  vk::UniqueImage image;
  vk::UniqueImageView view;
};

class Gpu {
 public:
  Gpu() {
    VULKAN_HPP_DEFAULT_DISPATCHER.init(loader_.getProcAddress<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr"));
    const vk::ApplicationInfo application{.apiVersion = VK_API_VERSION_1_3};
    instance_ = vk::createInstanceUnique({.pApplicationInfo = &application});
    VULKAN_HPP_DEFAULT_DISPATCHER.init(*instance_);
    for (const vk::PhysicalDevice candidate : instance_->enumeratePhysicalDevices())
      if (!physical_ && candidate.getProperties().apiVersion >= VK_API_VERSION_1_3) physical_ = candidate;
    if (!physical_) throw std::runtime_error("no device has Vulkan 1.3");
    const auto families = physical_.getQueueFamilyProperties();
    std::uint32_t family = 0;
    while (!(families.at(family).queueFlags & vk::QueueFlagBits::eGraphics)) ++family;
    const float priority = 1;
    const vk::DeviceQueueCreateInfo queue{.queueFamilyIndex = family, .queueCount = 1, .pQueuePriorities = &priority};
    const vk::PhysicalDeviceVulkan13Features features{.dynamicRendering = true};
    device_ = physical_.createDeviceUnique(vk::DeviceCreateInfo{.pNext = &features}.setQueueCreateInfos(queue));
    VULKAN_HPP_DEFAULT_DISPATCHER.init(*device_);
    queue_ = device_->getQueue(family, 0);
    pool_ = device_->createCommandPoolUnique({.queueFamilyIndex = family});
  }

  vk::Device device() const { return *device_; }

  Resource make_buffer(vk::DeviceSize size, vk::BufferUsageFlags usage) const {
    using Property = vk::MemoryPropertyFlagBits;
    Resource made{.buffer = device_->createBufferUnique({.size = size, .usage = usage})};
    made.memory =
        allocate(device_->getBufferMemoryRequirements(*made.buffer), Property::eHostVisible | Property::eHostCoherent);
    device_->bindBufferMemory(*made.buffer, *made.memory, 0);
    made.data = device_->mapMemory(*made.memory, 0, size);
    return made;
  }

  Resource make_image(vk::Format format, vk::Extent3D size, vk::ImageUsageFlags usage) const {
    Resource made{.image = device_->createImageUnique({.imageType = vk::ImageType::e2D,
                                                       .format = format,
                                                       .extent = size,
                                                       .mipLevels = 1,
                                                       .arrayLayers = 1,
                                                       .usage = usage})};
    made.memory = allocate(device_->getImageMemoryRequirements(*made.image), {});
    device_->bindImageMemory(*made.image, *made.memory, 0);
    const vk::ImageSubresourceRange all{vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1};
    made.view = device_->createImageViewUnique(
        {.image = *made.image, .viewType = vk::ImageViewType::e2D, .format = format, .subresourceRange = all});
    const vk::ImageMemoryBarrier change{
        .newLayout = vk::ImageLayout::eGeneral, .image = *made.image, .subresourceRange = all};
    constexpr auto stages = vk::PipelineStageFlagBits::eAllCommands;
    submit([&](vk::CommandBuffer commands) { commands.pipelineBarrier(stages, stages, {}, {}, {}, change); });
    return made;
  }

  // Records commands, submits them and waits until they are done.
  void submit(const std::function<void(vk::CommandBuffer)>& record) const {
    const auto commands = device_->allocateCommandBuffersUnique({.commandPool = *pool_, .commandBufferCount = 1});
    commands[0]->begin(vk::CommandBufferBeginInfo{});
    record(*commands[0]);
    commands[0]->end();
    queue_.submit(vk::SubmitInfo{}.setCommandBuffers(*commands[0]));
    queue_.waitIdle();
  }

 private:
  vk::UniqueDeviceMemory allocate(const vk::MemoryRequirements& needs, vk::MemoryPropertyFlags properties) const {
    const auto types = physical_.getMemoryProperties().memoryTypes;
    std::uint32_t type = 0;
    while ((needs.memoryTypeBits >> type & 1) == 0 || (types.at(type).propertyFlags & properties) != properties) ++type;
    return device_->allocateMemoryUnique({.allocationSize = needs.size, .memoryTypeIndex = type});
  }

  vk::DynamicLoader loader_;
  vk::UniqueInstance instance_;
  vk::PhysicalDevice physical_;
  vk::UniqueDevice device_;
  vk::Queue queue_;
  vk::UniqueCommandPool pool_;
};
