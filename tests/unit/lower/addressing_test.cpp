// Relative addressing.
#include <gtest/gtest.h>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;
using test::text_of;

float number(const ir::Module& module, ir::Value v, std::uint32_t lane = 0) {
  EXPECT_EQ(module[v].op, Op::Constant);
  return std::bit_cast<float>(module[v].args[lane]);
}

// The limits of the first clamp.
std::pair<float, float> bounds(const ir::Module& module) {
  const std::vector<ir::Inst> clamps = all(module, Op::Clamp);
  if (clamps.empty()) return {1, -1};
  return {number(module, clamps[0].arg(1)), number(module, clamps[0].arg(2))};
}

TEST(Addressing, ClampsConvertsAndAdds) {
  EXPECT_EQ(text_of(lowered("mov op, vc[va0.x+3]\n")), R"(
%0: float = constant 0
%1: float4 = attribute va0
%2: float = compose %1.x
%3: float = constant -3
%4: float = constant 124
%5: float = clamp %2, %3, %4
%6: int = to-int %5
%7: int = constant 3
%8: int = int-add %6, %7
%9: float4 = uniform-at %8
store-position %9
)");
}

TEST(Addressing, WithoutOffsetAddsNothing) { EXPECT_EQ(count(lowered("mov op, vc[va0.x]\n"), Op::IntAdd), 0u); }

TEST(Addressing, TheArrayIsAsLongAsTheVersionAllows) {
  EXPECT_EQ(lowered("mov op, vc[va0.x]\n").constant_array, 128u);
  EXPECT_EQ(bounds(lowered("mov op, vc[va0.x]\n")), (std::pair{0.0f, 127.0f}));
  Program program = test::assembled("mov op, vc[va0.x]\n");
  program.version = 2;
  EXPECT_EQ(bounds(*lower(program, {})), (std::pair{0.0f, 249.0f}));
}

TEST(Addressing, ARegisterBeyondTheVersionLengthensTheArray) {
  Program program = test::assembled("mov op, vc[va0.x]\nmov v0, vc0\n");
  program.instructions[1].src1 = Source::make(RegisterType::Constant, 500);
  EXPECT_EQ((*lower(program, {})).constant_array, 501u);
}

// The same operand as a vector and as a matrix in one token: the matrix needs room for its other rows.
TEST(Addressing, AVectorAndAMatrixHaveBoundsOfTheirOwn) {
  const ir::Module module = lowered("m44 op, vc[va0.x], vc[va0.x]\n");
  std::vector<float> highest;
  for (const ir::Inst& clamp : all(module, Op::Clamp)) highest.push_back(number(module, clamp.arg(2)));
  EXPECT_EQ(highest, (std::vector<float>{127, 124, 124, 124, 124}));
}

TEST(Addressing, AllRowsOfAMatrixStayInside) {
  EXPECT_EQ(bounds(lowered("m44 op, va0, vc[va1.x+3]\n")), (std::pair{-3.0f, 121.0f}));
  EXPECT_EQ(bounds(lowered("m34 vt0.xyz, va0, vc[va1.x]\nmov op, vt0.xyzz\n")), (std::pair{0.0f, 125.0f}));
}

TEST(Addressing, RowsFollowTheOffset) {
  const ir::Module module = lowered("m44 op, va0, vc[va1.x+3]\n");
  ASSERT_EQ(count(module, Op::LoadUniformAt), 4u);
  for (std::uint32_t row = 0; row < 4; ++row) {
    const ir::Inst add = module[all(module, Op::LoadUniformAt)[row].arg(0)];
    EXPECT_EQ(module[add.arg(1)].args[0], 3 + row);
  }
}

TEST(Addressing, AllLanesShareOneLoad) {
  EXPECT_EQ(count(lowered("add op, va0, vc[va1.x].wzyx\n"), Op::LoadUniformAt), 1u);
}

TEST(Addressing, TheSameOperandTwiceIsOneLoad) {
  EXPECT_EQ(count(lowered("mul op, vc[va1.x], vc[va1.x]\n"), Op::LoadUniformAt), 1u);
  EXPECT_EQ(count(lowered("mul op, vc[va1.x], vc[va1.y]\n"), Op::LoadUniformAt), 2u);
}

