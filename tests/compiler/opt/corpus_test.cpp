// Runs every pass over every program. The verifier must accept the module after each pass.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lower/lower.hpp"
#include "opt/passes.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal::opt {
namespace {

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    AGAL_WANT(test::Facility::Shared, test::shared_corpus().missing);
    for (const Program& program : test::translatable_programs())
      if (Result<ir::Module> module = lower::lower(program, {})) modules.emplace_back(program.name, *std::move(module));
    ASSERT_GT(modules.size(), 100u);
  }

  template <class Pass>
  void run(std::string_view name, Pass pass, Stage stage = Stage::Any) {
    ran.insert(name);
    for (auto& [program, module] : modules) {
      if (!covers(stage, module.stage)) continue;
      pass(module);
      ASSERT_EQ(ir::verify(module), "") << program << " after " << name << "\n" << ir::print(module);
    }
  }

  std::vector<std::pair<std::string, ir::Module>> modules;
  std::set<std::string_view> ran;
};

TEST_F(Corpus, StaysSoundThroughEveryStep) {
  PipelineOptions options;
  options.clip.flip_y = options.clip.negative_one_to_one = true;
  for (const Step& step : pipeline_steps())
    run(
        step.pass, [&](ir::Module& m) { step.run(m, options); }, step.stage);
  const std::set<std::string_view> all{
#define AGAL_PASS(name, summary) name,
#include "opt/passes.def"
#undef AGAL_PASS
  };
  EXPECT_EQ(ran, all);
}

TEST_F(Corpus, StaysSoundWithoutExplicitGradients) {
  run(
      "hoist-derivatives", [](ir::Module& m) { hoist_derivatives(m, false); }, Stage::Fragment);
  run(
      "sink-discard", [](ir::Module& m) { sink_discards(m); }, Stage::Fragment);
  run("lower-composites", [](ir::Module& m) { lower_composites(m, Form::Words); });
}

TEST_F(Corpus, HoistsEveryDerivativeFromDivergentBranches) {
  for (auto& [program, module] : modules) {
    if (module.stage != Stage::Fragment) continue;
    hoist_derivatives(module, true);
    EXPECT_FALSE(hoist_derivatives(module, true)) << program;
  }
}

TEST_F(Corpus, SinksEveryDiscardBelowDerivatives) {
  for (auto& [program, module] : modules) {
    if (module.stage != Stage::Fragment) continue;
    hoist_derivatives(module, true);
    sink_discards(module);
    EXPECT_FALSE(sink_discards(module)) << program;
  }
}

TEST_F(Corpus, IsUnchangedByFurtherCseAndDce) {
  for (auto& [program, module] : modules) {
    ASSERT_TRUE(run_pipeline(module, {}).empty()) << program;
    const std::string before = ir::print(module);
    eliminate_common_subexpressions(module);
    eliminate_dead_code(module);
    EXPECT_EQ(ir::print(module), before) << program;
  }
}

}  // namespace
}  // namespace agal::opt
