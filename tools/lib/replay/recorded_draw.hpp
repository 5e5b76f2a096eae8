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

/// The program that is written with a draw.
struct DrawProgram {
  Host engine;
  std::string names;  // the text of a materials.json whose names are kept, or ""
};

/// Returns the scene of the draw with this number, which must exist, and the files of a program that draws it. Errors:
/// a malformed call, and a draw that draws nothing. A device is only needed for a draw that samples textures into which
/// the game has drawn.
Result<DrawFiles> files_of_recorded_draw(const Recording& recording, std::uint32_t number, const ReplayOptions& options,
                                         const std::optional<DrawProgram>& program = {});

/// Adds the shaders in these languages and their reflection; without languages, the reflection for SPIR-V. Returns the
/// messages of all languages, and stops after one with an error.
Diagnostics add_shaders(DrawFiles& files, const CompileOptions& options, const std::vector<Target>& targets);

}  // namespace agal::frames
