#include <algorithm>
#include <array>
#include <cstdlib>
#include <type_traits>

#include "opt/passes.hpp"

namespace agal::opt {
namespace {

constexpr auto names = std::to_array<std::string_view>({
#define AGAL_PASS(name, summary) name,
#include "opt/passes.def"
#undef AGAL_PASS
});

// The name of a pass. Only names in passes.def compile, so that every pass has a summary.
struct PassName {
  std::string_view text;

  template <std::size_t size>
  consteval PassName(const char (&name)[size]) : text(name, size - 1) {
    // A name that is not in passes.def is a compile error here: std::abort is not a constant expression.
    if (std::find(names.begin(), names.end(), text) == names.end()) std::abort();
  }
};

// Runs one pass, verifies its result and calls the listener.
class Runner {
 public:
  Runner(ir::Module& module, const PipelineOptions& options, const PassListener& listener)
      : module_(module), options_(options), listener_(listener) {
    check("lower");
  }

  CleanupNeeded operator()(const Step& step) {
    if (!options_.verify && !listener_) return step.run(module_, options_);
    if (!found_.empty()) return CleanupNeeded::Nothing;
    const CleanupNeeded needed = listener_ ? run_and_tell(step) : step.run(module_, options_);
    check(step.pass);
    return needed;
  }

  Diagnostics take() { return std::move(found_); }

 private:
  CleanupNeeded run_and_tell(const Step& step) {
    const std::string before = ir::print(module_);
    const CleanupNeeded needed = step.run(module_, options_);
    if (ir::print(module_) != before) listener_(step.pass, module_);
    return needed;
  }

  void check(std::string_view name) {
    if (!options_.verify) return;
    if (auto finding = check_ir(module_, name)) found_.add(*std::move(finding));
  }

  ir::Module& module_;
  const PipelineOptions& options_;
  const PassListener& listener_;
  Diagnostics found_;
};

// Runs a pass that does not have options. A pass that returns a bool needs cleanup afterwards only if it returns
// true.
template <auto pass, CleanupNeeded needed>
CleanupNeeded without_options(ir::Module& module, const PipelineOptions&) {
  if constexpr (std::is_void_v<decltype(pass(module))>) {
    pass(module);
    return needed;
  } else {
    return pass(module) ? needed : CleanupNeeded::Nothing;
  }
}

CleanupNeeded lower_clip(ir::Module& module, const PipelineOptions& options) {
  lower_clip_space(module, options.clip);
  return CleanupNeeded::Nothing;  // the pass comes first, so the other passes run after it anyway
}
CleanupNeeded hoist(ir::Module& module, const PipelineOptions& options) {
  return hoist_derivatives(module, options.explicit_gradients) ? CleanupNeeded::Copies : CleanupNeeded::Nothing;
}
CleanupNeeded composites(ir::Module& module, const PipelineOptions& options) {
  return lower_composites(module, options.form) ? CleanupNeeded::Duplicates : CleanupNeeded::Nothing;
}
CleanupNeeded contract_products(ir::Module& module, const PipelineOptions& options) {
  return options.contract && contract(module) ? CleanupNeeded::Duplicates : CleanupNeeded::Nothing;
}

constexpr Step step(PassName pass, CleanupNeeded (*run)(ir::Module&, const PipelineOptions&),
                    Stage stage = Stage::Any) {
  return {pass.text, run, stage};
}

// Marks a step that also runs without optimization.
constexpr Step always(Step step) {
  step.always = true;
  return step;
}

// Marks a step that runs only if previous steps have left this cleanup.
constexpr Step after(CleanupNeeded cleanup, Step step) {
  step.after = cleanup;
  return step;
}

// Marks a step that changes only programs with ifs or kills, which most programs do not have.
constexpr Step of_branches(Step step) {
  step.of_branches = true;
  return step;
}

// The steps that run more than once.
constexpr auto cse = step("cse", without_options<eliminate_common_subexpressions, CleanupNeeded::Nothing>);
constexpr auto narrow = step("narrow-lanes", without_options<narrow_lanes, CleanupNeeded::Duplicates>);
constexpr auto if_convert = of_branches(step("if-convert", without_options<convert_ifs, CleanupNeeded::Duplicates>));

// The order:
//  - lower-clip-space first, so that its instructions are folded and narrowed like all others.
//  - cse before narrow-lanes: a load or texel that is used in two places is read as a whole.
//  - if-convert after narrow-lanes, which may remove all instructions of an arm.
//  - narrow-lanes before hoist-derivatives and sink-discard, so that dead derivatives are not moved.
//  - hoist-derivatives before sink-discard, because it determines the last derivative. Both leave copies and empty
//    branches, which cse, narrow-lanes and if-convert then remove.
//  - merge-discards after sink-discard. sink-discard merges the kills before the last derivative into one, and moves it
//    after this derivative. merge-discards merges it with later kills, and later kills with each other.
//  - lower-composites after every pass that changes lanes, then cse for the parts that it creates. No folding after it,
//    because that would merge the parts again.
//  - contract after this cse, because only then is the number of uses of a product final. dce then removes
//    products that were contracted.
// The last cse and dce find nothing in most programs, so they only run after a step that may have left something.
constexpr auto steps = std::to_array<Step>({
    always(step("lower-clip-space", lower_clip, Stage::Vertex)),
    step("fold", without_options<fold, CleanupNeeded::Nothing>),
    cse,
    narrow,
    if_convert,
    always(of_branches(step("hoist-derivatives", hoist, Stage::Fragment))),
    always(of_branches(step("sink-discard", without_options<sink_discards, CleanupNeeded::Copies>, Stage::Fragment))),
    of_branches(step("merge-discards", without_options<merge_discards, CleanupNeeded::Duplicates>, Stage::Fragment)),
    after(CleanupNeeded::Copies, cse),
    after(CleanupNeeded::Copies, narrow),
    after(CleanupNeeded::Copies, if_convert),
    always(step("lower-composites", composites)),
    after(CleanupNeeded::Duplicates, cse),
    step("contract", contract_products),
    after(CleanupNeeded::Duplicates, step("dce", without_options<eliminate_dead_code, CleanupNeeded::Nothing>)),
});

// The numbers of the steps that apply to a kind of program, in order.
struct Selection {
  std::array<std::uint8_t, steps.size()> numbers{};
  std::size_t count = 0;

