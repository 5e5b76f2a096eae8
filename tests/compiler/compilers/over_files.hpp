// Runs compilers that are separate programs.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"
#include "exec/shader_compiler.hpp"

namespace agal::compilers {

/// Writes the modules to files, which are named in order: 00000.vert.hlsl, 00001.frag.hlsl, … (if `extension` is
/// ".hlsl"). Runs the command with their folder as its last argument, and returns the lines that it prints.
std::vector<std::string> run_over(const std::vector<Module>& modules, const std::string& extension,
                                  const std::string& command);

/// Runs a command that writes files, and returns their contents: if `made` is ".glsl", the product of 00000.vert.agal
/// is the content of 00000.vert.agal.glsl, or "" if this file does not exist. The command's lines are appended to
/// `lines`.
std::vector<std::string> products_over(const std::vector<Module>& modules, const std::string& extension,
                                       const std::string& command, const std::string& made,
                                       std::vector<std::string>& lines);

/// Runs a command that compiles to SPIR-V. The words of 00000.vert.hlsl are in 00000.vert.hlsl.spv, unless the command
/// has rejected the module. The command's lines are appended to `lines`.
std::vector<exec::CompiledShader> spirv_over(const std::vector<Module>& modules, const std::string& extension,
                                             const std::string& command, std::vector<std::string>& lines);

}  // namespace agal::compilers
