// A page of HTML that draws frames again and shows each draw.
#pragma once

#include <span>
#include <string>

#include "agal/diagnostic.hpp"
#include "frame_file.hpp"

namespace agal::frames {

/// Writes the page, with the file and the shaders of its programs in GLSL ES 3.00 in it. A program that is rejected is
/// a warning (AGAL1154): the page leaves its draws out.
Diagnostics write_page(std::span<const std::byte> file, const std::string& name, const FrameFile& frames,
                       const std::string& page);

}  // namespace agal::frames
