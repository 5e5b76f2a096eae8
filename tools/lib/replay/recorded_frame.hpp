// Makes the program that draws one recorded frame, or one draw, in an engine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agal/host.hpp"
#include "replay/draw_files.hpp"
#include "replay/pictures.hpp"

namespace agal::frames {

/// Returns the files of a program: frame.json (docs/engines.md) or frame.h, frame.bin, the textures, the player's
/// picture, and what port/frame_program.hpp writes. `names` is the text of a materials.json whose names are kept, or
/// "". Warnings: AGAL1157 for everything that is not drawn as in the game, and the messages about materials. Errors: a
/// malformed call, a frame that does not draw (AGAL1156), and a pair that cannot be compiled.
Result<std::vector<NamedFile>> program_of_recorded_frame(const Recording& recording, std::uint32_t frame, Host engine,
                                                         const ReplayOptions& options, const std::string& names);

/// Returns the files of a program that draws one draw, whose call is the next one for the stage. The folder also has
/// the files of its scene (draw_files.hpp): programs and textures.
Result<std::vector<NamedFile>> program_of_recorded_draw(const Recording& recording, Stage& stage, const Call& call,
                                                        const DrawCall& draw, const Float4& background, Host engine,
                                                        const std::string& names);

}  // namespace agal::frames
