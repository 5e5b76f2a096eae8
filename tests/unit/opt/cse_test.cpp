#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;

class CommonTest : public PassTest {
 protected:
  ir::Module run() { return after(eliminate_common_subexpressions, module); }
};

TEST_F(CommonTest, TheSameIsComputedOnce) {
  const Value a = build.lanewise(Op::Add, v0, v1);
  const Value b = build.lanewise(Op::Add, v0, v1);
  store(build.lanewise(Op::Mul, a, b));
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Add), 1u);
  const ir::Inst mul = all(result, Op::Mul).at(0);
  EXPECT_EQ(mul.arg(0), mul.arg(1));
}

TEST_F(CommonTest, TheOrderOfASumDoesNotMatter) {
  const Value a = build.lanewise(Op::Add, v0, v1);
  const Value b = build.lanewise(Op::Add, v1, v0);
  store(build.lanewise(Op::Mul, a, b));
  EXPECT_EQ(count(run(), Op::Add), 1u);
}

TEST_F(CommonTest, TheOrderOfADifferenceMatters) {
  const Value a = build.lanewise(Op::Sub, v0, v1);
  const Value b = build.lanewise(Op::Sub, v1, v0);
  store(build.lanewise(Op::Mul, a, b));
  EXPECT_EQ(count(run(), Op::Sub), 2u);
}

TEST_F(CommonTest, TheAuthorsOrderIsKept) {
  store(build.lanewise(Op::Add, v1, v0));
  const ir::Inst sum = all(run(), Op::Add).at(0);
  EXPECT_EQ(ir::index(sum.arg(0)), ir::index(v1));
}

TEST_F(CommonTest, TwoLoadsOfARegisterAreOne) {
  const Value again = build.make(Op::LoadVarying, ir::float_type(4), {}, 0);
  store(build.lanewise(Op::Add, v0, again));
  EXPECT_EQ(count(run(), Op::LoadVarying), 2u);  // v0 and v1
}

TEST_F(CommonTest, LoadsOfDifferentRegistersStay) { EXPECT_EQ(count(run(), Op::LoadVarying), 2u); }

TEST_F(CommonTest, LoadsOfDifferentLanesStay) {
  ir::Inst load;
  load.op = Op::LoadVarying;
  load.type = ir::float_type(1);
  std::array<ir::Lane, 4> loaded;
  for (std::uint32_t c = 0; c < 4; ++c) {
    load.lanes = ir::with_lane(0, 0, std::min(c, 2u));
    loaded[c] = {build.append(load), 0};
  }
  store(build.compose(loaded));
  EXPECT_EQ(count(run(), Op::LoadVarying), 2u + 3u);  // v0, v1, and three lanes of v0
}

TEST_F(CommonTest, EqualConstantsAreOneAndMinusZeroIsNotZero) {
  const Value zero = build.constant(0.0f, 4), again = build.constant(0.0f, 4), minus = build.constant(-0.0f, 4);
  store(build.lanewise(Op::Add, build.lanewise(Op::Add, zero, again), minus));
  EXPECT_EQ(count(run(), Op::Constant), 2u);
}

TEST_F(CommonTest, LanesTellCompositionsApart) {
  const Value x = lane(v0, 0), again = lane(v0, 0), y = lane(v0, 1);
  store(lanes({{x, 0}, {again, 0}, {y, 0}, {y, 0}}));
  EXPECT_EQ(count(run(), Op::Compose), 3u);
}

TEST_F(CommonTest, WhatIsKnownOutsideIsKnownInside) {
  const Value outside = build.lanewise(Op::Add, v0, v1);
  open_if({v0, 0}, {fc0, 0});
  const Value inside = build.lanewise(Op::Add, v0, v1);
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {inside, outside}));
  EXPECT_EQ(count(run(), Op::Add), 1u);
}

TEST_F(CommonTest, WhatIsKnownInsideIsUnknownOutside) {
  open_if({v0, 0}, {fc0, 0});
  build.lanewise(Op::Add, v0, v1);
  close_if();
  store(build.lanewise(Op::Add, v0, v1));
  EXPECT_EQ(count(run(), Op::Add), 2u);
}

TEST_F(CommonTest, OneArmKnowsNothingOfTheOther) {
  open_if({v0, 0}, {fc0, 0});
  const Value a = build.lanewise(Op::Add, v0, v1);
  open_else();
  const Value b = build.lanewise(Op::Add, v0, v1);
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {a, b}));
  EXPECT_EQ(count(run(), Op::Add), 2u);
}

TEST_F(CommonTest, EffectsStay) {
  const Value condition = build.compare(Op::Less, lane(v0, 0), lane(v1, 0));
  build.make(Op::Kill, {}, {condition});
  build.make(Op::Kill, {}, {condition});
  EXPECT_EQ(count(run(), Op::Kill), 2u);
}

TEST_F(CommonTest, ANameIsKeptFromWhicheverHasOne) {
  const Value a = build.lanewise(Op::Add, v0, v1);
  build.set_origin(4, {RegisterType::Temporary, 6});
  const Value b = build.lanewise(Op::Add, v0, v1);
  store(build.lanewise(Op::Mul, a, b));
  EXPECT_EQ(all(run(), Op::Add).at(0).hint, (ir::Hint{RegisterType::Temporary, 6}));
}

// Otherwise the emitter would write a composite of one part, which SPIR-V does not allow.
TEST_F(CommonTest, ACompositionThatBecomesTheWholeOfAValueIsThatValue) {
  const Value a = build.lanewise(Op::Add, v0, v1);
  const Value b = build.lanewise(Op::Add, v0, v1);
  store(lanes({{a, 0}, {b, 1}, {a, 2}, {b, 3}}));
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Compose), 0u);
  EXPECT_EQ(result[all(result, Op::StoreColor).at(0).arg(0)].op, Op::Add);
}

TEST_F(CommonTest, FetchesOfOneCoordinateAreOne) {
  const Value at = lanes({{v0, 0}, {v0, 1}});
  const Value a = build.make(Op::Sample, ir::float_type(4), {at}, 0);
  const Value b = build.make(Op::Sample, ir::float_type(4), {at}, 0);
  store(build.lanewise(Op::Add, a, b));
  EXPECT_EQ(count(run(), Op::Sample), 1u);
}

}  // namespace
}  // namespace agal::opt
