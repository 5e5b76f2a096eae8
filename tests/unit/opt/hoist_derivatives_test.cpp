#include <cmath>

#include "passes_support.hpp"

namespace agal::opt {
namespace {

using ir::Op;
using ir::Value;
using test::all;
using test::count;
using test::position;
using test::text_of;

ir::Module with_gradients(ir::Module module) {
  return after([](ir::Module& m) { hoist_derivatives(m, true); }, std::move(module));
}
ir::Module without_gradients(ir::Module module) {
  return after([](ir::Module& m) { hoist_derivatives(m, false); }, std::move(module));
}

class DerivativesTest : public PassTest {
 protected:
  DerivativesTest() { at = lanes({{v0, 0}, {v0, 1}}); }

  void open_varying_if() { open_if({v1, 0}, {fc0, 0}); }
  void open_uniform_if() { open_if({fc0, 0}, {fc0, 1}); }
  Value fetch(Value coordinate) { return build.make(Op::Sample, ir::float_type(4), {coordinate}, 0); }
  Value biased(Value coordinate, float bias) {
    return build.make(Op::SampleBias, ir::float_type(4), {coordinate, build.constant(bias)}, 0);
  }
  void merge(Value inside) {
    close_if();
    store(build.make(Op::Phi, ir::float_type(4), {inside, v1}));
  }

