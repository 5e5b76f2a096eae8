// Writes an HTML page that replays frames and shows each draw.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"
#include "frame_file.hpp"

namespace agal::frames {

/// Writes the page to the path `page`. It contains the data of the file, and the programs as shaders in GLSL ES 3.00.
/// Warnings: AGAL1154 for a pair with which the page cannot draw; AGAL1157 for what is not drawn as in the game, such
/// as a texture that cannot be decoded. Errors: AGAL1153 for too much data.
Diagnostics write_page(const std::string& name, const FrameFile& frames, const std::string& page);

}  // namespace agal::frames
