// Makes the program that draws one recorded frame in an engine.
//
// The frame is a list of steps. A step begins where the game cleared or chose another target, and has the draws up to
// the next step. Draws into textures before the frame are steps too, if the frame reads what they drew.
#pragma once

#include <cstdint>
#include <string>

#include "agal/host.hpp"
#include "replay/draw_files.hpp"
#include "replay/pictures.hpp"

namespace agal::frames {

/// Returns the files of a program: frame.json (docs/frames.md), frame.bin, the textures, the player's picture, and what
/// port/frame_program.hpp writes. `names` is the text of a materials.json whose names are kept, or "". Warnings:
/// AGAL1157 for everything that is not drawn as in the game, and the messages about materials. Errors: a malformed
/// call, a frame that does not draw (AGAL1156), and a pair that cannot be compiled.
Result<std::vector<NamedFile>> program_of_recorded_frame(const Recording& recording, std::uint32_t frame, Host engine,
                                                         const ReplayOptions& options, const std::string& names);

}  // namespace agal::frames
