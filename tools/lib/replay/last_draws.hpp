// Finds the draws that drew the pixels of a picture.
#pragma once

#include <string>
#include <vector>

#include "replay/replayer.hpp"

namespace agal::frames {

/// The number of pixels that a draw was the last to change. `draw` is 0 for pixels that no draw of the frame changed.
struct DrawnPixels {
  std::uint32_t draw = 0;
  std::size_t pixels = 0;
};

/// Replays the calls up to `end`, and reads the target after each draw of its frame. Returns the draws that were the
/// last to change the pixels `which`, those with most pixels first. Returns nothing if the frame has more than
/// `max_draws` draws, or if the replay fails.
inline constexpr std::uint32_t max_draws = 1000;
std::vector<DrawnPixels> last_draws(const FrameFile& frames, const Pairs& pairs, const std::string& name, Mode mode,
                                    const Call& end, const std::vector<std::size_t>& which);

}  // namespace agal::frames
