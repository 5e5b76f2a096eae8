// Phis of conditionals.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;
using test::text_of;

TEST(Branch, ARegisterThatNoArmWritesNeedsNoPhi) {
  EXPECT_EQ(count(lowered("mov ft0, v0\nife v1.x, fc0.x\nmov ft1, v2\neif\nmov oc, ft0\n"), Op::Phi), 1u);
  // The only phi is for ft1; ft0 does not change.
  const ir::Module module = lowered("mov ft0, v0\nife v1.x, fc0.x\nmov ft1, v2\neif\nmov oc, ft0\n");
  EXPECT_EQ(module[all(module, Op::StoreColor).at(0).arg(0)].op, Op::LoadVarying);
}

TEST(Branch, OneSidedMergesWithWhatWasBefore) {
  EXPECT_EQ(text_of(lowered("mov ft0, v0\nife v1.x, fc0.x\nadd ft0, v2, v2\neif\nmov oc, ft0\n")), R"(
%0: float = constant 0
%1: float4 = varying v0
%2: float4 = varying v1
%3: float = compose %2.x
%4: float4 = uniform fc0
%5: float = compose %4.x
%6: bool = equal %3, %5
if %6
  %8: float4 = varying v2
  %9: float4 = add %8, %8
end-if
%11: float4 = phi %9, %1
store-color oc, %11
)");
}

TEST(Branch, TwoSidedMergesTheArmsInOrder) {
  const ir::Module module = lowered("ife v1.x, fc0.x\nadd ft0, v0, v1\nels\nsub ft0, v0, v1\neif\nmov oc, ft0\n");
  const ir::Inst phi = all(module, Op::Phi).at(0);
  EXPECT_EQ(module[phi.arg(0)].op, Op::Add);
  EXPECT_EQ(module[phi.arg(1)].op, Op::Sub);
}

TEST(Branch, ComponentsThatTheArmsAgreeOnNeedNoPhi) {
  // y is v0.y in either arm, although the phi for x is of the same two values.
  const ir::Module module = lowered("mov ft0, v0\nife v1.x, fc0.x\nmov ft0.x, v0.y\neif\nmov oc, ft0\n");
  EXPECT_EQ(all(module, Op::Phi).at(0).type, ir::float_type(1));
}

TEST(Branch, ComponentsAreMergedOneByOne) {
  const ir::Module module = lowered("mov ft0, v0\nife v1.x, fc0.x\nmov ft0.y, v2\neif\nmov oc, ft0\n");
  const ir::Inst phi = all(module, Op::Phi).at(0);
  EXPECT_EQ(phi.type, ir::float_type(1));
  EXPECT_EQ(ir::lane_at(phi.lanes, 0), 1u);   // v2.y
  EXPECT_EQ(ir::lane_at(phi.lanes2, 0), 1u);  // v0.y
  const ir::Inst lanes = module[all(module, Op::StoreColor).at(0).arg(0)];
  EXPECT_EQ(module[lanes.arg(0)].op, Op::LoadVarying);
  EXPECT_EQ(module[lanes.arg(1)].op, Op::Phi);
}

TEST(Branch, ComponentsOfTheSameTwoValuesShareAPhi) {
  const ir::Module module = lowered("mov ft0, v0\nife v1.x, fc0.x\nmov ft0.xzw, v2.wzyx\neif\nmov oc, ft0\n");
  ASSERT_EQ(count(module, Op::Phi), 1u);
  const ir::Inst phi = all(module, Op::Phi)[0];
  EXPECT_EQ(phi.type, ir::float_type(3));
  EXPECT_EQ(ir::lane_at(phi.lanes, 0), 3u);  // ft0.x = v2.w
}

TEST(Branch, EqualArmsNeedNoPhi) {
  EXPECT_EQ(
      count(lowered("mov ft1, v2\nife v1.x, fc0.x\nmov ft0, ft1\nels\nmov ft0, ft1\neif\nmov oc, ft0\n"), Op::Phi), 0u);
}

TEST(Branch, EachArmBeginsWithWhatWasBefore) {
  const ir::Module module =
      lowered("mov ft0, v0\nife v1.x, fc0.x\nadd ft0, ft0, v1\nels\nmul ft0, ft0, v1\neif\nmov oc, ft0\n");
  const ir::Inst mul = all(module, Op::Mul).at(0);
  EXPECT_EQ(module[mul.arg(0)].op, Op::LoadVarying);
  EXPECT_EQ(module[mul.arg(0)].aux, 0u);
}

