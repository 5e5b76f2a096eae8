// Replaces the Vulkan backend if Vulkan is missing at build time.
#include "cli/console.hpp"
#include "render/scene.hpp"

namespace agal::render {

bool has_vulkan() { return false; }

Result<std::unique_ptr<Renderer>> make_vulkan_renderer(bool) {
  return agalc::only(agalc::make_diagnostic("vulkan-not-built", {}));
}

}  // namespace agal::render
