// A Vulkan device for offscreen drawing, for the pictures of the command and for the tests that execute shaders. Vulkan
// errors are thrown as vk::Error; the code that opens a device must catch them.
#pragma once

// NOLINTNEXTLINE: for designated initializers
#define VULKAN_HPP_NO_STRUCT_CONSTRUCTORS
#define VULKAN_HPP_NO_STRUCT_SETTERS
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include <vulkan/vulkan.hpp>

#include "agal/interpret.hpp"

namespace agal::vulkan {

struct DeviceOptions {
  bool hardware = false;    // prefer a GPU to a software device
  bool validation = false;  // load the validation layer; an error if it is not installed
  /// If set, only devices that have this in their name are used, whatever their kind. `Device::name` then includes the
  /// driver's name.
  std::string name = {};
};

/// Reads $AGAL_VULKAN_DEVICE: `gpu` requests hardware.
DeviceOptions options_of_environment(bool validation);

/// Host-visible memory, mapped during its lifetime.
struct Buffer {
  vk::UniqueDeviceMemory memory;
  vk::UniqueBuffer buffer;
  std::byte* data = nullptr;
  std::size_t size = 0;

  template <class T>
  std::span<T> as() const {
    return {reinterpret_cast<T*>(data), size / sizeof(T)};
  }
};

struct Image {
  vk::UniqueDeviceMemory memory;
  vk::UniqueImage image;
  vk::UniqueImageView view;
  vk::Format format = vk::Format::eUndefined;
  vk::Extent3D extent;
};

/// The storage format of texels.
enum class Texels : std::uint8_t {
  Bytes,   // eight bits per channel, rounded to n / 255
  Floats,  // unchanged floats; a device may not be able to filter them
};

class Device {
 public:
  explicit Device(const DeviceOptions& options);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  vk::Device handle() const { return *device_; }
  /// Returns the device: "llvmpipe (LLVM 15.0.6, 256 bits), Vulkan 1.3.230".
  const std::string& name() const { return name_; }
  const vk::PhysicalDeviceLimits& limits() const { return limits_; }
  const vk::PhysicalDeviceFeatures& features() const { return features_; }
  /// Returns true if viewports support clip-space z from -w to w (VK_EXT_depth_clip_control).
  bool has_depth_clip_control() const { return has_depth_clip_control_; }

  /// Returns the errors and warnings of the validation layer since the last call.
  std::vector<std::string> take_messages();

  Buffer make_buffer(std::size_t size, vk::BufferUsageFlags usage) const;
  /// Creates a buffer of this size, or of a few bytes if the size is 0. It begins with the content, as much as fits;
  /// the rest is zero.
  Buffer make_buffer(std::span<const std::byte> content, std::size_t size, vk::BufferUsageFlags usage) const;
  /// Creates an image with a view of all its levels and layers.
  Image make_image(const vk::ImageCreateInfo& info, vk::ImageViewType type, vk::ImageAspectFlags aspect) const;
  /// Creates an attachment with one level, which can be copied from.
  Image make_attachment(vk::Format format, std::uint32_t width, std::uint32_t height) const;
  /// Creates a texture with its levels, ready to be sampled.
  Image make_texture(const Texture& texture, Texels texels = Texels::Bytes) const;
  vk::UniqueShaderModule make_shader(std::span<const std::uint32_t> words) const;
  /// Creates a sampler with this filter, mip filter and wrap mode. The shader applies the bias.
  vk::UniqueSampler make_sampler(SamplerOperand state) const;

  /// Records commands, submits them and waits for their completion.
  void submit(const std::function<void(vk::CommandBuffer)>& record) const;

 private:
  struct Messages;

  void make_instance(const DeviceOptions& options);
  void choose(const DeviceOptions& options);
  bool has_extension(std::string_view name) const;
  bool supports_depth_clip_control() const;
  void make_device();
  vk::UniqueDeviceMemory allocate(const vk::MemoryRequirements& needs, vk::MemoryPropertyFlags properties) const;

  std::unique_ptr<Messages> messages_;
  vk::UniqueInstance instance_;
  vk::UniqueDebugUtilsMessengerEXT messenger_;
  vk::PhysicalDevice physical_;
  std::uint32_t queue_family_ = 0;
  vk::PhysicalDeviceLimits limits_;
  vk::PhysicalDeviceFeatures features_;
  bool has_depth_clip_control_ = false;
  std::string name_;
  vk::UniqueDevice device_;
  vk::Queue queue_;
  vk::UniqueCommandPool pool_;
  mutable bool submitted_ = false;
};

}  // namespace agal::vulkan
