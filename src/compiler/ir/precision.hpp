// Finds the values of a fragment program that may be computed with less than 32 bits, if the caller permits it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::ir {

/// The values, samplers and outputs that may have relaxed precision.
struct Relaxed {
  std::vector<std::uint8_t> values;  // indexed by value: 1 if relaxed; empty if no value is
  base::RegisterSet samplers;        // slots of samplers whose texels are all relaxed
  base::RegisterSet colors;          // outputs that store a relaxed value
  base::RegisterSet unit_colors;     // outputs of `colors` that store a value between 0 and 1

  bool contains(Value v) const { return !values.empty() && values[index(v)] != 0; }
};

/// Finds the relaxed values. A value is relaxed if it is a color and is used only like a color. A color is a texel, or
/// a sum, difference, product, minimum, maximum, clamp, selection or merge that involves a color. A value keeps full
/// precision if it is used in a texture coordinate, a derivative, an address, the depth, or any other operation. For
/// example, dot products decode packed numbers and transform normals, and powers and roots amplify errors. A comparison
/// leaves its operands relaxed if they are derived from colors and constants only, as in an alpha test, but not in a
/// depth test. In a vertex program, nothing is relaxed.
Relaxed relaxed_of(const Module& module);

}  // namespace agal::ir
