// Compiles HLSL with FXC, the compiler of Direct3D 11, which wine runs. A program for Windows (fxc/main.cpp) calls
// d3dcompiler_47.dll, which ./tools/lab/direct3d installs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compilers/answer.hpp"
#include "compilers/modules.hpp"

namespace agal::compilers {

/// Returns the reason why FXC cannot be run, "" if it can.
std::string missing_fxc();

/// Compiles the modules for a shader model, such as "5_0". Equal modules are compiled once.
std::vector<Answer> compile_with_fxc(const std::vector<Module>& modules, std::string_view model,
                                     const std::string& entry_point = "main");

}  // namespace agal::compilers
