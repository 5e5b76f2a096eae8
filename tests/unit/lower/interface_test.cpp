// Inputs and outputs: what is stored, in which order, and the interface of a pair.
#include <gtest/gtest.h>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;
using test::position;
using test::text_of;

TEST(Outputs, APositionWrittenInPartsIsStoredOnce) {
  EXPECT_EQ(text_of(lowered("mov op.xy, va0\nmov op.zw, va1\n")), R"(
%0: float = constant 0
%1: float4 = attribute va0
%2: float4 = attribute va1
%3: float4 = compose %1.x, %1.y, %2.z, %2.w
store-position %3
)");
}

TEST(Outputs, ThePositionIsStoredLast) {
  const ir::Module module = lowered("mov op, va0\nmov v0, va1\n");
  EXPECT_LT(position(module, Op::StoreVarying), position(module, Op::StorePosition));
  EXPECT_EQ(position(module, Op::StorePosition), module.body.size() - 1);
}

TEST(Outputs, AVaryingWrittenInPartsIsWhole) {
  const ir::Module module = lowered("mov op, va0\nmov v2.x, va1\nmov v2.yzw, va0\n");
  EXPECT_EQ(count(module, Op::StoreVarying), 1u);
  EXPECT_EQ(all(module, Op::StoreVarying)[0].aux, 2u);
}

TEST(Outputs, AVaryingThatIsNotWrittenIsNotStored) {
  EXPECT_EQ(count(lowered("mov op, va0\nmov v3, va1\n"), Op::StoreVarying), 1u);
}

TEST(Outputs, EveryColorGoesToItsOwn) {
  const ir::Module module = lowered("mov oc, v0\nmov oc1, v1\nmov oc3, v3\n");
  const std::vector<ir::Inst> stores = all(module, Op::StoreColor);
  ASSERT_EQ(stores.size(), 3u);
  EXPECT_EQ(stores[2].aux, 3u);
  EXPECT_EQ(module[stores[2].arg(0)].aux, 3u);
}

TEST(Outputs, DepthIsOneLane) {
  const ir::Module module = lowered("mov oc, v0\nmov fd.x, v1.w\n");
  const ir::Inst depth = module[all(module, Op::StoreDepth).at(0).arg(0)];
  EXPECT_EQ(depth.type, ir::float_type(1));
  EXPECT_EQ(ir::lane_at(depth.lanes, 0), 3u);
}

TEST(Outputs, DepthWithoutItsXIsNotWritten) {
  Program program = test::assembled("mov oc, v0\nmov fd.x, v1\n");
  program.instructions[1].dst = Destination::make(RegisterType::Depth, 0, 0xe);
  EXPECT_EQ(count(*lower(program, {}), Op::StoreDepth), 0u);
}

TEST(Outputs, TheLastWriteWins) {
  const ir::Module module = lowered("mov oc, v0\nmov oc, v1\n");
  EXPECT_EQ(module[all(module, Op::StoreColor).at(0).arg(0)].aux, 1u);
}

TEST(Inputs, AreLoadedOnce) { EXPECT_EQ(count(lowered("add ft0, v0, v0\nadd oc, ft0, v0\n"), Op::LoadVarying), 1u); }

TEST(Inputs, TheInstanceIdIsAnIntThatEveryComponentReads) {
  EXPECT_EQ(text_of(lowered("mov vt0, iid.x\nadd op, va0, vt0\n")), R"(
%0: float = constant 0
%1: int = instance
%2: float = to-float %1
%3: float4 = attribute va0
%4: float4 = compose %2, %2, %2, %2
%5: float4 = add %3, %4
store-position %5
)");
}

base::RegisterSet set_of(std::initializer_list<std::uint32_t> numbers) {
  base::RegisterSet out;
  for (std::uint32_t n : numbers) out.add(n);
  return out;
}

TEST(Pair, AVaryingThatTheFragmentProgramDoesNotReadIsDropped) {
  Options options;
  options.varyings_read = set_of({1});
  const ir::Module module = lowered("mov op, va0\nmov v0, va1\nmov v1, va2\n", options);
  ASSERT_EQ(count(module, Op::StoreVarying), 1u);
  EXPECT_EQ(all(module, Op::StoreVarying)[0].aux, 1u);
}

TEST(Pair, AVaryingThatTheVertexProgramDoesNotWriteIsZero) {
  Options options;
  options.varyings_read = set_of({0, 5});
  const ir::Module module = lowered("mov op, va0\nmov v0, va1\n", options);
  ASSERT_EQ(count(module, Op::StoreVarying), 2u);
  const ir::Inst added = all(module, Op::StoreVarying)[1];
  EXPECT_EQ(added.aux, 5u);
  EXPECT_EQ(module[added.arg(0)].op, Op::Constant);
  for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_EQ(module[added.arg(0)].args[lane], 0u);
}

TEST(Pair, WithoutAPartnerEveryWrittenVaryingIsStored) {
  EXPECT_EQ(count(lowered("mov op, va0\nmov v0, va1\nmov v1, va2\n"), Op::StoreVarying), 2u);
}

TEST(Pair, AFragmentProgramThatReadsNothingDropsEverything) {
  Options options;
  options.varyings_read = base::RegisterSet{};
  EXPECT_EQ(count(lowered("mov op, va0\nmov v0, va1\n", options), Op::StoreVarying), 0u);
}

}  // namespace
}  // namespace agal::lower
