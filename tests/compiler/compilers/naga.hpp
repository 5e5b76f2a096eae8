// Compiles with naga, wgpu's compiler, as WebAssembly in Node (naga.mjs). ./tools/lab/naga installs it; the environment
// variable AGAL_NAGA is the folder of another copy of the npm package naga-wasm.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"
#include "exec/shader_compiler.hpp"

namespace agal::compilers {

/// Returns the reason why naga cannot be run, "" if it can.
std::string missing_naga();

/// Returns a line for each module that naga rejects: its name, and the message. `extension` is ".wgsl" or ".spv".
std::vector<std::string> refused_by_naga(const std::vector<Module>& modules, const std::string& extension);

/// Compiles modules of WGSL to SPIR-V that computes the same as the text. y is not flipped for Vulkan, and depth is not
/// clamped.
std::vector<exec::CompiledShader> spirv_by_naga(const std::vector<Module>& modules);

}  // namespace agal::compilers
