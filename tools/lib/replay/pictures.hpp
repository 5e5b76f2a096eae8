// The pictures of recorded frames: their names, and their comparison with references.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "render/picture.hpp"
#include "replay/frame_file.hpp"
#include "replay/replayer.hpp"
#include "stage/stage.hpp"

namespace agal::frames {

/// A file of frames that was read.
struct Recording {
  std::string name;
  FrameFile file;
  Pairs pairs;
};

/// The pictures that are shown: one after each frame, and pictures after draws.
struct ShownPictures {
  std::uint32_t until = 0;  // the draw after which the replay ends; 0 for the end of the file
  bool each_draw = false;   // true if each draw is followed by a picture

  bool is_last(const Call& call) const { return until > 0 && call.draw == until; }
  /// Returns the name of the picture that is shown after a call, such as "frame-2" or "draw-17"; "" if none is.
  std::string name_after(const Call& call) const;
  std::vector<std::string> names(const FrameFile& file) const;
};

/// Draws the pictures with wanted names, without messages, up to the first call that fails. Returns PNG files by name.
std::map<std::string, std::string> draw_pictures(const Recording& recording, const ReplayOptions& options,
                                                 const ShownPictures& shown,
                                                 const std::function<bool(const std::string& name)>& is_wanted);

/// The comparison of a picture with its reference.
struct PictureComparison {
  std::string summary;                        // "99.812 % equal, …"
  std::optional<render::Picture> difference;  // unset if the pictures are equal, or have different sizes
  std::string fault;                          // the difference, and the draws that made it; "" if it is tolerated
};

/// Compares the picture after `call` with its reference. `tolerance` is the percentage of pixels that may differ by
/// more than one step in 255.
PictureComparison compare_picture(const Recording& recording, Mode mode, const Call& call,
                                  const render::Picture& picture, const render::Picture& reference, double tolerance);

}  // namespace agal::frames
