// A page of HTML that draws frames again and shows each draw.
#pragma once

#include <string>

#include "agal/diagnostic.hpp"
#include "frame_file.hpp"

namespace agal::frames {

/// Writes the page, with what the file has, and the shaders of its programs in GLSL ES 3.00. A program that is rejected
/// is a warning (AGAL1154): the page leaves its draws out. So is a texture that cannot be decoded (AGAL1157).
Diagnostics write_page(const std::string& name, const FrameFile& frames, const std::string& page);

}  // namespace agal::frames
