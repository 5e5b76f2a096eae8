// The pipeline of passes: order, listener, -O0, and verification. The text files next to it test the passes
// themselves.
#include <gmock/gmock.h>

#include <array>
#include <string>
#include <vector>

#include "ir/builder.hpp"
#include "opt/passes.hpp"
#include "support/facility.hpp"
#include "support/lowering.hpp"

namespace agal::opt {
namespace {

using test::lowered;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> passes_of(std::string_view text, const PipelineOptions& options) {
  std::vector<std::string> names;
  ir::Module module = lowered(text);
  const Diagnostics found =
      run_pipeline(module, options, [&](std::string_view pass, const ir::Module&) { names.emplace_back(pass); });
  EXPECT_TRUE(found.empty());
  EXPECT_EQ(ir::verify(module), "");
  return names;
}

constexpr const char* everything =
    "tex ft0, v0, fs0 <2d, linear>\n"
    "kil ft0.w\n"
    "add ft1, ft0, fc0\n"
    "add ft4, ft1, ft1\n"
    "neg ft5, ft1\n"
    "sub ft1, ft1, ft5\n"  // becomes ft1 + ft1
    "add ft1, ft1, ft4\n"
    "ifl v1.x, fc0.y\n"
    "tex ft2, v2, fs0 <2d, linear>\n"
    "add ft1.xyz, ft1, ft2\n"
    "eif\n"
    "tex ft3, v0.yx, fs0 <2d, linear>\n"
    "mul oc, ft1, ft3\n";

TEST(Pipeline, RunsInThisOrder) {
  EXPECT_THAT(passes_of(everything, {}), ElementsAre("fold", "cse", "narrow-lanes", "hoist-derivatives", "sink-discard",
                                                     "narrow-lanes", "lower-composites", "cse"));
}

TEST(Pipeline, ReportsOnlyPassesWithChanges) {
  EXPECT_THAT(passes_of("mov oc, v0\n", {}), ElementsAre());
  EXPECT_THAT(passes_of("mov ft0, v1\nmov oc, v0\n", {}), ElementsAre("narrow-lanes"));  // removes the load of v1
}

TEST(Pipeline, RunsRequiredPassesWithoutOptimization) {
  PipelineOptions options;
  options.optimize = false;
  EXPECT_THAT(passes_of(everything, options), ElementsAre("hoist-derivatives", "sink-discard", "lower-composites"));
}

// ---- verification between passes

ir::Module broken() {
  ir::Module module = lowered("mov oc, v0\n");
  module.body.back().set_arg(0, ir::Value::None);
  return module;
}

TEST(CheckIr, AcceptsValidModule) { EXPECT_FALSE(check_ir(lowered("mov oc, v0\n"), "narrow-lanes")); }

TEST(CheckIr, ErrorNamesPassAndShowsIr) {
  const std::optional<Diagnostic> found = check_ir(broken(), "narrow-lanes");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->code, 5003);
  EXPECT_EQ(found->message, "invalid IR after narrow-lanes: %1: store-color: an operand is used before its definition");
  EXPECT_THAT(
      found->help,
      HasSubstr(
          "%0: float4 = varying v0                         @1\nstore-color oc, %?                              @1\n"));
}

TEST(CheckIr, RunsBetweenPassesInVerifyingBuilds) {
  AGAL_NEED(test::Facility::TestBuild, verifies_ir() ? "" : "this build has AGAL_VERIFY_IR off");
  ir::Module module = broken();
  std::size_t told = 0;
  const Diagnostics found = run_pipeline(module, {}, [&](std::string_view, const ir::Module&) { ++told; });
  ASSERT_TRUE(found.contains(5003));
  EXPECT_THAT(found[0].message, HasSubstr("after lower"));
  EXPECT_EQ(told, 0u);  // no pass runs on an invalid module
}

TEST(CheckIr, RunsAfterEachNamedPass) {
  PipelineOptions options;
  options.verify = true;
  ir::Module module = broken();
  constexpr std::array<std::string_view, 2> passes{"fold", "cse"};
  EXPECT_TRUE(run_passes(module, passes, options).contains(5003));
  module = lowered("mov oc, v0\n");
  EXPECT_TRUE(run_passes(module, passes, options).empty());
}

TEST(Passes, SkipPassesOfOtherStage) {
  ir::Module module = lowered("kil v0.x\nmov oc, v0\n");
  const std::string before = ir::print(module);
  constexpr std::array<std::string_view, 1> clip{"lower-clip-space"};
  PipelineOptions options;
  options.clip.flip_y = true;
  EXPECT_TRUE(run_passes(module, clip, options).empty());
  EXPECT_EQ(ir::print(module), before);
}

TEST(Passes, LowerClipSpaceRenumbersValuesAfterPosition) {
  ir::Module module;
  ir::Builder builder(module);
  const ir::Type vector = ir::float_type(4);
  const ir::Value position = builder.make(ir::Op::LoadAttribute, vector, {}, 0);
  builder.make(ir::Op::StorePosition, {}, {position});
  const ir::Value other = builder.make(ir::Op::LoadAttribute, vector, {}, 1);
  builder.make(ir::Op::StoreVarying, {}, {builder.lanewise(ir::Op::Add, other, position)}, 0);
  constexpr std::array<std::string_view, 1> clip{"lower-clip-space"};
  PipelineOptions options;
  options.clip.flip_y = options.verify = true;
  EXPECT_TRUE(run_passes(module, clip, options).empty());
  const ir::Inst& sum = module[module.body.back().arg(0)];
  ASSERT_EQ(sum.op, ir::Op::Add);
  EXPECT_EQ(module[sum.arg(0)].aux, 1);
  EXPECT_EQ(sum.arg(1), position);
}

}  // namespace
}  // namespace agal::opt
