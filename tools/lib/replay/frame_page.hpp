// Writes an HTML page that replays frames and shows each draw.
#pragma once

#include <map>
#include <string>

#include "agal/diagnostic.hpp"
#include "frame_file.hpp"

namespace agal::frames {

/// The name of a program, and the address of a page about it or "".
struct ProgramName {
  std::string name, link;
};
/// The key is the XXH3-128 hash of the program, as in manifests.
using ProgramNames = std::map<std::string, ProgramName>;

/// Writes the page to the path `page`. It contains the data of the file, and the programs as shaders in GLSL ES 3.00.
/// Warnings: AGAL1154 for a pair with which the page cannot draw; AGAL1157 for what is not drawn as in the game, such
/// as a texture that cannot be decoded. Errors: AGAL1153 for too much data.
Diagnostics write_page(const std::string& name, const FrameFile& frames, const std::string& page,
                       const ProgramNames& names = {});

}  // namespace agal::frames
