// Registers that the compilers of Direct3D assign.
#pragma once

#include <string>
#include <vector>

#include "proofs/glslang.hpp"

namespace agal::proofs {

/// Binds textures, samplers and constant buffers without a register to the first ones that are free, in the order of
/// their declarations. Only resources that the shader uses count. `restore_interface` has removed glslang's bindings.
/// Returns the reason why the registers are not known, or "".
std::string assign_registers(GlslangModule& module);

/// The registers of all varyings of a shader, in the order of declaration. A line of a signature is a semantic, its
/// register and its first component: "TEXCOORD0 0.0".
using Signature = std::vector<std::string>;
Signature signature_of(const std::vector<HlslVarying>& varyings);

/// Returns the reason why a varying is not in the register that docs/abi.md has, or "".
std::string misplaced_varying(const Signature& signature);

/// Returns the reason why the varyings of two shaders do not fit, or "".
std::string unlinked_varying(const Signature& vertex, const Signature& fragment);

}  // namespace agal::proofs
