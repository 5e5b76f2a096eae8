// Direct3D's meaning of `discard`.
#pragma once

#include <cstdint>
#include <vector>

namespace agal::proofs {

/// Replaces OpKill, which glslang makes of `discard` and `clip`, by OpDemoteToHelperInvocation: in Direct3D a discarded
/// pixel goes on, so that its neighbors have derivatives. It goes on at the end of the branch that discards it. A
/// discard in a loop, or outside of branches, stays as it is. `words` is a valid module.
void demote_discards(std::vector<std::uint32_t>& words);

}  // namespace agal::proofs
