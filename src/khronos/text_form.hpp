// A module in the form that makes the best text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace agal::khronos {

/// Our modules are made to be short; some of their shortest instructions read badly once SPIRV-Cross has spelled them
/// out. This rewrites
///  - a shuffle of two vectors into a construction from parts: `vec4(a.xyz, b.w)`, not `vec4(a.x, a.y, a.z, b.w)`;
///  - a selection between vectors by one repeated condition into a selection by that condition: `c ? a : b`, not one
///    such expression a lane. SPIR-V allows it from version 1.4 on, and SPIRV-Cross in all.
/// The words that come back are for SPIRV-Cross alone. Linear in the length; `words` must be a valid module.
std::vector<std::uint32_t> text_form(std::span<const std::uint32_t> words);

}  // namespace agal::khronos
