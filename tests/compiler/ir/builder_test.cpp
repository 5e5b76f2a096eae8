// The builder of the IR, and functions on lanes.
#include "ir/builder.hpp"

#include <gtest/gtest.h>

namespace agal::ir {
namespace {

class BuilderTest : public testing::Test {
 protected:
  Module module;
  Builder build{module};
};

TEST_F(BuilderTest, AddsOneInstructionPerValue) {
  const Value a = build.constant(2.0f, 4);
  const Value b = build.lanewise(Op::Neg, a);
  EXPECT_EQ(index(a), 0u);
  EXPECT_EQ(index(b), 1u);
  EXPECT_EQ(module[b].type, float_type(4));
  EXPECT_EQ(module[b].arg(0), a);
}

TEST_F(BuilderTest, RecordsOriginOfInstruction) {
  const Value a = build.constant(2.0f);
  build.set_origin(7, {RegisterType::Temporary, 3});
  const Value b = build.lanewise(Op::Neg, a);
  EXPECT_EQ(module[b].token, 7u);
  EXPECT_EQ(module[b].hint, (Hint{RegisterType::Temporary, 3}));
}

TEST_F(BuilderTest, HintsOnlyFloats) {
  build.set_origin(7, {RegisterType::Temporary, 3});
  const Value a = build.constant(2.0f);
  const Value truth = build.compare(Op::Less, a, a);
  EXPECT_FALSE(module[truth].hint.present());
  EXPECT_EQ(module[truth].token, 7u);
}

TEST_F(BuilderTest, ComparesVectorsToVectorOfBools) {
  const Value a = build.constant(2.0f, 3);
  EXPECT_EQ(module[build.compare(Op::Equal, a, a)].type, bool_type(3));
}

TEST_F(BuilderTest, ComposeOfWholeValueReturnsIt) {
  const Value a = build.constant(1.0f, 2);
  const std::array<Lane, 2> whole{Lane{a, 0}, Lane{a, 1}};
  EXPECT_EQ(build.compose(whole), a);
  EXPECT_EQ(module.body.size(), 1u);
}

TEST_F(BuilderTest, ComposeOfPartIsInstruction) {
  const Value a = build.constant(1.0f, 2);
  const std::array<Lane, 2> swapped{Lane{a, 1}, Lane{a, 0}};
  const std::array<Lane, 1> first{Lane{a, 0}};
  EXPECT_EQ(module[build.compose(swapped)].op, Op::Compose);
  EXPECT_EQ(module[build.compose(first)].type, float_type(1));
}

TEST_F(BuilderTest, ComposesBoolsToBools) {
  const Value a = build.bool_constant(true);
  const std::array<Lane, 3> thrice{Lane{a, 0}, Lane{a, 0}, Lane{a, 0}};
  EXPECT_EQ(module[build.compose(thrice)].type, bool_type(3));
}

TEST(Lanes, AreFourPairsOfBits) {
  EXPECT_EQ(lane_at(identity_lanes, 0), 0u);
  EXPECT_EQ(lane_at(identity_lanes, 3), 3u);
  EXPECT_EQ(with_lane(identity_lanes, 0, 3), 0xe7);
  EXPECT_EQ(lane_at(with_lane(identity_lanes, 2, 1), 2), 1u);
}

TEST(Lanes, AreIgnoredBeyondWidth) {
  EXPECT_TRUE(same_lanes(0xe4, 0x04, 2));
  EXPECT_FALSE(same_lanes(0xe4, 0x04, 3));
  EXPECT_TRUE(same_lanes(0xe4, 0xe4, 4));
}

TEST(Ops, OnlyFourTakeDerivatives) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < op_table.size(); ++i) found += takes_derivative(static_cast<Op>(i)) ? 1u : 0u;
  EXPECT_EQ(found, 4u);
  EXPECT_FALSE(takes_derivative(Op::SampleGrad));
  EXPECT_FALSE(takes_derivative(Op::SampleLod));
}

TEST(Ops, ComposeHasOneOperandPerLane) {
  Inst inst;
  inst.op = Op::Compose;
  inst.type = float_type(3);
  EXPECT_EQ(inst.arg_count(), 3u);
  inst.type = float_type(200);  // invalid: must not be used as an index
  EXPECT_EQ(inst.arg_count(), 4u);
}

}  // namespace
}  // namespace agal::ir
