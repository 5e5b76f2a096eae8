// The places of constants in the buffers of Direct3D.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace agal::proofs {

/// Replaces glslang's offsets of members of constant buffers, and of structs in them, by Direct3D's offsets. In
/// Direct3D a member may follow an array, a matrix or a struct in the same register. Members of the placed blocks keep
/// their offsets. `words` is a valid module.
void restore_layout(std::vector<std::uint32_t>& words, const std::set<std::string>& placed_blocks);

}  // namespace agal::proofs
