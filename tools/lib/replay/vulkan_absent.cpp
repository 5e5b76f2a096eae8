#include "cli/console.hpp"
#include "replayer.hpp"

namespace agal::frames {

Result<std::unique_ptr<Replayer>> make_vulkan_replayer(const FrameFile&, const Pairs&, const std::string& name,
                                                       const ReplayOptions&) {
  return agalc::only(agalc::make_diagnostic("frames-no-vulkan", name, {"this build of agalc does not have Vulkan"}));
}

}  // namespace agal::frames