TEST(Branch, ALoadInsideAnArmIsNotSeenBehindIt) {
  const ir::Module module =
      lowered("mov ft0, v0\nife v1.x, fc0.x\nadd ft0, v2, v2\neif\nadd ft0, ft0, v2\nmov oc, ft0\n");
  std::size_t loads = 0;
  for (const ir::Inst& load : all(module, Op::LoadVarying)) loads += load.aux == 2 ? 1u : 0u;
  EXPECT_EQ(loads, 2u);  // `lowered` has verified the scopes
}

TEST(Branch, ALoadBeforeTheIfServesBothArms) {
  const ir::Module module =
      lowered("mov ft0, v0\nife v0.x, fc0.x\nadd ft0, v0, v0\nels\nsub ft0, v0, v1\neif\nmov oc, ft0\n");
  std::size_t loads = 0;
  for (const ir::Inst& load : all(module, Op::LoadVarying)) loads += load.aux == 0 ? 1u : 0u;
  EXPECT_EQ(loads, 1u);
}

TEST(Branch, APhiIsNamedAfterItsRegister) {
  const ir::Module module = lowered("mov ft2, v0\nife v1.x, fc0.x\nmov ft2, v2\neif\nmov oc, ft2\n");
  EXPECT_EQ(all(module, Op::Phi).at(0).hint, (ir::Hint{RegisterType::Temporary, 2}));
}

TEST(Branch, NestFourDeep) {
  std::string text = "mov ft0, v0\n";
  for (int depth = 0; depth < 4; ++depth) text += fmt::format("ifl v1.x, fc{}.x\nadd ft0, ft0, v{}\n", depth, depth);
  for (int depth = 4; depth-- > 0;) text += fmt::format("els\nmul ft0, ft0, v{}\neif\n", depth);
  text += "mov oc, ft0\n";
  const ir::Module module = lowered(text);
  EXPECT_EQ(count(module, Op::If), 4u);
  EXPECT_EQ(count(module, Op::Phi), 4u);
  // Each phi except the innermost merges the next inner one.
  const std::vector<ir::Inst> phis = all(module, Op::Phi);
  for (std::size_t i = 1; i < phis.size(); ++i) EXPECT_EQ(module[phis[i].arg(0)].op, Op::Phi);
  EXPECT_EQ(module[phis[0].arg(0)].op, Op::Add);
}

TEST(Branch, NestedPartialWritesMergePerComponent) {
  EXPECT_EQ(text_of(lowered("mov ft0, v0\n"
                            "ife v0.x, fc0.x\n"
                            "mov ft0.xy, v2\n"
                            "ifl v0.y, fc0.x\n"
                            "mov ft0.y, v3\n"
                            "eif\n"
                            "els\n"
                            "mov ft0.z, v2\n"
                            "eif\n"
                            "mov oc, ft0\n")),
            R"(
%0: float = constant 0
%1: float4 = varying v0
%2: float = compose %1.x
%3: float4 = uniform fc0
%4: float = compose %3.x
%5: bool = equal %2, %4
if %5
  %7: float4 = varying v2
  %8: float = compose %1.y
  %9: float = compose %3.x
  %10: bool = less %8, %9
  if %10
    %12: float4 = varying v3
  end-if
  %14: float = phi %12.y, %7.y
else
  %16: float4 = varying v2
end-if
%18: float = phi %7.x, %1.x
%19: float = phi %14, %1.y
%20: float = phi %1.z, %16.z
%21: float4 = compose %18, %19, %20, %1.w
store-color oc, %21
)");
}

TEST(Branch, OutputsWrittenInArmsAreMergedToo) {
  // Players reject this, but its meaning is clear: the last write wins.
  const ir::Module module = lowered("mov oc, v0\nife v1.x, fc0.x\nmov oc, v2\neif\n");
  EXPECT_EQ(count(module, Op::StoreColor), 1u);
  EXPECT_EQ(module[all(module, Op::StoreColor)[0].arg(0)].op, Op::Phi);
}

TEST(Branch, WrittenInOneArmAloneMergesWithZero) {
  const ir::Module module = lowered("ife v1.x, fc0.x\nmov ft0, v2\neif\nmov oc, ft0\n");
  const ir::Inst phi = all(module, Op::Phi).at(0);
  EXPECT_EQ(module[phi.arg(1)].op, Op::Constant);
}

TEST(Branch, AnEmptyElseIsAnArm) {
  Program program = test::assembled("mov ft0, v0\nife v1.x, fc0.x\nmov ft0, v2\nels\neif\nmov oc, ft0\n");
  const Result<ir::Module> module = lower(program, {});
  ASSERT_TRUE(module);
  EXPECT_EQ(ir::verify(*module), "");
  EXPECT_EQ((*module)[all(*module, Op::Phi).at(0).arg(1)].aux, 0u);
}

}  // namespace
}  // namespace agal::lower
