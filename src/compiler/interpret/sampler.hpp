// The software sampler: checks a texture and fetches texels, by the formulas of the Vulkan specification.
#pragma once

#include <array>
#include <string>

#include "agal/interpret.hpp"

namespace agal::interpret {

/// Returns the first error in a texture, "" if there is none.
std::string fault_of(const Texture& texture);

/// The coordinate of a fetch, and its derivatives in the quad.
struct Footprint {
  std::array<float, 3> at{}, dx{}, dy{};
};

/// Returns the level of detail, without bias and limits; -infinity if the derivatives are zero.
float level_of_detail(const Texture& texture, const Footprint& footprint);

/// Returns the filtered texel at a level of detail. `state` has the filter, the mip filter and the wrap mode.
/// Anisotropic filters are treated as linear, and unknown values as the first value of their field.
Float4 sample(const Texture& texture, SamplerOperand state, const std::array<float, 3>& at, float lod);

}  // namespace agal::interpret
