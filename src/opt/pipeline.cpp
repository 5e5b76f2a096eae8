#include "opt/passes.hpp"

namespace agal::opt {
namespace {

struct Run {
  ir::Module& module;
  const PassListener& listener;

  template <class Pass>
  void operator()(std::string_view name, Pass pass) const {
    if (!listener) return pass(module);
    const std::string before = ir::print(module);
    pass(module);
    if (ir::print(module) != before) listener(name, module);
  }
};

}  // namespace

// The order:
//  - clip first: what it adds is folded and narrowed like everything else.
//  - common before narrow: one load or one texel read in two places is read as a whole.
//  - narrow before derivatives and kills: what is dead takes no derivative and asks for nothing.
//  - derivatives before kills: they decide what the last derivative is. Both leave copies and empty branches behind.
//  - split after all that changes lanes; then common for the parts it makes. Nothing folds after it: folding would
//    put the parts together again.
void run_pipeline(ir::Module& module, const PipelineOptions& options, const PassListener& listener) {
  const Run run{module, listener};
  const bool full = options.optimization == Optimization::Full;
  const auto simplify = [&] {
    run("common", eliminate_common);
    run("narrow", narrow);
  };
  if (module.stage == Stage::Vertex) run("clip", [&](ir::Module& m) { transform_clip(m, options.clip); });
  if (full) {
    run("fold", fold);
    simplify();
  }
  if (module.stage == Stage::Fragment) {
    bool changed = false;
    run("derivatives", [&](ir::Module& m) { changed |= define_derivatives(m, options.explicit_gradients); });
    run("kills", [&](ir::Module& m) { changed |= sink_kills(m); });
    if (full && changed) simplify();
  }
  run("split", [&](ir::Module& m) { split_compositions(m, options.form); });
  if (full) {
    run("common", eliminate_common);
    run("dead", remove_dead);
  }
}

}  // namespace agal::opt
