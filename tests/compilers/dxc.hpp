// DXC, Microsoft's compiler of HLSL, which dxc_driver.cpp runs. ./tools/dxc installs it and builds that program; the
// environment variable AGAL_DXC is the folder of another copy of both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compilers/modules.hpp"

namespace agal::compilers {

/// The reason why it cannot be run, "" if it can.
std::string missing_dxc();

/// An input or output of a shader. Direct3D connects two shaders by registers, not by semantics.
struct DxcElement {
  std::string semantic;  // "TEXCOORD1"
  bool system_value = false;
  std::uint32_t hardware_register = 0;
  std::uint32_t mask = 0;  // of its components, x is 1
};

struct DxcShader {
  std::string messages;  // errors and warnings
  std::vector<DxcElement> inputs, outputs;
};

/// The modules, compiled for shader model 6.0, the first that DXC has. A process compiles equal modules once.
std::vector<DxcShader> compile_with_dxc(const std::vector<Module>& modules);

/// A line for each module that DXC refuses, or about which it warns: its name, and what DXC says.
std::vector<std::string> refused_by_dxc(const std::vector<Module>& modules);

/// A line for each input of the fragment shader that is in another register, or has another mask, as an output of the
/// vertex shader: Direct3D 11 connects it with another output, Direct3D 12 refuses the pair.
std::vector<std::string> misplaced(const DxcShader& vertex, const DxcShader& fragment);

/// A line for each input of the fragment shader that is not an output of the vertex shader.
std::vector<std::string> unconnected(const DxcShader& vertex, const DxcShader& fragment);

}  // namespace agal::compilers
