// Matrices, dot and cross products, normalization.
#include <gtest/gtest.h>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;
using test::text_of;

TEST(Matrix, RowsAreDotProductsWithConsecutiveRegisters) {
  EXPECT_EQ(text_of(lowered("m44 op, va0, vc4\n")), R"(
%0: float = constant 0
%1: float4 = attribute va0
%2: float4 = uniform vc4
%3: float = dot %1, %2
%4: float4 = uniform vc5
%5: float = dot %1, %4
%6: float4 = uniform vc6
%7: float = dot %1, %6
%8: float4 = uniform vc7
%9: float = dot %1, %8
%10: float4 = compose %3, %5, %7, %9
store-position %10
)");
}

TEST(Matrix, M34TakesThreeRowsOfFour) {
  const ir::Module module = lowered("m34 vt0.xyz, va0, vc0\nmov op, vt0.xyzz\n");
  ASSERT_EQ(count(module, Op::Dot), 3u);
  EXPECT_EQ(module[all(module, Op::Dot)[0].arg(0)].type, ir::float_type(4));
}

TEST(Matrix, M33TakesThreeRowsOfThree) {
  const ir::Module module = lowered("m33 vt0.xyz, va0, vc0\nmov op, vt0.xyzz\n");
  ASSERT_EQ(count(module, Op::Dot), 3u);
  for (const ir::Inst& dot : all(module, Op::Dot)) EXPECT_EQ(module[dot.arg(1)].type, ir::float_type(3));
}

TEST(Matrix, APartialMaskComputesItsOwnRowsAlone) {
  EXPECT_EQ(text_of(lowered("m44 vt0.yw, va0, vc0\nmov op, vt0.yyww\n")), R"(
%0: float = constant 0
%1: float4 = attribute va0
%2: float4 = uniform vc1
%3: float = dot %1, %2
%4: float4 = uniform vc3
%5: float = dot %1, %4
%6: float4 = compose %3, %3, %5, %5
store-position %6
)");
}

TEST(Matrix, APartialMaskOfM34TakesThatRow) {
  const ir::Module module = lowered("m34 vt0.z, va0, vc0\nmov op, vt0.z\n");
  ASSERT_EQ(count(module, Op::Dot), 1u);
  EXPECT_EQ(module[all(module, Op::Dot)[0].arg(1)].aux, 2u);
}

TEST(Matrix, APartialMaskOfM33TakesThatRow) {
  const ir::Module module = lowered("m33 vt0.y, va0, vc0\nmov op, vt0.y\n");
  ASSERT_EQ(count(module, Op::Dot), 1u);
  EXPECT_EQ(count(module, Op::LoadUniform), 1u);
  EXPECT_EQ(all(module, Op::LoadUniform)[0].aux, 1u);
}

TEST(Matrix, TheDestinationMayBeTheVector) {
  const ir::Module module = lowered("mov vt1, va0\nm33 vt1.xyz, vt1, vc4\nmov op, vt1\n");
  for (const ir::Inst& dot : all(module, Op::Dot)) {
    const ir::Inst vector = module[dot.arg(0)];
    ASSERT_EQ(vector.op, Op::Compose);
    for (std::uint32_t lane = 0; lane < 3; ++lane) EXPECT_EQ(module[vector.arg(lane)].op, Op::LoadAttribute);
  }
}

TEST(Matrix, TheDestinationMayBeARow) {
  const ir::Module module = lowered("mov vt0, va0\nmov vt1, va1\nmov vt2, va2\nm33 vt0.xyz, va3, vt0\nmov op, vt0\n");
  ASSERT_EQ(count(module, Op::Dot), 3u);
  for (std::uint32_t row = 0; row < 3; ++row) {
    const ir::Inst lanes = module[all(module, Op::Dot)[row].arg(1)];
    EXPECT_EQ(module[lanes.arg(0)].op, Op::LoadAttribute);
    EXPECT_EQ(module[lanes.arg(0)].aux, row);
  }
}

TEST(Matrix, RowsMayBeTemporaries) {
  const ir::Module module =
      lowered("mul vt0, va0, vc0\nmul vt1, va0, vc1\nmul vt2, va0, vc2\nmul vt3, va0, vc3\nm44 op, va1, vt0\n");
  for (const ir::Inst& dot : all(module, Op::Dot)) EXPECT_EQ(module[dot.arg(1)].op, Op::Mul);
}

TEST(Matrix, RowsMayBeAttributes) {
  const ir::Module module = lowered("m44 op, va0, va1\n");
  for (std::uint32_t row = 0; row < 4; ++row) {
    const ir::Inst load = module[all(module, Op::Dot).at(row).arg(1)];
    EXPECT_EQ(load.op, Op::LoadAttribute);
    EXPECT_EQ(load.aux, 1 + row);
  }
}

