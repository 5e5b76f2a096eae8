// Rewrites a module so that SPIRV-Cross makes the most readable text of it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace agal::khronos {

/// Our modules are optimized for size, and some of their shortest instructions become hard to read as text. This
/// rewrites
///  - a shuffle of two vectors into a construction from parts: `vec4(a.xyz, b.w)`, not `vec4(a.x, a.y, a.z, b.w)`;
///  - a select between vectors with a repeated condition into a select with the scalar condition: `c ? a : b`, not one
///    such expression per lane. SPIR-V allows it from version 1.4 on, and SPIRV-Cross always accepts it.
/// The result is for SPIRV-Cross only. Linear in the length; `words` must be a valid module.
std::vector<std::uint32_t> text_form(std::span<const std::uint32_t> words);

}  // namespace agal::khronos
