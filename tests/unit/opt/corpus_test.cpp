// Every pass over every program: each leaves a module that the verifier accepts.

#include <set>
#include <string_view>

#include "passes_support.hpp"
#include "support/corpus.hpp"
#include "support/facility.hpp"

namespace agal::opt {
namespace {

class Corpus : public testing::Test {
 protected:
  void SetUp() override {
    AGAL_WANT(test::Facility::SharedCorpus, test::shared_corpus().missing);
    for (const Program& program : test::translatable_programs())
      if (Result<ir::Module> module = lower::lower(program, {})) modules.emplace_back(program.name, *std::move(module));
    ASSERT_GT(modules.size(), 100u);
  }

  template <class Pass>
  void run(std::string_view name, Pass pass, std::optional<Stage> stage = {}) {
    ran.insert(name);
    for (auto& [program, module] : modules) {
      if (stage && module.stage != *stage) continue;
      pass(module);
      ASSERT_EQ(ir::verify(module), "") << program << " after " << name << "\n" << ir::print(module);
    }
  }

  std::vector<std::pair<std::string, ir::Module>> modules;
  std::set<std::string_view> ran;
};

void clip(ir::Module& module) {
  ClipOptions options;
  options.flip_y = options.negative_one_to_one = true;
  transform_clip(module, options);
}

TEST_F(Corpus, StaysSoundThroughEveryPass) {
  run("clip", clip, Stage::Vertex);
  run("fold", fold);
  run("common", eliminate_common);
  run("narrow", narrow);
  run(
      "derivatives", [](ir::Module& m) { define_derivatives(m, true); }, Stage::Fragment);
  run(
      "kills", [](ir::Module& m) { sink_kills(m); }, Stage::Fragment);
  run(
      "merge-kills", [](ir::Module& m) { merge_kills(m); }, Stage::Fragment);
  run("narrow", narrow);
  run("split", [](ir::Module& m) { split_compositions(m, Form::Compact); });
  run("common", eliminate_common);
  run("contract", contract);
  run("dead", remove_dead);
  const std::set<std::string_view> all{
#define AGAL_PASS(name, summary) name,
#include "opt/passes.def"
#undef AGAL_PASS
  };
  EXPECT_EQ(ran, all);
}

TEST_F(Corpus, StaysSoundWithoutExplicitGradients) {
  run(
      "derivatives", [](ir::Module& m) { define_derivatives(m, false); }, Stage::Fragment);
  run(
      "kills", [](ir::Module& m) { sink_kills(m); }, Stage::Fragment);
  run("split", [](ir::Module& m) { split_compositions(m, Form::Readable); });
}

TEST_F(Corpus, HasNoDerivativeLeftInAVaryingBranch) {
  for (auto& [program, module] : modules) {
    if (module.stage != Stage::Fragment) continue;
    define_derivatives(module, true);
    EXPECT_FALSE(define_derivatives(module, true)) << program;
  }
}

TEST_F(Corpus, HasNoKillLeftAboveADerivative) {
  for (auto& [program, module] : modules) {
    if (module.stage != Stage::Fragment) continue;
    define_derivatives(module, true);
    sink_kills(module);
    EXPECT_FALSE(sink_kills(module)) << program;
  }
}

TEST_F(Corpus, HoldsNothingTwiceAndNothingDeadAtTheEnd) {
  for (auto& [program, module] : modules) {
    ASSERT_TRUE(run_pipeline(module, {}).empty()) << program;
    const std::string before = ir::print(module);
    eliminate_common(module);
    remove_dead(module);
    EXPECT_EQ(ir::print(module), before) << program;
  }
}

}  // namespace
}  // namespace agal::opt