TEST(Addressing, TheSwizzleIsThatOfTheConstant) {
  const ir::Module module = lowered("add op, va0, vc[va1.x].wzyx\n");
  const ir::Inst lanes = module[all(module, Op::Add).at(0).arg(1)];
  ASSERT_EQ(lanes.op, Op::Compose);
  EXPECT_EQ(ir::lane_at(lanes.lanes, 0), 3u);
}

TEST(Addressing, TheIndexIsTheNamedComponent) {
  const ir::Module module = lowered("mov op, vc[va0.z]\n");
  const ir::Inst index = module[all(module, Op::Clamp).at(0).arg(0)];
  EXPECT_EQ(ir::lane_at(index.lanes, 0), 2u);
}

TEST(Addressing, TheIndexMayBeATemporaryAConstantOrTheInstance) {
  const auto index_of = [](const ir::Module& module) {
    const ir::Inst index = module[all(module, Op::Clamp).at(0).arg(0)];
    return index.op == Op::Compose ? module[index.arg(0)].op : index.op;
  };
  EXPECT_EQ(index_of(lowered("add vt0, va0, va1\nmov op, vc[vt0.x]\n")), Op::Add);
  EXPECT_EQ(index_of(lowered("mov op, vc[vc1.x]\n")), Op::LoadUniform);
  EXPECT_EQ(index_of(lowered("mov op, vc[iid.x]\n")), Op::ToFloat);
}

TEST(Addressing, CanBeLeftUnclamped) {
  Semantics semantics;
  semantics.clamp_index = false;
  EXPECT_EQ(text_of(lowered("mov op, vc[va0.x+3]\n", semantics)), R"(
%0: float = constant 0
%1: float4 = attribute va0
%2: float = compose %1.x
%3: int = to-int %2
%4: int = constant 3
%5: int = int-add %3, %4
%6: float4 = uniform-at %5
store-position %6
)");
}

TEST(Addressing, TruncatesByDefault) {
  const ir::Module module = lowered("mov op, vc[va0.x]\n");
  EXPECT_EQ(count(module, Op::Floor), 0u);
  EXPECT_EQ(count(module, Op::ToInt), 1u);
}

TEST(Addressing, CanRound) {
  Semantics semantics;
  semantics.index_conversion = IndexConversion::Round;
  const ir::Module module = lowered("mov op, vc[va0.x]\n", semantics);
  const ir::Inst floor = all(module, Op::Floor).at(0);
  ASSERT_EQ(module[floor.arg(0)].op, Op::Add);
  EXPECT_EQ(number(module, module[floor.arg(0)].arg(1)), 0.5f);
}

TEST(Addressing, CanRoundDown) {
  Semantics semantics;
  semantics.index_conversion = IndexConversion::Floor;
  const ir::Module module = lowered("mov op, vc[va0.x]\n", semantics);
  EXPECT_EQ(count(module, Op::Floor), 1u);
  EXPECT_EQ(count(module, Op::Add), 0u);
}

TEST(Addressing, AnOffsetFrom128UpIsUnsignedByDefault) {
  const ir::Module module = lowered("mov op, vc[va0.x+200]\n");
  EXPECT_EQ(module[all(module, Op::IntAdd).at(0).arg(1)].args[0], 200u);
  EXPECT_EQ(bounds(module), (std::pair{-200.0f, 49.0f}));
}

TEST(Addressing, AnOffsetFrom128UpCanBeNegative) {
  Semantics semantics;
  semantics.offset_sign = OffsetSign::Signed;
  const ir::Module module = lowered("mov op, vc[va0.x+253]\n", semantics);
  EXPECT_EQ(static_cast<std::int32_t>(module[all(module, Op::IntAdd).at(0).arg(1)].args[0]), -3);
  EXPECT_EQ(bounds(module), (std::pair{3.0f, static_cast<float>(module.constant_array) + 2.0f}));
}

}  // namespace
}  // namespace agal::lower
