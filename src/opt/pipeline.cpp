#include "diag/rules.hpp"
#include "opt/passes.hpp"

namespace agal::opt {
namespace {

#ifdef AGAL_VERIFY_IR
constexpr bool verify_between_passes = true;
#else
constexpr bool verify_between_passes = false;
#endif

// The name of a pass. Only those of passes.def compile, so that every pass has the sentence that is said of it.
struct PassName {
  std::string_view text;

  template <std::size_t size>
  consteval PassName(const char (&name)[size]) : text(name, size - 1) {
    bool known = false;
#define AGAL_PASS(pass, summary) known = known || text == pass;
#include "opt/passes.def"
#undef AGAL_PASS
    if (!known) throw "passes.def has no such pass";
  }
};

class Run {
 public:
  Run(ir::Module& module, const PassListener& listener) : module_(module), listener_(listener) { check("lower"); }

  template <class Pass>
  void operator()(PassName name, Pass pass) {
    if (found_.has_errors()) return;
    if (listener_) {
      const std::string before = ir::print(module_);
      pass(module_);
      if (ir::print(module_) != before) listener_(name.text, module_);
    } else {
      pass(module_);
    }
    check(name.text);
  }

  Diagnostics take() { return std::move(found_); }

 private:
  void check(std::string_view name) {
    if constexpr (verify_between_passes)
      if (auto finding = check_ir(module_, name)) found_.add(*std::move(finding));
  }

  ir::Module& module_;
  const PassListener& listener_;
  Diagnostics found_;
};

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

// The order:
//  - clip first: what it adds is folded and narrowed like everything else.
//  - common before narrow: one load or one texel read in two places is read as a whole.
//  - narrow before derivatives and kills: what is dead takes no derivative and asks for nothing.
//  - derivatives before kills: they decide what the last derivative is. Both leave copies and empty branches behind.
//  - merge-kills after kills, which takes those above the last derivative together by itself.
//  - split after all that changes lanes; then common for the parts it makes. Nothing folds after it: folding would
//    put the parts together again.
//  - contract after that: what reads a product is known when equal values are one. Dead then removes the product.
Diagnostics run_pipeline(ir::Module& module, const PipelineOptions& options, const PassListener& listener) {
  Run run(module, listener);
  const bool full = options.optimize;
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
    if (full) run("merge-kills", merge_kills);
    if (full && changed) simplify();
  }
  run("split", [&](ir::Module& m) { split_compositions(m, options.form); });
  if (full) {
    run("common", eliminate_common);
    if (options.form == Form::Compact) run("contract", contract);
    run("dead", remove_dead);
  }
  return run.take();
}

}  // namespace agal::opt
