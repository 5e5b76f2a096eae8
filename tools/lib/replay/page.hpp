// The parts of the page: the text around its data, which the build embeds from the files in tools/pages/frames
// (report/embed.cmake), and the data.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "agal/result.hpp"
#include "cli/streamed_file.hpp"
#include "replay/frame_file.hpp"

namespace agal::frames {
namespace page {

extern const std::span<const std::string_view> head;    // before the data
extern const std::span<const std::string_view> script;  // from the end of the data to the end of the script
extern const std::span<const std::string_view> tail;

}  // namespace page

/// Writes two elements of the page: "data" has the uploaded bytes, the decoded levels of textures, the constants of
/// draws, and the pictures of the player; "contents" has the head of the file, the resolved calls, the warnings, the
/// offsets of pictures in "data", and the names of WebGL constants. Warnings: AGAL1157 for what is not drawn as in
/// the game. Errors: AGAL1153 for too much data.
Diagnostics write_page_data(agalc::StreamedFile& output, const std::string& name, const FrameFile& frames,
                            const Pairs& pairs);

}  // namespace agal::frames
