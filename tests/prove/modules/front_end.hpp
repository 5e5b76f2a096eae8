// Reads text as SPIR-V: glslang reads GLSL, GLSL ES and HLSL, naga reads WGSL, and DXC reads HLSL.
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

/// Returns true if glslang compiles the language to SPIR-V: GLSL, GLSL ES and HLSL. GLSL ES 1.00 and 3.00 are read as
/// 3.10, with macros for the names of 1.00.
bool reads(Target target);

/// Compiles a text with glslang. The SPIR-V contains the names of variables.
exec::CompiledShader read_text(std::string text, Target target, Stage stage);

/// The compiler that reads a text.
enum class FrontEnd : std::uint8_t { Glslang, Naga, Dxc };

/// Compiles all texts of one target together, because naga reads many files in one process.
std::vector<exec::CompiledShader> read_texts(FrontEnd front_end, Target target,
                                             const std::vector<compilers::Module>& texts);

}  // namespace agal::test
