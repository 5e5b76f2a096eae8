// naga, wgpu's compiler, as WebAssembly in Node (naga.mjs). ./tools/dev/naga installs it; the environment variable
// AGAL_NAGA is the folder of another copy of the npm package naga-wasm.
#pragma once

#include <string>
#include <vector>

#include "compilers/modules.hpp"
#include "exec/shader_compiler.hpp"

namespace agal::compilers {

/// The reason why it cannot be run, "" if it can.
std::string missing_naga();

/// A line for each module that naga refuses: its name, and what naga says. `extension` is ".wgsl" or ".spv".
std::vector<std::string> refused_by_naga(const std::vector<Module>& modules, const std::string& extension);

/// Modules of WGSL as SPIR-V that computes what the text says: neither turned upside down for Vulkan nor with a depth
/// that is clamped for it.
std::vector<exec::CompiledShader> spirv_by_naga(const std::vector<Module>& modules);

}  // namespace agal::compilers
