// The text of every language that has a way back to SPIR-V: what glslang reads, WGSL by naga, HLSL by DXC.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/target.hpp"
#include "compilers/modules.hpp"
#include "exec/shader_compiler.hpp"

namespace agal::test {

void replace_all(std::string& text, std::string_view what, std::string_view by);

/// Whether glslang makes SPIR-V of the language: GLSL, GLSL ES and HLSL. Texts of GLSL ES 1.00 and 3.00 are read
/// as 3.10, with definitions of what 1.00 calls differently.
bool reads(Target target);

/// The names of variables stay in the words.
exec::CompiledShader read_text(std::string text, Target target, Stage stage);

/// Who reads the text of a form.
enum class FrontEnd : std::uint8_t { Glslang, Naga, Dxc };

/// Texts of one target, all at once, because naga and DXC are processes of their own.
std::vector<exec::CompiledShader> read_texts(FrontEnd front_end, Target target,
                                             const std::vector<compilers::Module>& texts);

}  // namespace agal::test
