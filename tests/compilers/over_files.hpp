// Compilers that are other programs.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"

namespace agal::compilers {

/// Writes the modules to files, in order of their names: 00000.vert.hlsl, 00001.frag.hlsl, …, where `extension` is
/// ".hlsl". Runs the command with their folder as its last argument, and returns the lines that it prints.
std::vector<std::string> run_over(const std::vector<Module>& modules, const std::string& extension,
                                  const std::string& command);

}  // namespace agal::compilers
