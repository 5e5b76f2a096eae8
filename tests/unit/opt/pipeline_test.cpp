// The passes together: order, listener, -O0, and verification in builds with AGAL_VERIFY_IR.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "passes_support.hpp"
#include "support/facility.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using test::count;
using test::lowered;
using test::text_of;
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

ir::Module run(std::string_view text, const PipelineOptions& options = {}) {
  ir::Module module = lowered(text);
  EXPECT_TRUE(run_pipeline(module, options).empty());
  EXPECT_EQ(ir::verify(module), "") << ir::print(module);
  return module;
}

constexpr const char* everything =
    "tex ft0, v0, fs0 <2d, linear>\n"
    "kil ft0.w\n"
    "mul ft1, ft0, fc0.x\n"
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

TEST(Pipeline, TellsOnlyOfPassesThatChangedSomething) {
  EXPECT_THAT(passes_of("mov oc, v0\n", {}), ElementsAre("narrow-lanes"));  // removes the zero of unwritten registers
}

TEST(Pipeline, UnoptimizedStillDefinesDerivatives) {
  PipelineOptions options;
  options.optimize = false;
  EXPECT_THAT(passes_of(everything, options), ElementsAre("hoist-derivatives", "sink-discard", "lower-composites"));
}

TEST(Pipeline, ContractsForSpirvAlone) {
  constexpr const char* sum_of_products = "mul ft0, v0, fc0\nadd oc, ft0, v1\n";
  EXPECT_EQ(count(run(sum_of_products), Op::Fma), 1u);
  EXPECT_EQ(count(run(sum_of_products), Op::Mul), 0u);
  PipelineOptions options;
  options.contract = false;
  EXPECT_EQ(count(run(sum_of_products, options), Op::Fma), 0u);
  options.contract = true;
  options.optimize = false;
  EXPECT_EQ(count(run(sum_of_products, options), Op::Fma), 0u);
}

TEST(Pipeline, UnoptimizedKeepsDeadCode) {
  PipelineOptions options;
  options.optimize = false;
  EXPECT_EQ(count(run("add ft0, v0, v1\nmov oc, v0\n", options), Op::Add), 1u);
  EXPECT_EQ(count(run("add ft0, v0, v1\nmov oc, v0\n"), Op::Add), 0u);
}

TEST(Pipeline, ClipIsSimplifiedLikeTheRest) {
  PipelineOptions options;
  options.clip.negative_one_to_one = true;
  EXPECT_EQ(text_of(run("mov vt0, va0\nmov vt0.z, va1.x\nmov op, vt0\n", options)), R"(
%0: float4 = attribute va0
%1: float = attribute va1.x
%2: float = compose %0.w
%3: float = add %1, %1
%4: float = sub %3, %2
%5: float2 = compose %0.x, %0.y
%6: float4 = compose %5.x, %5.y, %4, %2
store-position %6
)");
}

TEST(Pipeline, ASplatBecomesScale) {
  EXPECT_EQ(text_of(run("mul oc, v0, fc0.z\n")), R"(
%0: float4 = varying v0
%1: float = uniform fc0.z
%2: float4 = scale %0, %1
store-color oc, %2
)");
}

TEST(Pipeline, ADeadFetchAsksForNoGradients) {
  const ir::Module module = run("ifl v1.x, fc0.y\ntex ft0, v0, fs0 <2d, linear>\neif\nmov oc, v1\n");
  EXPECT_EQ(count(module, Op::DerivativeX), 0u);
  EXPECT_EQ(count(module, Op::If), 0u);
}

TEST(Pipeline, ADeadFetchDoesNotDelayAKill) {
  const ir::Module module = run("kil v1.x\ntex ft0, v0, fs0 <2d, linear>\nmov oc, v1\n");
  EXPECT_EQ(count(module, Op::Sample), 0u);
  EXPECT_EQ(count(module, Op::Or), 0u);
  EXPECT_EQ(count(module, Op::Kill), 1u);
}

TEST(Pipeline, AFetchThatMovesLeavesNoEmptyBranch) {
  PipelineOptions options;
  options.explicit_gradients = false;
  const ir::Module module =
      run("mov ft0, fc0\nifl v1.x, fc0.y\ntex ft0, v0, fs0 <2d, linear>\neif\nmov oc, ft0\n", options);
  EXPECT_EQ(count(module, Op::If), 0u);
  EXPECT_EQ(count(module, Op::Select), 1u);
  EXPECT_EQ(count(module, Op::Sample), 1u);
}

TEST(Pipeline, CopiesThatMovedAreNotComputedTwice) {
  const ir::Module module =
      run("mov ft0, fc0\nifl v1.x, fc0.y\nadd ft1, v0, fc1\ntex ft0, ft1, fs0 <2d, linear>\nadd ft0, ft0, ft1\neif\n"
          "mov oc, ft0\n");
  EXPECT_EQ(count(module, Op::Add), 2u);
}

TEST(Pipeline, AMatrixAliasedWithItsVectorReadsItWhole) {
  const ir::Module module = run("mov vt1, va0\nm33 vt1.xyz, vt1, vc4\nmov op, vt1\n");
  for (const ir::Inst& dot : test::all(module, Op::Dot)) EXPECT_EQ(dot.arg(0), test::all(module, Op::Dot)[0].arg(0));
}

// ---- verification between passes

ir::Module broken() {
  ir::Module module = lowered("mov oc, v0\n");
  module.body.back().set_arg(0, ir::Value::None);
  return module;
}

TEST(CheckIr, IsSilentAboutASoundModule) { EXPECT_FALSE(check_ir(lowered("mov oc, v0\n"), "narrow-lanes")); }

TEST(CheckIr, SaysWhichPassAndShowsTheIr) {
  const std::optional<Diagnostic> found = check_ir(broken(), "narrow-lanes");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->code, 5003);
  EXPECT_EQ(found->message, "invalid IR after narrow-lanes: %2: store-color: an operand is used before its definition");
  EXPECT_THAT(found->help, HasSubstr("%1: float4 = varying v0                         @1\nstore-color oc, %?\n"));
}

TEST(CheckIr, RunsBetweenPassesWhereTheBuildAsksForIt) {
  AGAL_NEED(test::Facility::VerifiedIr, verifies_ir() ? "" : "this build has AGAL_VERIFY_IR off");
  ir::Module module = broken();
  std::size_t told = 0;
  const Diagnostics found = run_pipeline(module, {}, [&](std::string_view, const ir::Module&) { ++told; });
  ASSERT_TRUE(found.contains(5003));
  EXPECT_THAT(found[0].message, HasSubstr("after lower"));
  EXPECT_EQ(told, 0u);  // no pass runs on an invalid module
}

}  // namespace
}  // namespace agal::opt
