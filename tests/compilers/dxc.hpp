// DXC, Microsoft's compiler of HLSL, which dxc_driver.cpp runs. ./tools/dev/dxc installs it and builds that program;
// the environment variable AGAL_DXC is the folder of another copy of both.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"
#include "compilers/signature.hpp"
#include "exec/shader_compiler.hpp"

namespace agal::compilers {

/// The reason why it cannot be run, "" if it can.
std::string missing_dxc();

struct DxcShader {
  std::string messages;  // errors and warnings
  Signature signature;
};

/// The modules, compiled for shader model 6.0, the first that DXC has. A process compiles equal modules once.
std::vector<DxcShader> compile_with_dxc(const std::vector<Module>& modules);

/// The modules as SPIR-V, not optimized. Inputs and outputs have the names of their semantics: in.var.TEXCOORD0.
std::vector<exec::CompiledShader> spirv_by_dxc(const std::vector<Module>& modules);

/// A line for each module that DXC refuses, or about which it warns: its name, and what DXC says.
std::vector<std::string> refused_by_dxc(const std::vector<Module>& modules);

}  // namespace agal::compilers
