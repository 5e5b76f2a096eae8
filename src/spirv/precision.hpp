// Which values of a fragment program may be computed with less than 32 bits, when the caller asks for that.
#pragma once

#include <cstdint>
#include <vector>

#include "base/register_set.hpp"
#include "ir/module.hpp"

namespace agal::spirv {

/// What to decorate as RelaxedPrecision.
struct Relaxed {
  std::vector<std::uint8_t> values;  // by value: whether; empty: none
  base::RegisterSet samplers;        // slots all of whose texels are relaxed
  base::RegisterSet colours;         // outputs that store a relaxed value
  base::RegisterSet unit_colours;    // of these, those that store a value between 0 and 1

  bool contains(ir::Value v) const { return !values.empty() && values[ir::index(v)] != 0; }
};

/// A value is relaxed if it is a colour and goes nowhere but where colours go. A colour is a texel, or a sum,
/// difference, product, minimum, maximum, clamp, selection or merge with a colour in it. It does not stay one if it
/// goes into a texture coordinate, a derivative, an address, the depth, or into any other arithmetic: dot products
/// decode packed numbers and turn normals, powers and roots enlarge errors. A comparison leaves its operands relaxed if
/// they are made of colours and constants alone: an alpha test, not one of depths. Nothing of a vertex program is
/// relaxed.
Relaxed relaxed_of(const ir::Module& module);

}  // namespace agal::spirv
