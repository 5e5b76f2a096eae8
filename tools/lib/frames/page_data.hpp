// Writes the data in a page of frames.
#pragma once

#include <string>

#include "agal/result.hpp"
#include "console/streamed_file.hpp"
#include "frames/frame_file.hpp"

namespace agal::frames {

/// Writes three elements of the page: "calls" is calls.jsonl; "data" has the uploaded bytes, the decoded levels of
/// textures, and the pictures of the player; "contents" has the place of each upload and picture in "data". Warnings:
/// AGAL1157 for a texture that cannot be decoded. Errors: AGAL1153 for too much data.
Diagnostics write_page_data(agalc::StreamedFile& output, const std::string& name, const FrameFile& frames);

}  // namespace agal::frames
