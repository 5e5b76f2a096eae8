// Calls glslang, as an independent compiler for the generated text. Only tests use it.
//
// To use it, list agal-glslang-oracle among the LIBS of your agal_test.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agal/compile.hpp"

namespace agal::test {

/// Returns true if glslang has a front end for the target's language, which it has for all except SPIR-V and MSL.
bool has_oracle(Target target);

/// Compiles and links one shader. Returns glslang's messages, or nullopt if glslang accepts the shader.
///
/// For essl100, the rules of WebGL 1 apply: indices are only constants and loop counters, except for uniforms in vertex
/// shaders. glslang does not know GL_EXT_draw_buffers in version 100, so the line that requires it is removed first,
/// and the size of `gl_FragData` is not checked.
std::optional<std::string> glslang_error(std::string_view text, Target target, Stage stage,
                                         const std::string& entry_point = "main");

}  // namespace agal::test
