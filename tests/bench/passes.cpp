#include "passes.hpp"

#include <array>

namespace agal::bench {
namespace {

using When = PassStep::When;
using Options = opt::PipelineOptions;

template <void (*pass)(ir::Module&)>
bool plain(ir::Module& module, const Options&) {
  pass(module);
  return false;
}

bool clip(ir::Module& module, const Options& options) {
  opt::transform_clip(module, options.clip);
  return false;
}
bool derivatives(ir::Module& module, const Options& options) {
  return opt::define_derivatives(module, options.explicit_gradients);
}
bool kills(ir::Module& module, const Options&) { return opt::sink_kills(module); }
bool merge_kills(ir::Module& module, const Options&) {
  opt::merge_kills(module);
  return false;
}
bool split(ir::Module& module, const Options& options) {
  opt::split_compositions(module, options.form);
  return false;
}

bool contract(ir::Module& module, const Options& options) {
  if (options.form == opt::Form::Compact) opt::contract(module);
  return false;
}

constexpr auto vertex_steps = std::to_array<PassStep>({
    {"clip", clip},
    {"fold", plain<opt::fold>},
    {"common", plain<opt::eliminate_common>},
    {"narrow", plain<opt::narrow>},
    {"split", split},
    {"common-last", plain<opt::eliminate_common>},
    {"contract", contract},
    {"dead", plain<opt::remove_dead>},
});

constexpr auto fragment_steps = std::to_array<PassStep>({
    {"fold", plain<opt::fold>},
    {"common", plain<opt::eliminate_common>},
    {"narrow", plain<opt::narrow>},
    {"derivatives", derivatives},
    {"kills", kills},
    {"merge-kills", merge_kills},
    {"common-again", plain<opt::eliminate_common>, When::IfChanged},
    {"narrow-again", plain<opt::narrow>, When::IfChanged},
    {"split", split},
    {"common-last", plain<opt::eliminate_common>},
    {"contract", contract},
    {"dead", plain<opt::remove_dead>},
});

}  // namespace

std::span<const PassStep> pass_steps(Stage stage) {
  if (stage == Stage::Vertex) return vertex_steps;
  return fragment_steps;
}

ir::Module run_steps(ir::Module module, const opt::PipelineOptions& options, std::vector<ir::Module>& before) {
  bool changed = false;
  for (const PassStep& step : pass_steps(module.stage)) {
    const bool runs = step.when == When::Always || changed;
    before.push_back(runs ? module : ir::Module{});
    if (runs) changed |= step.run(module, options);
  }
  return module;
}

}  // namespace agal::bench