  constexpr std::span<const std::uint8_t> span() const { return std::span(numbers).first(count); }
};

constexpr Selection select(Stage stage, bool optimize, bool branches) {
  Selection selection;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (covers(steps[i].stage, stage) && (optimize || steps[i].always) && (branches || !steps[i].of_branches))
      selection.numbers[selection.count++] = static_cast<std::uint8_t>(i);
  return selection;
}

// Indexed by stage, `optimize` and `branches`.
constexpr auto selections = [] {
  std::array<std::array<std::array<Selection, 2>, 2>, 2> table;
  for (const Stage stage : {Stage::Vertex, Stage::Fragment})
    for (const bool optimize : {false, true})
      for (const bool branches : {false, true})
        table[static_cast<std::size_t>(stage)][optimize][branches] = select(stage, optimize, branches);
  return table;
}();

}  // namespace

std::span<const Step> pipeline_steps() { return steps; }

std::span<const std::uint8_t> steps_for(const ir::Module& module, const PipelineOptions& options) {
  // No pass adds a branch to a program without branches.
  const bool branches = module.has_ifs || module.has_kills;
  return selections[static_cast<std::size_t>(module.stage)][options.optimize][branches].span();
}

Diagnostics run_pipeline(ir::Module& module, const PipelineOptions& options, const PassListener& listener) {
  Runner run(module, options, listener);
  CleanupNeeded left = CleanupNeeded::Nothing;
  for (const std::uint8_t number : steps_for(module, options))
    if (left >= steps[number].after) left = std::max(left, run(steps[number]));
  return run.take();
}

std::span<const std::string_view> pass_names() { return names; }

Diagnostics run_passes(ir::Module& module, std::span<const std::string_view> passes, const PipelineOptions& options,
                       const PassListener& listener) {
  Runner run(module, options, listener);
  for (const std::string_view pass : passes) {
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const Step& row) { return row.pass == pass; });
    if (covers(step->stage, module.stage)) run(*step);
  }
  return run.take();
}

}  // namespace agal::opt
