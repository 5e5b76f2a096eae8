#include <cstdlib>

#include "diag/rules.hpp"
#include "opt/passes.hpp"

namespace agal::opt {
namespace {

#ifdef AGAL_VERIFY_IR
constexpr bool verify_between_passes = true;
#else
constexpr bool verify_between_passes = false;
#endif

// The name of a pass. Only names in passes.def compile, so that every pass has a summary.
struct PassName {
  std::string_view text;

  template <std::size_t size>
  consteval PassName(const char (&name)[size]) : text(name, size - 1) {
    bool known = false;
#define AGAL_PASS(pass, summary) known = known || text == pass;
#include "opt/passes.def"
#undef AGAL_PASS
    if (!known) std::abort();  // not a constant expression: passes.def does not have this pass
  }
};

// Runs one pass, verifies its result and calls the listener.
class Runner {
 public:
  Runner(ir::Module& module, const PassListener& listener) : module_(module), listener_(listener) { check("lower"); }

  bool operator()(const Step& step, const PipelineOptions& options) {
    if (!found_.empty()) return false;
    const bool changed = listener_ ? run_and_tell(step, options) : step.run(module_, options);
    check(step.pass);
    return changed;
  }

  Diagnostics take() { return std::move(found_); }

 private:
  bool run_and_tell(const Step& step, const PipelineOptions& options) {
    const std::string before = ir::print(module_);
    const bool changed = step.run(module_, options);
    if (ir::print(module_) != before) listener_(step.pass, module_);
    return changed;
  }

  void check(std::string_view name) {
    if constexpr (verify_between_passes)
      if (auto finding = check_ir(module_, name)) found_.add(*std::move(finding));
  }

  ir::Module& module_;
  const PassListener& listener_;
  Diagnostics found_;
};

template <void (*pass)(ir::Module&)>
bool plain(ir::Module& module, const PipelineOptions&) {
  pass(module);
  return false;
}

bool lower_clip(ir::Module& module, const PipelineOptions& options) {
  lower_clip_space(module, options.clip);
  return false;
}
bool hoist(ir::Module& module, const PipelineOptions& options) {
  return hoist_derivatives(module, options.explicit_gradients);
}
bool sink(ir::Module& module, const PipelineOptions&) { return sink_discards(module); }
bool merge(ir::Module& module, const PipelineOptions&) {
  merge_discards(module);
  return false;
}
bool composites(ir::Module& module, const PipelineOptions& options) {
  lower_composites(module, options.form);
  return false;
}
// Text keeps products and sums separate.
bool contract_words(ir::Module& module, const PipelineOptions& options) {
  if (options.form == Form::Compact) contract(module);
  return false;
}

using When = Step::When;

constexpr Step step(PassName pass, bool (*run)(ir::Module&, const PipelineOptions&), When when = When::Optimizing,
                    Stage stage = Stage::Any) {
  return {pass.text, run, when, stage};
}

// The order:
//  - lower-clip-space first, so that its instructions are folded and narrowed like all others.
//  - cse before narrow-lanes: a load or texel that is used in two places is read as a whole.
//  - if-convert after narrow-lanes, which empties arms.
//  - narrow-lanes before hoist-derivatives and sink-discard, so that dead derivatives are not moved.
//  - hoist-derivatives before sink-discard, because it determines the last derivative. Both leave copies and empty
//    branches, which cse, narrow-lanes and if-convert then remove.
//  - merge-discards after sink-discard, which itself merges the kills before the last derivative.
//  - lower-composites after every pass that changes lanes, then cse for the parts that it creates. No folding after it,
//    because that would merge the parts again.
//  - contract after that, because the number of uses of a product is only final after cse. dce then removes the
//    product.
constexpr auto steps = std::to_array<Step>({
    step("lower-clip-space", lower_clip, When::Always, Stage::Vertex),
    step("fold", plain<fold>),
    step("cse", plain<eliminate_common_subexpressions>),
    step("narrow-lanes", plain<narrow_lanes>),
    step("if-convert", plain<convert_ifs>),
    step("hoist-derivatives", hoist, When::Always, Stage::Fragment),
    step("sink-discard", sink, When::Always, Stage::Fragment),
    step("merge-discards", merge, When::Optimizing, Stage::Fragment),
    step("cse", plain<eliminate_common_subexpressions>, When::AfterChange),
    step("narrow-lanes", plain<narrow_lanes>, When::AfterChange),
    step("if-convert", plain<convert_ifs>, When::AfterChange),
    step("lower-composites", composites, When::Always),
    step("cse", plain<eliminate_common_subexpressions>),
    step("contract", contract_words),
    step("dce", plain<eliminate_dead_code>),
});

}  // namespace

bool verifies_ir() { return verify_between_passes; }

std::optional<Diagnostic> check_ir(const ir::Module& module, std::string_view after) {
  const std::string error = ir::verify(module);
  if (error.empty()) return std::nullopt;
  Location location;
  location.stage = module.stage;
  Diagnostic finding = diag::make(diag::Rule::BrokenIr, std::move(location), {after, error});
  finding.help += " and this:\n" + ir::print(module);
  return finding;
}

std::span<const Step> pipeline_steps() { return steps; }

bool runs(const Step& step, Stage stage, const PipelineOptions& options, bool changed) {
  if (!covers(step.stage, stage)) return false;
  switch (step.when) {
    case When::Always: return true;
    case When::Optimizing: return options.optimize;
    case When::AfterChange: return options.optimize && changed;
  }
  return false;
}

Diagnostics run_pipeline(ir::Module& module, const PipelineOptions& options, const PassListener& listener) {
  Runner run(module, listener);
  bool changed = false;
  for (const Step& step : steps)
    if (runs(step, module.stage, options, changed)) changed |= run(step, options);
  return run.take();
}

}  // namespace agal::opt
