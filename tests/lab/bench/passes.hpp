// Runs the steps of the pipeline separately.
#pragma once

#include <string>
#include <vector>

#include "ir/module.hpp"
#include "opt/passes.hpp"

namespace agal::bench {

/// Returns the names of the steps in order: the name of the pass, with a number if the pass has run before (`cse`,
/// `cse-2`, `cse-3`).
std::vector<std::string> step_names();

/// Returns the module after all steps. Appends the input of each step to `before`; it is an empty module if the step
/// does not run.
ir::Module run_steps(ir::Module module, const opt::PipelineOptions& options, std::vector<ir::Module>& before);

}  // namespace agal::bench
