#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;
using test::text_of;

class NarrowTest : public PassTest {
 protected:
  ir::Module run() { return after(narrow_lanes, module); }
};

TEST_F(NarrowTest, WholeValuesLeaveNoDuplicates) {
  store(build.lanewise(Op::Add, v0, v1));
  EXPECT_FALSE(narrow_lanes(module));
}

TEST_F(NarrowTest, AnOperationThatIsNarrowerMayBeADuplicate) {
  const Value sum = build.lanewise(Op::Add, v0, v1);
  store(lanes({{sum, 1}, {sum, 1}, {sum, 1}, {sum, 1}}));
  EXPECT_TRUE(narrow_lanes(module));
}

TEST_F(NarrowTest, APhiThatIsNarrowerMayBeADuplicate) {
  open_if({v1, 0}, {fc0, 0});
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(4), {v0, v1});
  store(lanes({{phi, 1}, {phi, 1}, {phi, 1}, {phi, 1}}));
  EXPECT_TRUE(narrow_lanes(module));
}

TEST_F(NarrowTest, AnOperationThatIsFoldedMayBeADuplicate) {
  store(build.lanewise(Op::Add, v0, build.lanewise(Op::Neg, v1)));  // v0 - v1
  EXPECT_TRUE(narrow_lanes(module));
}

TEST_F(NarrowTest, WhatNothingReadsDisappears) {
  build.lanewise(Op::Sqrt, v1);
  store(v0);
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
store-color oc, %0
)");
}

TEST_F(NarrowTest, WhatOnlyTheDeadReadDisappears) {
  build.lanewise(Op::Sqrt, build.lanewise(Op::Neg, v1));
  store(v0);
  EXPECT_EQ(run().body.size(), 2u);
}

TEST_F(NarrowTest, DeadLanesAreNotComputed) {
  const Value root = build.lanewise(Op::Sqrt, build.lanewise(Op::Add, v0, v1));
  store_scalar(lane(root, 1));
  EXPECT_EQ(text_of(run()), R"(
%0: float = varying v0.y
%1: float = varying v1.y
%2: float = add %0, %1
%3: float = sqrt %2
%4: float4 = compose %3, %3, %3, %3
store-color oc, %4
)");
}

TEST_F(NarrowTest, LanesMoveTogether) {
  const Value root = build.lanewise(Op::Sqrt, v0);
  store(lanes({{root, 1}, {root, 3}, {root, 1}, {root, 3}}));
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
%1: float2 = compose %0.y, %0.w
%2: float2 = sqrt %1
%3: float4 = compose %2.x, %2.y, %2.x, %2.y
store-color oc, %3
)");
}

TEST_F(NarrowTest, ALoadTakesOneLaneOrAll) {
  store(lanes({{v0, 0}, {v0, 1}, {v1, 2}, {v1, 2}}));
  const ir::Module result = run();
  const std::vector<ir::Inst> loads = all(result, Op::LoadVarying);
  ASSERT_EQ(loads.size(), 2u);
  EXPECT_EQ(loads[0].type, ir::float_type(4));
  EXPECT_EQ(loads[1].type, ir::float_type(1));
  EXPECT_EQ(ir::lane_at(loads[1].lanes, 0), 2u);
}

TEST_F(NarrowTest, RunningTwiceChangesNothing) {
  store(lanes({{v0, 0}, {v1, 2}, {v1, 2}, {fc0, 3}}));
  const ir::Module once = run();
  EXPECT_EQ(text_of(after(narrow_lanes, once)), text_of(once));
}

TEST_F(NarrowTest, ConstantsShrinkToo) {
  Value constant = build.constant(0.0f, 4);
  module.body.back().args = {1, 2, 3, 4};
  const Value sum = build.lanewise(Op::Add, v0, constant);
  store_scalar(lane(sum, 2));
  const ir::Inst shrunk = all(run(), Op::Constant).at(0);
  EXPECT_EQ(shrunk.type.width, 1);
  EXPECT_EQ(shrunk.args[0], 3u);
}

TEST_F(NarrowTest, HorizontalOperationsReadWhole) {
  const Value dot = build.make(Op::Dot, ir::float_type(1), {v0, v1});
  store_scalar(dot);
  EXPECT_EQ(all(run(), Op::LoadVarying).at(0).type, ir::float_type(4));
}

TEST_F(NarrowTest, ATexelIsWhole) {
  const Value texel = build.make(Op::Sample, ir::float_type(4), {lanes({{v0, 0}, {v0, 1}})}, 0);
  store_scalar(lane(texel, 3));
  EXPECT_EQ(all(run(), Op::Sample).at(0).type, ir::float_type(4));
}

TEST_F(NarrowTest, ANarrowScaleIsAProduct) {
  const Value scaled = build.make(Op::Scale, ir::float_type(4), {v0, lane(fc0, 1)});
  store_scalar(lane(scaled, 2));
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Scale), 0u);
  EXPECT_EQ(all(result, Op::Mul).at(0).type, ir::float_type(1));
}

TEST_F(NarrowTest, AScaleOfTwoLanesIsAScale) {
  const Value scaled = build.make(Op::Scale, ir::float_type(4), {v0, lane(fc0, 1)});
  store(lanes({{scaled, 2}, {scaled, 3}, {scaled, 2}, {scaled, 3}}));
  EXPECT_EQ(all(run(), Op::Scale).at(0).type, ir::float_type(2));
}

TEST_F(NarrowTest, APhiKeepsTheLanesThatAreRead) {
  open_if({v0, 0}, {fc0, 0});
  const Value inside = build.lanewise(Op::Sqrt, v1);
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(4), {inside, v0});
  store_scalar(lane(phi, 2));
  const ir::Module result = run();
  const ir::Inst narrowed = all(result, Op::Phi).at(0);
  EXPECT_EQ(narrowed.type, ir::float_type(1));
  EXPECT_EQ(all(result, Op::Sqrt).at(0).type, ir::float_type(1));
  EXPECT_EQ(ir::lane_at(narrowed.lanes2, 0), 2u);
}

TEST_F(NarrowTest, AnIfThatNothingNeedsDisappears) {
  open_if({v0, 0}, {fc0, 0});
  const Value inside = build.lanewise(Op::Sqrt, v1);
  close_if();
  build.make(Op::Phi, ir::float_type(4), {inside, v0});
  store(v0);
  EXPECT_EQ(text_of(run()), R"(
%0: float4 = varying v0
store-color oc, %0
)");
}

TEST_F(NarrowTest, ALoadOfTheInstanceIdIsLeftAsItIs) {
  ir::Module vertex;
  ir::Builder b(vertex);
  const Value iid = b.make(Op::LoadInstance, ir::int_type());
  const Value number = b.make(Op::ToFloat, ir::float_type(1), {iid});
  const std::array<ir::Lane, 4> four{ir::Lane{number, 0}, ir::Lane{number, 0}, ir::Lane{number, 0},
                                     ir::Lane{number, 0}};
  b.make(Op::StorePosition, {}, {b.compose(four)});
  EXPECT_EQ(text_of(after(narrow_lanes, vertex)), text_of(vertex));
}

TEST_F(NarrowTest, TellsWhereNarrowedInstructionsMayBeEqual) {
  store_scalar(lane(fc0, 2));
  ir::Module loads = module;  // only a load becomes narrower
  EXPECT_FALSE(narrow_lanes(loads));
  store_scalar(lane(build.lanewise(Op::Add, v0, v1), 1));
  EXPECT_TRUE(narrow_lanes(module));
}

}  // namespace
}  // namespace agal::opt