TEST(Matrix, RowsMayBeVaryings) {
  const ir::Module module = lowered("m33 ft0.xyz, v0, v5\nmov oc, ft0.xyzz\n");
  EXPECT_EQ(count(module, Op::Dot), 3u);
  EXPECT_EQ(all(module, Op::LoadVarying).back().aux, 7u);
}

TEST(Matrix, AConstantOfAMatrixIsStillAVector) {
  const ir::Module module = lowered("m44 op, va0, vc0\nmov v0, vc1\nmov v1, vc[va1.x]\n");
  // One load of vc1 for both uses, from the same array as the relative addresses.
  EXPECT_EQ(count(module, Op::LoadUniform), 4u);
  EXPECT_EQ(count(module, Op::LoadUniformAt), 1u);
}

TEST(Matrix, TheVectorIsSwizzledTheRowsAreNot) {
  const ir::Module module = lowered("m44 op, va0.wzyx, vc0\n");
  const ir::Inst dot = all(module, Op::Dot).at(0);
  EXPECT_EQ(module[dot.arg(0)].op, Op::Compose);
  EXPECT_EQ(module[dot.arg(1)].op, Op::LoadUniform);
}

TEST(Normalize, ReadsThreeLanesWhateverTheMask) {
  EXPECT_EQ(text_of(lowered("nrm ft0.y, v0\nmov oc, ft0.y\n")), R"(
%0: float = constant 0
%1: float4 = varying v0
%2: float3 = compose %1.x, %1.y, %1.z
%3: float3 = normalize %2
%4: float4 = compose %3.y, %3.y, %3.y, %3.y
store-color oc, %4
)");
}

TEST(Normalize, NeverWritesW) {
  Program program = test::assembled("mov ft0, v1\nnrm ft0.xyz, v0\nmov oc, ft0\n");
  program.instructions[1].dst = Destination::make(RegisterType::Temporary, 0, 0xf);
  const Result<ir::Module> module = lower(program, {});
  ASSERT_TRUE(module);
  const ir::Inst lanes = (*module)[all(*module, Op::StoreColor).at(0).arg(0)];
  EXPECT_EQ((*module)[lanes.arg(3)].op, Op::LoadVarying);
}

TEST(Normalize, OfZeroIsTheHostsByDefault) { EXPECT_EQ(count(lowered("nrm oc.xyz, v0\n"), Op::Select), 0u); }

TEST(Normalize, OfZeroCanBeZero) {
  Semantics semantics;
  semantics.normalize_zero = NormalizeZero::Zero;
  EXPECT_EQ(text_of(lowered("nrm ft0.xyz, v0\nmov oc, ft0.xyzz\n", semantics)), R"(
%0: float = constant 0
%1: float4 = varying v0
%2: float3 = compose %1.x, %1.y, %1.z
%3: float3 = normalize %2
%4: float = constant 0
%5: float = dot %2, %2
%6: bool = equal %5, %4
%7: bool3 = compose %6, %6, %6
%8: float3 = constant 0, 0, 0
%9: float3 = select %7, %8, %3
%10: float4 = compose %9.x, %9.y, %9.z, %9.z
store-color oc, %10
)");
}

TEST(Cross, APartialMaskTakesTheLaneOfTheWholeProduct) {
  const ir::Module module = lowered("crs ft0.z, v0, v1\nmov oc, ft0.z\n");
  const ir::Inst lanes = module[all(module, Op::StoreColor).at(0).arg(0)];
  EXPECT_EQ(module[lanes.arg(0)].op, Op::Cross);
  EXPECT_EQ(ir::lane_at(lanes.lanes, 0), 2u);
}

TEST(Cross, TheDestinationMayBeASource) {
  const ir::Module module = lowered("mov ft0, v0\ncrs ft0.xyz, ft0, v1\nmov oc, ft0\n");
  EXPECT_EQ(count(module, Op::Cross), 1u);
  const ir::Inst left = module[all(module, Op::Cross)[0].arg(0)];
  EXPECT_EQ(module[left.arg(0)].op, Op::LoadVarying);
}

TEST(Dot, GoesToEveryEnabledComponent) {
  const ir::Module module = lowered("dp3 ft0.yz, v0, v1\nmov oc, ft0.yyzz\n");
  ASSERT_EQ(count(module, Op::Dot), 1u);
  const ir::Inst lanes = module[all(module, Op::StoreColor).at(0).arg(0)];
  for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_EQ(module[lanes.arg(lane)].op, Op::Dot);
}

TEST(Dot, Dp3LeavesWOut) {
  const ir::Module module = lowered("dp3 ft0, v0, v1\nmov oc, ft0\n");
  EXPECT_EQ(module[all(module, Op::Dot).at(0).arg(0)].type, ir::float_type(3));
}

TEST(Dot, Dp4TakesAllFour) {
  const ir::Module module = lowered("dp4 ft0, v0, v1\nmov oc, ft0\n");
  EXPECT_EQ(module[all(module, Op::Dot).at(0).arg(0)].op, Op::LoadVarying);
}

}  // namespace
}  // namespace agal::lower
