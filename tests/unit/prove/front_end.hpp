// The text of every language that glslang reads, as SPIR-V: the way back.
#pragma once

#include <string>

#include "agal/target.hpp"
#include "exec/shader_compiler.hpp"

namespace agal::test {

/// Whether glslang makes SPIR-V of the language: GLSL, GLSL ES and HLSL. Texts of GLSL ES 1.00 and 3.00 are read
/// as 3.10, with definitions of what 1.00 calls differently.
bool reads(Target target);

/// The names of variables stay in the words.
exec::CompiledShader read_text(std::string text, Target target, Stage stage);

}  // namespace agal::test
