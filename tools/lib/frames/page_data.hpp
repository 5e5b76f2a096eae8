// The data in a page of frames.
#pragma once

#include <string>

#include "agal/result.hpp"
#include "console/streamed_file.hpp"
#include "frames/frame_file.hpp"

namespace agal::frames {

/// Writes the elements "calls", which is calls.jsonl, "data", and "contents", which says where in the data is what a
/// call uploads, with the levels of textures decoded, and the pictures of the player. Textures that cannot be decoded
/// are warnings (AGAL1157). Too much data is an error (AGAL1153).
Diagnostics write_page_data(agalc::StreamedFile& output, const std::string& name, const FrameFile& frames);

}  // namespace agal::frames
