// Makes the files of one draw of recorded frames: its scene, and its shaders.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/host.hpp"
#include "replay/draw_files.hpp"
#include "replay/pictures.hpp"

namespace agal::frames {

/// Returns a warning for each text.
Diagnostics warnings_about(const std::string& name, const std::set<std::string>& what,
                           std::string_view slug = "frames-not-drawn");

/// Returns the scene of the draw with this number, which must exist. Errors: a malformed call, and a draw that draws
/// nothing. A device is only needed for a draw that samples textures into which the game has drawn.
Result<DrawFiles> files_of_recorded_draw(const Recording& recording, std::uint32_t number,
                                         const ReplayOptions& options);

/// The shaders that are written with a draw.
struct DrawShaders {
  std::uint32_t number = 0;  // the number of the draw
  CompileOptions compile;
  std::vector<Target> targets;  // without targets, only the reflection for SPIR-V is written
  std::optional<Host> engine;   // determines `targets`; its program is written too
};

/// Adds the shaders and their reflection. Returns the messages of all targets, and stops after one with an error.
Diagnostics add_shaders(DrawFiles& files, const Recording& recording, DrawShaders shaders);

}  // namespace agal::frames
