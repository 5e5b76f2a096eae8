#include "vulkan/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "vulkan/drivers.hpp"

VULKAN_HPP_DEFAULT_DISPATCH_LOADER_DYNAMIC_STORAGE

namespace agal::vulkan {
namespace {

constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";
constexpr std::uint32_t api_version = VK_API_VERSION_1_1;

VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  (*static_cast<std::function<void(const char*)>*>(user))(data->pMessage);
  return VK_FALSE;
}

// Opens the library of the loader. It is never closed, because unloading drivers causes problems.
void load_functions() {
  static const bool loaded = [] {
    try {
      static vk::DynamicLoader* const library = new vk::DynamicLoader;
      VULKAN_HPP_DEFAULT_DISPATCHER.init(library->getProcAddress<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr"));
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  }();
  if (!loaded) throw vk::InitializationFailedError("cannot load libvulkan");
}

vk::PhysicalDevice by_kind(const std::vector<vk::PhysicalDevice>& all, bool hardware) {
  const auto on_cpu = [](vk::PhysicalDevice device) {
    return device.getProperties().deviceType == vk::PhysicalDeviceType::eCpu;
  };
  auto found = std::find_if(all.begin(), all.end(), [&](auto device) { return on_cpu(device) != hardware; });
  if (found == all.end() && !hardware) found = all.begin();
  if (found == all.end())
    throw vk::InitializationFailedError(hardware ? "no GPU was found" : "no Vulkan device was found");
  return *found;
}

vk::PhysicalDevice by_name(const std::vector<vk::PhysicalDevice>& all, const std::string& part) {
  std::string names;
  for (const vk::PhysicalDevice device : all) {
    const std::string name = device.getProperties().deviceName;
    if (name.find(part) != std::string::npos) return device;
    names += (names.empty() ? "" : ", ") + name;
  }
  throw vk::InitializationFailedError(
      fmt::format("no Vulkan device has \"{}\" in its name; there are: {}", part, names.empty() ? "none" : names));
}

}  // namespace

DeviceOptions options_of_environment(bool validation) {
  const char* const wanted = std::getenv("AGAL_VULKAN_DEVICE");
  return {wanted != nullptr && std::string_view(wanted) == "gpu", validation};
}

// The messages of the validation layer, which may report them on any thread.
struct Device::Messages {
  std::mutex mutex;
  std::vector<std::string> list;
  std::function<void(const char*)> add = [this](const char* text) {
    const std::lock_guard lock(mutex);
    list.emplace_back(text);
  };
};

Device::Device(const DeviceOptions& options) : messages_(std::make_unique<Messages>()) {
  make_instance(options);
  choose(options);
  make_device();
}

Device::~Device() {
  // Waits only after a submission, because drivers that only compile do not support waiting. A lost device is not an
  // error here.
  if (device_ && submitted_) static_cast<void>(VULKAN_HPP_DEFAULT_DISPATCHER.vkDeviceWaitIdle(*device_));
  keep_libraries_loaded();
}

void Device::make_instance(const DeviceOptions& options) {
  load_functions();
  const vk::ApplicationInfo application{.pApplicationName = "agalc", .apiVersion = api_version};
  std::vector<const char*> layers, extensions;
  if (options.validation) {
    layers.push_back(validation_layer);
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  }
  instance_ = vk::createInstanceUnique(
      vk::InstanceCreateInfo{.pApplicationInfo = &application,
                             .enabledLayerCount = static_cast<std::uint32_t>(layers.size()),
                             .ppEnabledLayerNames = layers.data(),
                             .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                             .ppEnabledExtensionNames = extensions.data()});
  VULKAN_HPP_DEFAULT_DISPATCHER.init(*instance_);
  if (!options.validation) return;
  using Severity = vk::DebugUtilsMessageSeverityFlagBitsEXT;
  using Type = vk::DebugUtilsMessageTypeFlagBitsEXT;
  messenger_ = instance_->createDebugUtilsMessengerEXTUnique(
      vk::DebugUtilsMessengerCreateInfoEXT{.messageSeverity = Severity::eError | Severity::eWarning,
                                           .messageType = Type::eValidation,
                                           .pfnUserCallback = on_message,
                                           .pUserData = &messages_->add});
}

void Device::choose(const DeviceOptions& options) {
  const std::vector<vk::PhysicalDevice> all = instance_->enumeratePhysicalDevices();
  physical_ = options.name.empty() ? by_kind(all, options.hardware) : by_name(all, options.name);
  const vk::PhysicalDeviceProperties properties = physical_.getProperties();
  limits_ = properties.limits;
  name_ = fmt::format("{}, Vulkan {}.{}.{}", properties.deviceName.data(), VK_API_VERSION_MAJOR(properties.apiVersion),
                      VK_API_VERSION_MINOR(properties.apiVersion), VK_API_VERSION_PATCH(properties.apiVersion));
  if (!options.name.empty() && has_extension(VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME)) {
    const auto chain = physical_.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceDriverProperties>();
    const auto& driver = chain.get<vk::PhysicalDeviceDriverProperties>();
    name_ += fmt::format(", {} {}", driver.driverName.data(), driver.driverInfo.data());
  }
}

bool Device::has_extension(std::string_view name) const {
  const auto extensions = physical_.enumerateDeviceExtensionProperties();
  return std::any_of(extensions.begin(), extensions.end(), [&](const vk::ExtensionProperties& extension) {
    return std::string_view(extension.extensionName) == name;
  });
}

bool Device::supports_depth_clip_control() const {
  if (physical_.getProperties().apiVersion < VK_API_VERSION_1_1) return false;
  if (!has_extension(VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME)) return false;
  const auto features =
      physical_.getFeatures2<vk::PhysicalDeviceFeatures2, vk::PhysicalDeviceDepthClipControlFeaturesEXT>();
  return features.get<vk::PhysicalDeviceDepthClipControlFeaturesEXT>().depthClipControl == VK_TRUE;
}

void Device::make_device() {
  const auto families = physical_.getQueueFamilyProperties();
  const auto graphics = std::find_if(families.begin(), families.end(), [](const auto& family) {
    return static_cast<bool>(family.queueFlags & vk::QueueFlagBits::eGraphics);
  });
  if (graphics == families.end()) throw vk::InitializationFailedError("the Vulkan device cannot draw");
  queue_family_ = static_cast<std::uint32_t>(graphics - families.begin());
  // Only enables the features for drawing AGAL, and for capturing the outputs of vertex programs.
  const vk::PhysicalDeviceFeatures available = physical_.getFeatures();
  features_.geometryShader = available.geometryShader;
  features_.vertexPipelineStoresAndAtomics = available.vertexPipelineStoresAndAtomics;
  features_.robustBufferAccess = available.robustBufferAccess;
  features_.independentBlend = available.independentBlend;
  has_depth_clip_control_ = supports_depth_clip_control();
  const float priority = 1;
  const vk::DeviceQueueCreateInfo queue{
      .queueFamilyIndex = queue_family_, .queueCount = 1, .pQueuePriorities = &priority};
  const vk::PhysicalDeviceDepthClipControlFeaturesEXT clip_control{.depthClipControl = VK_TRUE};
  std::vector<const char*> extensions;
  vk::DeviceCreateInfo info{.queueCreateInfoCount = 1, .pQueueCreateInfos = &queue, .pEnabledFeatures = &features_};
  if (has_depth_clip_control_) {
    info.pNext = &clip_control;
    extensions.push_back(VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME);
  }
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  device_ = physical_.createDeviceUnique(info);
  queue_ = device_->getQueue(queue_family_, 0);
  pool_ = device_->createCommandPoolUnique(vk::CommandPoolCreateInfo{.queueFamilyIndex = queue_family_});
}

std::vector<std::string> Device::take_messages() {
  const std::lock_guard lock(messages_->mutex);
  return std::exchange(messages_->list, {});
}

// ------------------------------------------------------------------------------------------------------ memory

vk::UniqueDeviceMemory Device::allocate(const vk::MemoryRequirements& needs, vk::MemoryPropertyFlags properties) const {
  const vk::PhysicalDeviceMemoryProperties memory = physical_.getMemoryProperties();
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((needs.memoryTypeBits >> i & 1) != 0 && (memory.memoryTypes[i].propertyFlags & properties) == properties)
      return device_->allocateMemoryUnique(vk::MemoryAllocateInfo{.allocationSize = needs.size, .memoryTypeIndex = i});
  throw vk::OutOfDeviceMemoryError("the Vulkan device does not have the required type of memory");
}

Buffer Device::make_buffer(std::size_t size, vk::BufferUsageFlags usage) const {
  Buffer result;
  result.size = size;
  result.buffer = device_->createBufferUnique(vk::BufferCreateInfo{.size = size, .usage = usage});
  result.memory = allocate(device_->getBufferMemoryRequirements(*result.buffer),
                           vk::MemoryPropertyFlagBits::eHostVisible | vk::MemoryPropertyFlagBits::eHostCoherent);
  device_->bindBufferMemory(*result.buffer, *result.memory, 0);
  result.data = static_cast<std::byte*>(device_->mapMemory(*result.memory, 0, size));
  return result;
}

Buffer Device::make_buffer(std::span<const std::byte> content, std::size_t size, vk::BufferUsageFlags usage) const {
  constexpr std::size_t min_bytes = 16;  // Vulkan does not have empty buffers
  Buffer result = make_buffer(std::max(size, min_bytes), usage);
  const auto rest = std::copy_n(content.begin(), std::min(size, content.size()), result.data);
  std::fill(rest, result.data + result.size, std::byte{0});
  return result;
}

Image Device::make_image(const vk::ImageCreateInfo& info, vk::ImageViewType type, vk::ImageAspectFlags aspect) const {
  Image result;
  result.format = info.format;
  result.extent = info.extent;
  result.image = device_->createImageUnique(info);
  result.memory = allocate(device_->getImageMemoryRequirements(*result.image), {});
  device_->bindImageMemory(*result.image, *result.memory, 0);
  result.view = device_->createImageViewUnique(vk::ImageViewCreateInfo{
      .image = *result.image,
      .viewType = type,
      .format = info.format,
      .subresourceRange = {.aspectMask = aspect, .levelCount = info.mipLevels, .layerCount = info.arrayLayers}});
  return result;
}

Image Device::make_attachment(vk::Format format, std::uint32_t width, std::uint32_t height) const {
  const bool depth = format == vk::Format::eD32Sfloat;
  const auto role = depth ? vk::ImageUsageFlagBits::eDepthStencilAttachment : vk::ImageUsageFlagBits::eColorAttachment;
  return make_image(vk::ImageCreateInfo{.imageType = vk::ImageType::e2D,
                                        .format = format,
                                        .extent = {width, height, 1},
                                        .mipLevels = 1,
                                        .arrayLayers = 1,
                                        .usage = role | vk::ImageUsageFlagBits::eTransferSrc},
                    vk::ImageViewType::e2D, depth ? vk::ImageAspectFlagBits::eDepth : vk::ImageAspectFlagBits::eColor);
}

vk::UniqueShaderModule Device::make_shader(std::span<const std::uint32_t> words) const {
  return device_->createShaderModuleUnique(
      vk::ShaderModuleCreateInfo{.codeSize = words.size_bytes(), .pCode = words.data()});
}

// ------------------------------------------------------------------------------------------------------ commands

void Device::submit(const std::function<void(vk::CommandBuffer)>& record) const {
  const auto buffers = device_->allocateCommandBuffersUnique(
      vk::CommandBufferAllocateInfo{.commandPool = *pool_, .commandBufferCount = 1});
  const vk::CommandBuffer commands = *buffers.front();
  commands.begin(vk::CommandBufferBeginInfo{.flags = vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
  record(commands);
  commands.end();
  const vk::UniqueFence fence = device_->createFenceUnique({});
  submitted_ = true;
  queue_.submit(vk::SubmitInfo{.commandBufferCount = 1, .pCommandBuffers = &commands}, *fence);
  constexpr std::uint64_t a_minute = 60'000'000'000;
  if (device_->waitForFences(*fence, VK_TRUE, a_minute) != vk::Result::eSuccess)
    throw vk::DeviceLostError("the Vulkan device did not finish within a minute");
}

}  // namespace agal::vulkan
