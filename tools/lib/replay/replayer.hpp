// Replays the calls of a file of frames on a device.
#pragma once

#include <memory>
#include <string>

#include "render/picture.hpp"
#include "replay/frame_file.hpp"

namespace agal::frames {

struct ReplayOptions {
  Mode mode = Mode::Ruffle;
  bool renderdoc = false;  // captures the frames with RenderDoc
};

class Replayer {
 public:
  virtual ~Replayer() = default;
  /// Makes a call. Errors: AGAL1152 for a malformed call, AGAL1155 if the device fails.
  /// Warnings: AGAL1154 for a pair that cannot be drawn.
  virtual Diagnostics make(const Call& call) = 0;
  /// Returns the colors of the current target, row 0 on top, or an empty picture if there is no target.
  virtual Result<render::Picture> picture() = 0;
  /// Returns a side of the first level of a texture, including everything that was drawn into it.
  virtual Result<Level> texture(std::uint32_t number, std::uint32_t side) = 0;
  virtual const Stage& stage() const = 0;
  /// Returns the name of the device.
  virtual std::string device() const = 0;
};

/// Makes a replayer that uses Vulkan. Errors: AGAL1155 if there is no device or agalc was built without Vulkan,
/// AGAL1160 if RenderDoc is not loaded.
Result<std::unique_ptr<Replayer>> make_vulkan_replayer(const FrameFile& frames, const Pairs& pairs,
                                                       const std::string& name, const ReplayOptions& options);

}  // namespace agal::frames
