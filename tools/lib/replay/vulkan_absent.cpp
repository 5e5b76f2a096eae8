#include <utility>

#include "cli/console.hpp"
#include "replayer.hpp"

namespace agal::frames {

Result<std::unique_ptr<Replayer>> make_vulkan_replayer(const FrameFile&, const Pairs&, const std::string& name,
                                                       const ReplayOptions&) {
  Diagnostic diagnostic =
      agalc::make_diagnostic("frames-no-vulkan", name, {"this build of agalc does not have Vulkan"});
  diagnostic.help =
      "--frame N --engine NAME writes a program that draws this frame, and --page FILE a page; docs/packaging.md says "
      "what a "
      "build with Vulkan needs";
  return agalc::only(std::move(diagnostic));
}

}  // namespace agal::frames
