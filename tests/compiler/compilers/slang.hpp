// Compiles HLSL with Slang. ./tools/lab/direct3d installs it, and slang_driver.cpp calls it.
#pragma once

#include <string>
#include <vector>

#include "compilers/answer.hpp"
#include "compilers/modules.hpp"

namespace agal::compilers {

/// Returns the reason why Slang cannot be run, "" if it can.
std::string missing_slang();

/// Compiles each module for shader model 5.0.
std::vector<Answer> compile_with_slang(const std::vector<Module>& modules);

}  // namespace agal::compilers
