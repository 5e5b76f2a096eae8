// A module of the IR as terms.
#pragma once

#include "ir/module.hpp"
#include "prove/outputs.hpp"

namespace agal::prove {

/// The module, which `ir::verify` accepts.
Outputs run_module(Store& store, const ir::Module& module);

}  // namespace agal::prove
