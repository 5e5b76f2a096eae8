// Writes an HTML page that replays frames and shows each draw.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"
#include "frame_file.hpp"

namespace agal::frames {

/// Writes the page. It contains the data of the file, and the programs as shaders in GLSL ES 3.00. Warnings: AGAL1154
/// for a rejected program, and the page does not draw with it; AGAL1157 for a texture that cannot be decoded.
Diagnostics write_page(const std::string& name, const FrameFile& frames, const std::string& page);

}  // namespace agal::frames
