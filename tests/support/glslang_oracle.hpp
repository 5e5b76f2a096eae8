// glslang as an independent judge of the text that we make. The judge knows nothing of us; we use it in tests only.
//
// To use it, list agal-glslang-oracle among the LIBS of your agal_test.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agal/compile.hpp"

namespace agal::test {

/// Whether glslang has a front end for the target's language: all but SPIR-V and MSL.
bool has_oracle(Target target);

/// Compiles and links one shader. Nothing: glslang accepts it; otherwise what it says.
///
/// essl100 is judged by the rules of WebGL 1: no indexing but by constants and loop counters, save for uniforms in
/// vertex shaders. One thing glslang cannot judge there: it does not know GL_EXT_draw_buffers at version 100, so the
/// line that requires it is blanked out first, and `gl_FragData` has as many elements as the judge likes.
std::optional<std::string> glslang_error(std::string_view text, Target target, Stage stage,
                                         const std::string& entry_point = "main");

}  // namespace agal::test
