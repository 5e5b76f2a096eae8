// What each target can and cannot express, seen on the program: SPIR-V knows nothing of tokens, and SPIRV-Cross prints
// text that no compiler takes where it knows no better.
#pragma once

#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/program.hpp"

namespace agal::target {

/// The options that `CompileOptions` leaves to the target, settled.
Environment environment_of(const CompileOptions& options);
ConstantsMode constants_of(const CompileOptions& options);
ClipZ clip_z_of(const CompileOptions& options);
/// LowColour in GLSL ES alone: other languages know two precisions.
Precision precision_of(const CompileOptions& options);

/// Whether the environment follows Vulkan's rules rather than OpenGL's.
bool follows_vulkan(Environment environment);

/// 4xxx: errors for what the target cannot express, warnings for what its standard does not promise. The program should
/// be valid; whatever it holds, nothing fails. Linear in the number of tokens.
Diagnostics check_target(const Program& program, const CompileOptions& options);

/// The language extensions that the program's text in this target switches on, in the order in which it does.
std::vector<std::string_view> extensions_required(Target target, const Program& program);

}  // namespace agal::target
