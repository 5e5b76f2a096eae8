// Texture fetches and samplers.
#include <gtest/gtest.h>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;
using test::text_of;

TEST(Fetch, APlaneTakesTwoLanes) {
  EXPECT_EQ(text_of(lowered("tex ft0, v0, fs0 <2d, linear>\nmov oc, ft0\n")), R"(
%0: float = constant 0
%1: float4 = varying v0
%2: float2 = compose %1.x, %1.y
%3: float4 = sample fs0, %2
store-color oc, %3
)");
}

TEST(Fetch, ACubeTakesThree) {
  const ir::Module module = lowered("tex oc, v0, fs1 <cube, linear, miplinear>\n");
  EXPECT_EQ(module[all(module, Op::Sample).at(0).arg(0)].type, ir::float_type(3));
  EXPECT_EQ(module.samplers.at(0).dimension, ir::Dimension::Cube);
}

TEST(Fetch, AVolumeTakesThree) {
  const ir::Module module = lowered("tex oc, v0, fs1 <3d, linear>\n");
  EXPECT_EQ(module[all(module, Op::Sample).at(0).arg(0)].type, ir::float_type(3));
  EXPECT_EQ(module.samplers.at(0).dimension, ir::Dimension::Volume);
}

TEST(Fetch, TheCoordinateIsSwizzled) {
  const ir::Module module = lowered("tex oc, v0.wz, fs0 <2d, linear>\n");
  const ir::Inst at = module[all(module, Op::Sample).at(0).arg(0)];
  EXPECT_EQ(ir::lane_at(at.lanes, 0), 3u);
  EXPECT_EQ(ir::lane_at(at.lanes, 1), 2u);
}

TEST(Fetch, SingleRepeatsX) {
  const ir::Module module = lowered("tex ft0, v0, fs0 <2d, linear, single>\nmov oc, ft0\n");
  const ir::Inst lanes = module[all(module, Op::StoreColor).at(0).arg(0)];
  ASSERT_EQ(lanes.op, Op::Compose);
  for (std::uint32_t c = 0; c < 4; ++c) EXPECT_EQ(ir::lane_at(lanes.lanes, c), 0u);
}

TEST(Fetch, ABiasIsInEighthsAndSigned) {
  const ir::Module module = lowered("tex oc, v0, fs0 <2d, linear, miplinear, -1.5>\n");
  const ir::Inst fetch = all(module, Op::SampleBias).at(0);
  EXPECT_EQ(module[fetch.arg(1)].args[0], std::bit_cast<std::uint32_t>(-1.5f));
}

TEST(Fetch, APositiveBias) {
  const ir::Module module = lowered("tex oc, v0, fs0 <2d, linear, miplinear, 2.25>\n");
  EXPECT_EQ(module[all(module, Op::SampleBias).at(0).arg(1)].args[0], std::bit_cast<std::uint32_t>(2.25f));
}

TEST(Fetch, WithoutABiasIsPlain) {
  EXPECT_EQ(count(lowered("tex oc, v0, fs0 <2d, linear, miplinear>\n"), Op::SampleBias), 0u);
}

TEST(Fetch, TldTakesItsBiasAsTheLevel) {
  const ir::Module module = lowered("tld vt0, va0, vs1 <2d, linear, miplinear, 3>\nmov op, vt0\n");
  const ir::Inst fetch = all(module, Op::SampleLod).at(0);
  EXPECT_EQ(module[fetch.arg(1)].args[0], std::bit_cast<std::uint32_t>(3.0f));
  EXPECT_EQ(module.samplers.at(0).index, 1u);
}

TEST(Fetch, TldWithoutABiasTakesLevelZero) {
  const ir::Module module = lowered("tld vt0, va0, vs0 <2d>\nmov op, vt0\n");
  EXPECT_EQ(module[all(module, Op::SampleLod).at(0).arg(1)].args[0], 0u);
}

TEST(Fetch, TedIsATex) {
  Program program = test::assembled("tex oc, v0, fs0 <2d, linear, miplinear>\n");
  program.instructions[0].opcode = static_cast<std::uint32_t>(Opcode::Ted);
  EXPECT_EQ(count(*lower(program, {}), Op::Sample), 1u);
}

TEST(Samplers, HaveOneSlotEachInTheOrderOfTheirNumbers) {
  const ir::Module module = lowered(
      "tex ft0, v0, fs5 <2d, linear>\n"
      "tex ft1, v0, fs2 <cube, linear, miplinear>\n"
      "tex ft2, v0, fs5 <2d, linear>\n"
      "add ft0, ft0, ft1\nadd oc, ft0, ft2\n");
  ASSERT_EQ(module.samplers.size(), 2u);
  EXPECT_EQ(module.samplers[0].index, 2u);
  EXPECT_EQ(module.samplers[1].index, 5u);
  EXPECT_EQ(all(module, Op::Sample)[0].aux, 1u);
  EXPECT_EQ(all(module, Op::Sample)[1].aux, 0u);
}

TEST(Samplers, OneWithTwoDimensionsIsRefused) {
  const Program program = test::assembled(
      "tex ft0, v0, fs0 <2d, linear>\n"
      "tex ft1, v0, fs0 <cube, linear, miplinear>\n"
      "add oc, ft0, ft1\n");
  const Result<ir::Module> module = lower(program, {});
  EXPECT_FALSE(module);
  ASSERT_TRUE(module.diagnostics().contains(4090));
  EXPECT_EQ(module.diagnostics()[0].location.token, 2u);
}

// ---- centroid

std::vector<std::uint32_t> numbers(const base::RegisterSet& set) {
  std::vector<std::uint32_t> out;
  set.for_each([&](std::uint32_t n) { out.push_back(n); });
  return out;
}

TEST(Centroid, HoldsWhereEveryUseOfTheVaryingAsksForIt) {
  const ir::Module module = lowered(
      "tex ft0, v0, fs0 <2d, linear, centroid>\n"
      "tex ft1, v1, fs0 <2d, linear, centroid>\n"
      "add ft0, ft0, v1\nadd oc, ft0, ft1\n");
  EXPECT_EQ(numbers(module.centroid_varyings), (std::vector<std::uint32_t>{0}));
}

TEST(Centroid, DoesNotHoldWhereFetchesDisagree) {
  const ir::Module module = lowered(
      "tex ft0, v0, fs0 <2d, linear, centroid>\n"
      "tex ft1, v0, fs1 <2d, linear>\n"
      "add oc, ft0, ft1\n");
  EXPECT_TRUE(module.centroid_varyings.empty());
}

TEST(Centroid, OfAVertexProgramIsWhatThePairSays) {
  Options options;
  options.centroid_varyings.add(3);
  EXPECT_EQ(numbers(lowered("mov op, va0\n", options).centroid_varyings), (std::vector<std::uint32_t>{3}));
  EXPECT_TRUE(lowered("mov op, va0\n").centroid_varyings.empty());
  // Also where a fetch asks for it, which means nothing there.
  const ir::Module fetching = lowered("tld vt0, va0, vs0 <2d, nearest, centroid>\nmov op, vt0\n", options);
  EXPECT_EQ(numbers(fetching.centroid_varyings), (std::vector<std::uint32_t>{3}));
}

}  // namespace
}  // namespace agal::lower
