// The passes one by one, in the order of opt/pipeline.cpp.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ir/module.hpp"
#include "opt/passes.hpp"

namespace agal::bench {

struct PassStep {
  std::string_view name;
  /// Returns whether the steps that only clean up behind it have something to do.
  bool (*run)(ir::Module& module, const opt::PipelineOptions& options);
  enum class When { Always, IfChanged } when = When::Always;
};

/// The steps for a stage. A step that only runs if the ones before it changed something says so.
std::span<const PassStep> pass_steps(Stage stage);

/// The module after all steps; what each step finds is appended to `before`, an empty module where it does not run.
ir::Module run_steps(ir::Module module, const opt::PipelineOptions& options, std::vector<ir::Module>& before);

}  // namespace agal::bench
