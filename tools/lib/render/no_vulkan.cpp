// Replaces the Vulkan backend if Vulkan is missing at build time.
#include "console/console.hpp"
#include "render/scene.hpp"

namespace agal::render {

Result<std::unique_ptr<Renderer>> make_vulkan_renderer(bool) {
  return agalc::only(agalc::make_diagnostic("no-vulkan", {}, {"agalc was built without Vulkan"}));
}

}  // namespace agal::render
