// Replaces vulkan_backend.cpp if Vulkan is missing at build time.
#include "exec/backend.hpp"

namespace agal::exec {
namespace {
Opened missing() { return {nullptr, "built without Vulkan (libvulkan-dev)"}; }
}  // namespace

Opened open_vulkan_spv() { return missing(); }
Opened open_vulkan_unvalidated() { return missing(); }
Opened open_vulkan_hlsl() { return missing(); }
Opened open_vulkan_glsl() { return missing(); }

}  // namespace agal::exec
