// The steps of the pipeline, one by one.
#pragma once

#include <string>
#include <vector>

#include "ir/module.hpp"
#include "opt/passes.hpp"

namespace agal::bench {

/// The names of the steps, in order: that of the pass, with a number if the pass has run before (`cse`, `cse-2`,
/// `cse-3`).
std::vector<std::string> step_names();

/// The module after all steps. The input of each step is appended to `before`: an empty module if it does not run.
ir::Module run_steps(ir::Module module, const opt::PipelineOptions& options, std::vector<ir::Module>& before);

}  // namespace agal::bench
