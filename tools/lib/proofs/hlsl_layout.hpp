// The places of constants in the buffers of Direct3D.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace agal::proofs {

/// Replaces the offsets that glslang gives to the members of constant buffers, and of structs in them, by those of
/// Direct3D: what follows an array, a matrix or a struct may be in the rest of its last register. The members of the
/// placed blocks keep their places. `words` is a valid module.
void restore_layout(std::vector<std::uint32_t>& words, const std::set<std::string>& placed_blocks);

}  // namespace agal::proofs
