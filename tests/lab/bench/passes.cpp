#include "passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>

namespace agal::bench {

std::vector<std::string> step_names() {
  std::vector<std::string> names;
  std::map<std::string_view, int> seen;
  for (const opt::Step& step : opt::pipeline_steps()) {
    const int number = ++seen[step.pass];
    names.push_back(number == 1 ? std::string(step.pass) : fmt::format("{}-{}", step.pass, number));
  }
  return names;
}

ir::Module run_steps(ir::Module module, const opt::PipelineOptions& options, std::vector<ir::Module>& before) {
  const std::span<const opt::Step> steps = opt::pipeline_steps();
  const std::span<const std::uint8_t> selected = opt::steps_for(module, options);
  opt::CleanupNeeded left = opt::CleanupNeeded::Nothing;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const opt::Step& step = steps[i];
    const bool runs = left >= step.after && std::ranges::find(selected, i) != selected.end();
    before.push_back(runs ? module : ir::Module{});
    if (runs) left = std::max(left, step.run(module, options));
  }
  return module;
}

}  // namespace agal::bench
