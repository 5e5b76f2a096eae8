// Finds the varyings that are interpolated at the centroid, which is part of the interface (docs/abi.md).
#pragma once

#include "agal/program.hpp"
#include "base/register_set.hpp"

namespace agal::program {

/// Returns the varyings that a fragment program reads only as coordinates of fetches with the centroid flag.
base::RegisterSet centroid_varyings(const Program& program);

}  // namespace agal::program
