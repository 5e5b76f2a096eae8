// The software sampler: the check of a texture, and one fetch from it, by the formulas of the Vulkan specification.
#pragma once

#include <array>
#include <string>

#include "agal/interpret.hpp"

namespace agal::interpret {

/// The first error in a texture, "" if there is none.
std::string fault_of(const Texture& texture);

/// The coordinate of a fetch, and its derivatives in the quad.
struct Footprint {
  std::array<float, 3> at{}, dx{}, dy{};
};

/// The level of detail that follows from the derivatives, before bias and limits; -infinity if they are zero.
float level_of_detail(const Texture& texture, const Footprint& footprint);

/// The filtered texel at a level of detail. `state` has the filter, the mip filter and the wrap mode. Anisotropic
/// filters are treated as linear, unknown values as the first of their field.
Float4 sample(const Texture& texture, SamplerOperand state, const std::array<float, 3>& at, float lod);

}  // namespace agal::interpret
