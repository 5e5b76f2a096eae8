// Direct3D's meaning of operations that glslang takes for others of GLSL.
#pragma once

#include <cstdint>
#include <vector>

namespace agal::proofs {

/// Rewrites a valid module that glslang made of HLSL:
/// - `fmod` and `%` have the sign of the first operand (OpFMod, OpSMod).
/// - `lerp(a, b, t)` is a + t * (b - a) (FMix).
/// - `clamp(x, low, high)` is min(max(x, low), high), also where low is above high (FClamp).
/// - A static variable without a value is zero.
void restore_operations(std::vector<std::uint32_t>& words);

}  // namespace agal::proofs
