// Compiles HLSL with DXC, Microsoft's compiler. dxc_driver.cpp calls it. ./tools/lab/dxc installs DXC and builds the
// driver; the environment variable AGAL_DXC is the folder of another copy of both.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"
#include "compilers/signature.hpp"

namespace agal::compilers {

/// Returns the folder with the driver, which is also there as the command `dxc`.
std::string dxc_folder();

/// Returns the reason why DXC cannot be run, "" if it can.
std::string missing_dxc();

struct DxcShader {
  std::string messages;  // errors and warnings
  Signature signature;
};

/// Compiles the modules for shader model 6.0, the lowest that DXC supports. Equal modules are compiled once per
/// process.
std::vector<DxcShader> compile_with_dxc(const std::vector<Module>& modules);

/// Returns a line for each module that DXC rejects or warns about: its name, and the message.
std::vector<std::string> refused_by_dxc(const std::vector<Module>& modules);

}  // namespace agal::compilers
