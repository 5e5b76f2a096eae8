// The software sampler: what one fetch from a texture gives. The formulas are Vulkan's.
#pragma once

#include "agal/interpret.hpp"

namespace agal::interpret {

/// Where a fetch looks, and how the place changes across the quad.
struct Footprint {
  std::array<float, 3> at{}, dx{}, dy{};
};

/// The level of detail that the derivatives ask for, before bias and limits. -infinity where nothing changes.
float level_of_detail(const Texture& texture, const Footprint& footprint);

/// The filtered texel at a level of detail. `state` has the filter, the mip filter and the wrap mode. Anisotropic
/// filters are linear ones; values beyond the known ones are as the first of their field.
Float4 sample(const Texture& texture, SamplerOperand state, const std::array<float, 3>& at, float lod);

}  // namespace agal::interpret
