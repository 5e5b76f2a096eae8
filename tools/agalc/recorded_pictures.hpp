// Pictures of the pairs of recorded frames, for the report: each pair as the game drew with it.
#pragma once

#include "replay/pictures.hpp"
#include "report/report.hpp"

namespace agalc {

/// Returns the first draw that shows something of each pair, and its picture with at most `side` pixels in each
/// direction: the part of the target that the draw changed, without the draws before it. The keys are the hashes of the
/// programs in the manifest. A draw that samples a texture into which the game drew has a picture only with Vulkan.
agal::report::RecordedDraws recorded_draws(const agal::frames::Recording& recording, std::uint32_t side);

}  // namespace agalc
