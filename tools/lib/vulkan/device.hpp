// A Vulkan device without a window: as much of one as drawing into memory takes. The command's pictures and the tests
// that execute shaders share it. Vulkan errors are thrown as vk::Error; whoever opens a device catches them.
#pragma once

// NOLINTNEXTLINE: fields by name, as everywhere here
#define VULKAN_HPP_NO_STRUCT_CONSTRUCTORS
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
  bool hardware = false;    // a GPU, where there is one, rather than a device that computes on the CPU
  bool validation = false;  // load the validation layer; without it on the machine, opening fails
  bool statistics = false;  // for executables_of(): nothing is drawn, and no feature changes the code that is made
};

/// As $AGAL_VULKAN_DEVICE has it: `gpu` for hardware.
DeviceOptions options_of_environment(bool validation);

/// Memory that the CPU sees, mapped for as long as it lives.
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

class Device {
 public:
  explicit Device(const DeviceOptions& options);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  vk::Device handle() const { return *device_; }
  /// "llvmpipe (LLVM 15.0.6, 256 bits), Vulkan 1.3.230".
  const std::string& name() const { return name_; }
  const vk::PhysicalDeviceLimits& limits() const { return limits_; }
  const vk::PhysicalDeviceFeatures& features() const { return features_; }
  /// Whether viewports may be told that clip-space z runs from -w to w (VK_EXT_depth_clip_control).
  bool has_depth_clip_control() const { return has_depth_clip_control_; }

  /// What the validation layer has said since the last call: errors and warnings.
  std::vector<std::string> take_messages();

  Buffer make_buffer(std::size_t size, vk::BufferUsageFlags usage) const;
  /// An attachment of one level that can be copied from.
  Image make_attachment(vk::Format format, std::uint32_t width, std::uint32_t height) const;
  /// A texture with its levels, as eight bits a lane, ready to be sampled. Texels are rounded to n / 255.
  Image make_texture(const Texture& texture) const;
  vk::UniqueShaderModule make_shader(std::span<const std::uint32_t> words) const;
  /// For a sampler's filter, mip filter and wrap mode. The bias is the shader's business.
  vk::UniqueSampler make_sampler(SamplerOperand state) const;

  /// Records commands, submits them and waits for their end.
  void submit(const std::function<void(vk::CommandBuffer)>& record) const;

 private:
  struct Messages;

  void make_instance(const DeviceOptions& options);
  void choose(const DeviceOptions& options);
  bool has_extension(std::string_view name) const;
  bool supports_depth_clip_control() const;
  void make_device(const DeviceOptions& options);
  vk::UniqueDeviceMemory allocate(const vk::MemoryRequirements& needs, vk::MemoryPropertyFlags properties) const;
  Image make_image(const vk::ImageCreateInfo& info, vk::ImageViewType type, vk::ImageAspectFlags aspect) const;

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
