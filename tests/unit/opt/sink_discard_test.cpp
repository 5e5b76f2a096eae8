#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;
using test::position;
using test::text_of;

class KillsTest : public PassTest {
 protected:
  KillsTest() { at = lanes({{v0, 0}, {v0, 1}}); }

  Value fetch() { return build.make(Op::Sample, ir::float_type(4), {at}, 0); }
  ir::Module run() {
    return after([](ir::Module& m) { EXPECT_TRUE(sink_discards(m)); }, module);
  }
  void expect_unchanged() {
    const std::string before = text_of(module);
    EXPECT_FALSE(sink_discards(module));
    EXPECT_EQ(text_of(module), before);
  }

  Value at;
};

TEST_F(KillsTest, SinksBehindAFetch) {
  kill(condition(0));
  store(fetch());
  EXPECT_EQ(text_of(run()), R"(
%0: bool = constant false
%1: float4 = varying v0
%2: float4 = varying v1
%3: float4 = uniform fc0
%4: float2 = compose %1.x, %1.y
%5: float = compose %2.x
%6: float = compose %3.x
%7: bool = less %5, %6
%8: float4 = sample fs0, %4
kill %7
store-color oc, %8
)");
}

TEST_F(KillsTest, AfterTheLastDerivativeStaysInPlace) {
  const Value texel = fetch();
  kill(condition(0));
  store(texel);
  expect_unchanged();
}

TEST_F(KillsTest, WithoutDerivativesStaysInPlace) {
  kill(condition(0));
  store(v0);
  expect_unchanged();
}

TEST_F(KillsTest, ExplicitGradientsDoNotMind) {
  kill(condition(0));
  store(build.make(Op::SampleGrad, ir::float_type(4), {at, at, at}, 0));
  expect_unchanged();
}

TEST_F(KillsTest, SinksBehindDdx) {
  kill(condition(0));
  store(build.lanewise(Op::DerivativeX, v0));
  const ir::Module result = run();
  EXPECT_GT(position(result, Op::Kill), position(result, Op::DerivativeX));
}

TEST_F(KillsTest, SeveralBecomeOne) {
  kill(condition(0));
  kill(condition(1));
  store(fetch());
  const ir::Module result = run();
  ASSERT_EQ(count(result, Op::Kill), 1u);
  EXPECT_EQ(result[all(result, Op::Kill)[0].arg(0)].op, Op::Or);
}

TEST_F(KillsTest, OnlyThoseAboveTheLastDerivativeMove) {
  kill(condition(0));
  const Value texel = fetch();
  kill(condition(1));
  store(texel);
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Kill), 2u);
  EXPECT_EQ(count(result, Op::Or), 0u);
  EXPECT_GT(position(result, Op::Kill), position(result, Op::Sample));
}

TEST_F(KillsTest, InAnArmIsMergedWithFalse) {
  open_if({v1, 0}, {fc0, 0});
  kill(condition(1));
  close_if();
  store(fetch());
  const ir::Module result = run();
  const ir::Inst phi = all(result, Op::Phi).at(0);
  EXPECT_EQ(phi.type, ir::bool_type(1));
  EXPECT_EQ(result[phi.arg(0)].op, Op::Less);
  EXPECT_EQ(result[phi.arg(1)].op, Op::Constant);
  EXPECT_EQ(result[phi.arg(1)].args[0], 0u);
  EXPECT_GT(position(result, Op::Kill), position(result, Op::Sample));
}

TEST_F(KillsTest, InElseIsMergedTheOtherWay) {
  open_if({v1, 0}, {fc0, 0});
  open_else();
  kill(condition(1));
  close_if();
  store(fetch());
  const ir::Module result = run();
  const ir::Inst phi = all(result, Op::Phi).at(0);
  EXPECT_EQ(result[phi.arg(0)].op, Op::Constant);
  EXPECT_EQ(result[phi.arg(1)].op, Op::Less);
}

TEST_F(KillsTest, InBothArms) {
  open_if({v1, 0}, {fc0, 0});
  kill(condition(1));
  open_else();
  kill(condition(2));
  close_if();
  store(fetch());
  const ir::Module result = run();
  const ir::Inst phi = all(result, Op::Phi).at(0);
  EXPECT_EQ(result[phi.arg(0)].op, Op::Less);
  EXPECT_EQ(result[phi.arg(1)].op, Op::Less);
  EXPECT_EQ(count(result, Op::Kill), 1u);
}

TEST_F(KillsTest, BeforeAndInAnArm) {
  kill(condition(0));
  open_if({v1, 0}, {fc0, 0});
  kill(condition(1));
  close_if();
  store(fetch());
  const ir::Module result = run();
  const ir::Inst phi = all(result, Op::Phi).at(0);
  EXPECT_EQ(result[phi.arg(0)].op, Op::Or);    // either, if the arm ran
  EXPECT_EQ(result[phi.arg(1)].op, Op::Less);  // only the first, if not
}

TEST_F(KillsTest, InNestedArms) {
  open_if({v1, 0}, {fc0, 0});
  open_if({v1, 1}, {fc0, 1});
  kill(condition(2));
  close_if();
  close_if();
  store(fetch());
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Phi), 2u);
  EXPECT_EQ(result[all(result, Op::Kill).at(0).arg(0)].op, Op::Phi);
}

TEST_F(KillsTest, WaitsForTheEndOfTheIfAroundTheDerivative) {
  kill(condition(0));
  open_if({fc0, 0}, {fc0, 1});
  const Value texel = fetch();
  close_if();
  store(build.make(Op::Phi, ir::float_type(4), {texel, v0}));
  const ir::Module result = run();
  EXPECT_GT(position(result, Op::Kill), position(result, Op::Phi));
}

TEST_F(KillsTest, BehindTheDerivativeInItsArmWaitsToo) {
  open_if({fc0, 0}, {fc0, 1});
  const Value texel = fetch();
  kill(condition(0));
  close_if();
  const Value first = build.make(Op::Phi, ir::float_type(4), {texel, v0});
  store(build.lanewise(Op::Add, first, fetch()));
  const ir::Module result = run();
  EXPECT_EQ(count(result, Op::Kill), 1u);
  EXPECT_GT(position(result, Op::Kill), position(result, Op::Sample, 1));
}

TEST_F(KillsTest, StandsBeforeTheStores) {
  kill(condition(0));
  store(fetch());
  const ir::Module result = run();
  EXPECT_LT(position(result, Op::Kill), position(result, Op::StoreColor));
}

}  // namespace
}  // namespace agal::opt
