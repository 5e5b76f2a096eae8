// Compilers that are other programs.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"
#include "exec/shader_compiler.hpp"

namespace agal::compilers {

/// Writes the modules to files, in order of their names: 00000.vert.hlsl, 00001.frag.hlsl, …, where `extension` is
/// ".hlsl". Runs the command with their folder as its last argument, and returns the lines that it prints.
std::vector<std::string> run_over(const std::vector<Module>& modules, const std::string& extension,
                                  const std::string& command);

/// The same with a command that writes files: what it has made of 00000.vert.agal is in 00000.vert.agal.glsl, where
/// `made` is ".glsl", or "" if there is no such file. Its lines are appended to `lines`.
std::vector<std::string> products_over(const std::vector<Module>& modules, const std::string& extension,
                                       const std::string& command, const std::string& made,
                                       std::vector<std::string>& lines);

/// The same with a command that compiles to SPIR-V: the words of 00000.vert.hlsl are in 00000.vert.hlsl.spv, or it has
/// refused the module. Its lines are appended to `lines`.
std::vector<exec::CompiledShader> spirv_over(const std::vector<Module>& modules, const std::string& extension,
                                             const std::string& command, std::vector<std::string>& lines);

}  // namespace agal::compilers