  Value at;
};

TEST_F(DerivativesTest, GradientsAreTakenBeforeTheBranch) {
  open_varying_if();
  merge(fetch(at));
  EXPECT_EQ(text_of(with_gradients(module)), R"(
%0: float4 = varying v0
%1: float4 = varying v1
%2: float4 = uniform fc0
%3: float2 = compose %0.x, %0.y
%4: float = compose %1.x
%5: float = compose %2.x
%6: bool = less %4, %5
%7: float2 = ddx %3
%8: float2 = ddy %3
if %6
  %10: float4 = sample-grad fs0, %3, %7, %8
end-if
%12: float4 = phi %10, %1
store-color oc, %12
)");
}

TEST_F(DerivativesTest, WithoutExplicitGradientsTheFetchMoves) {
  open_varying_if();
  merge(fetch(at));
  EXPECT_EQ(text_of(without_gradients(module)), R"(
%0: float4 = varying v0
%1: float4 = varying v1
%2: float4 = uniform fc0
%3: float2 = compose %0.x, %0.y
%4: float = compose %1.x
%5: float = compose %2.x
%6: bool = less %4, %5
%7: float4 = sample fs0, %3
if %6
end-if
%10: float4 = phi %7, %1
store-color oc, %10
)");
}

TEST_F(DerivativesTest, OutsideOfBranchesNothingChanges) {
  store(fetch(at));
  const std::string before = text_of(module);
  EXPECT_FALSE(hoist_derivatives(module, true));
  EXPECT_EQ(text_of(module), before);
}

TEST_F(DerivativesTest, AUniformBranchKeepsItsImplicitFetch) {
  open_uniform_if();
  merge(fetch(at));
  const std::string before = text_of(module);
  EXPECT_FALSE(hoist_derivatives(module, true));
  EXPECT_EQ(text_of(module), before);
  EXPECT_FALSE(hoist_derivatives(module, false));
  EXPECT_EQ(text_of(module), before);
}

TEST_F(DerivativesTest, ABranchOnAnIndirectConstantIsUniform) {
  const Value number = build.make(Op::ToInt, ir::int_type(), {lane(fc0, 0)});
  const Value constant = build.make(Op::LoadUniformAt, ir::float_type(4), {number});
  open_if({constant, 0}, {fc0, 0});
  merge(fetch(at));
  EXPECT_EQ(count(with_gradients(module), Op::Sample), 1u);
}

TEST_F(DerivativesTest, ABranchOnATexelIsNotUniform) {
  const Value texel = fetch(lanes({{fc0, 0}, {fc0, 1}}));
  open_if({texel, 0}, {fc0, 0});
  merge(fetch(at));
  EXPECT_EQ(count(with_gradients(module), Op::SampleGrad), 1u);
}

TEST_F(DerivativesTest, WhatAVaryingBranchMergesIsNotUniform) {
  open_varying_if();
  close_if();
  const Value merged = build.make(Op::Phi, ir::float_type(4), {fc0, fc0});
  open_if({merged, 0}, {fc0, 0});
  merge(fetch(at));
  EXPECT_EQ(count(with_gradients(module), Op::SampleGrad), 1u);
}

TEST_F(DerivativesTest, WhatAUniformBranchMergesIsUniform) {
  open_uniform_if();
  close_if();
  const Value merged = build.make(Op::Phi, ir::float_type(4), {fc0, fc0});
  open_if({merged, 0}, {fc0, 0});
  merge(fetch(at));
  EXPECT_EQ(count(with_gradients(module), Op::SampleGrad), 0u);
}

TEST_F(DerivativesTest, AUniformBranchInsideAVaryingOneIsNone) {
  open_varying_if();
  open_uniform_if();
  const Value texel = fetch(at);
  close_if();
  merge(build.make(Op::Phi, ir::float_type(4), {texel, v0}));
  const ir::Module result = with_gradients(module);
  EXPECT_EQ(count(result, Op::SampleGrad), 1u);
  EXPECT_LT(position(result, Op::DerivativeX), position(result, Op::If));
}

TEST_F(DerivativesTest, AVaryingBranchInsideAUniformOneIsLeftToTheUniformOne) {
  open_uniform_if();
  open_varying_if();
  const Value texel = fetch(at);
  close_if();
  merge(build.make(Op::Phi, ir::float_type(4), {texel, v0}));
  const ir::Module result = with_gradients(module);
  EXPECT_GT(position(result, Op::DerivativeX), position(result, Op::If, 0));
  EXPECT_LT(position(result, Op::DerivativeX), position(result, Op::If, 1));
}

TEST_F(DerivativesTest, ABiasScalesTheGradients) {
  open_varying_if();
  merge(biased(at, -1.5f));
  const ir::Module result = with_gradients(module);
  const ir::Inst grad = all(result, Op::SampleGrad).at(0);
  EXPECT_EQ(grad.arg_count(), 3u);
  for (std::uint32_t side = 1; side <= 2; ++side) {
    const ir::Inst scaled = result[grad.arg(side)];
    ASSERT_EQ(scaled.op, Op::Scale);
    EXPECT_EQ(result[scaled.arg(0)].op, side == 1 ? Op::DerivativeX : Op::DerivativeY);
    EXPECT_EQ(std::bit_cast<float>(result[scaled.arg(1)].args[0]), std::exp2(-1.5f));
  }
}

TEST_F(DerivativesTest, OneCoordinateHasOnePairOfGradients) {
  open_varying_if();
  merge(build.lanewise(Op::Add, fetch(at), fetch(at)));
  const ir::Module result = with_gradients(module);
  EXPECT_EQ(count(result, Op::DerivativeX), 1u);
  EXPECT_EQ(count(result, Op::SampleGrad), 2u);
}

TEST_F(DerivativesTest, AnotherBiasHasAnotherPair) {
  open_varying_if();
  merge(build.lanewise(Op::Add, biased(at, 1.0f), build.lanewise(Op::Add, fetch(at), biased(at, 1.0f))));
  EXPECT_EQ(count(with_gradients(module), Op::DerivativeX), 2u);
}

TEST_F(DerivativesTest, WhatACoordinateNeedsMovesWithIt) {
  open_varying_if();
  const Value sum = build.lanewise(Op::Add, v0, fc0);
  merge(fetch(lanes({{sum, 0}, {sum, 1}})));
  const ir::Module result = with_gradients(module);
  EXPECT_EQ(count(result, Op::Add), 1u);
  EXPECT_LT(position(result, Op::Add), position(result, Op::If));
}

TEST_F(DerivativesTest, WhatItMergesIsSelected) {
  open_varying_if();
  open_if({v1, 1}, {fc0, 0});
  const Value doubled = build.lanewise(Op::Add, v0, v0);
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(2), {doubled, v0});
  module.body[ir::index(phi)].lanes = 0x01;  // .yx
  merge(fetch(phi));
  const ir::Module result = with_gradients(module);
  const ir::Inst select = all(result, Op::Select).at(0);
  EXPECT_LT(position(result, Op::Select), position(result, Op::If));
  EXPECT_EQ(ir::lane_at(result[select.arg(1)].lanes, 0), 1u);
}

TEST_F(DerivativesTest, AFetchThatAnotherWaitsForMovesAsAWhole) {
  open_varying_if();
  const Value first = fetch(at);
  merge(fetch(lanes({{first, 0}, {first, 1}})));
  const ir::Module result = with_gradients(module);
  EXPECT_EQ(count(result, Op::Sample), 1u);
  EXPECT_EQ(count(result, Op::SampleGrad), 1u);
  EXPECT_LT(position(result, Op::Sample), position(result, Op::If));
  EXPECT_GT(position(result, Op::SampleGrad), position(result, Op::If));
}

TEST_F(DerivativesTest, DdxInABranchMovesAboveIt) {
  open_varying_if();
  merge(build.lanewise(Op::DerivativeY, v0));
  const ir::Module result = with_gradients(module);
  EXPECT_EQ(count(result, Op::DerivativeY), 1u);
  EXPECT_LT(position(result, Op::DerivativeY), position(result, Op::If));
}

TEST_F(DerivativesTest, BothArmsAndLaterBranches) {
  open_varying_if();
  const Value first = fetch(at);
  open_else();
  const Value second = biased(at, 2.0f);
  close_if();
  const Value phi = build.make(Op::Phi, ir::float_type(4), {first, second});
  open_if({phi, 0}, {fc0, 0});
  merge(fetch(lanes({{phi, 0}, {phi, 1}})));
  const ir::Module result = with_gradients(module);
  EXPECT_EQ(count(result, Op::SampleGrad), 3u);
  EXPECT_EQ(count(result, Op::DerivativeX), 3u);
  EXPECT_GT(position(result, Op::DerivativeX, 2), position(result, Op::EndIf));
}

TEST_F(DerivativesTest, ALevelThatIsSaidNeedsNothing) {
  open_varying_if();
  merge(build.make(Op::SampleLod, ir::float_type(4), {at, build.constant(0.0f)}, 0));
  EXPECT_FALSE(hoist_derivatives(module, true));
}

// The chain has the maximum length of a program, and each fetch has a different coordinate.
TEST_F(DerivativesTest, LongChainsAndManyFetchesAreNoTrouble) {
  constexpr int many = 100'000;
  open_varying_if();
  Value sum = v0;
  for (int i = 0; i < many; ++i) sum = build.lanewise(Op::Add, sum, fc0);
  Value texels = fetch(lanes({{sum, 0}, {sum, 1}}));
  for (int i = 0; i < many; ++i) {
    const Value coordinate = build.lanewise(Op::Neg, at);
    texels = build.lanewise(Op::Add, texels, fetch(coordinate));
  }
  merge(texels);
  const ir::Module result = with_gradients(module);
  EXPECT_EQ(count(result, Op::SampleGrad), many + 1u);
}

}  // namespace
}  // namespace agal::opt
