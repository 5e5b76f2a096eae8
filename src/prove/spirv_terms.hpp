// Converts SPIR-V modules to terms. The modules may come from any compiler. The only memory that they may use is
// variables, and loops must have a constant number of iterations.
#pragma once

#include "prove/outputs.hpp"
#include "prove/spirv_places.hpp"

namespace agal::prove {

/// Returns the outputs of the entry point of a module. `Outputs::problem` names an instruction that is not supported.
Outputs run_spirv(Store& store, const SpirvModule& module, const Places& places, Stage stage);

}  // namespace agal::prove
