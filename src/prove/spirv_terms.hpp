// Words of SPIR-V as terms: those that agalc writes, and those of any other compiler that use no loops and no memory
// but variables.
#pragma once

#include "prove/outputs.hpp"
#include "prove/spirv_places.hpp"

namespace agal::prove {

/// What the entry point of a module computes. Its problem says which instruction is not understood.
Outputs run_spirv(Store& store, const SpirvModule& module, const Places& places, Stage stage);

}  // namespace agal::prove
