// Converts a module of the IR to terms.
#pragma once

#include "ir/module.hpp"
#include "prove/outputs.hpp"

namespace agal::prove {

/// Returns the outputs of a module as terms. `ir::verify` must accept the module.
Outputs run_module(Store& store, const ir::Module& module);

}  // namespace agal::prove
