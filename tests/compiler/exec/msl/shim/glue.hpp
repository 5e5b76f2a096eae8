// Functions for the code around the text of a shader. The types are strict: a member that does not conform to
// docs/abi.md does not compile.
#pragma once

#include "host.hpp"
#include "vector.hpp"

namespace agal_msl {

inline void read(metal::float4& to, const float (&from)[4]) {
  for (int i = 0; i < 4; ++i) to.lane[i] = from[i];
}
inline void write(const metal::float4& from, float* to) {
  for (int i = 0; i < 4; ++i) to[i] = from.lane[i];
}
inline void write_depth(const float& from, float* to) { *to = from; }

template <class Block>
const Block& constants(const void* registers) {
  static_assert(sizeof(Block) <= constant_limit * 4 * sizeof(float), "more constants than there are");
  return *static_cast<const Block*>(registers);
}

}  // namespace agal_msl
