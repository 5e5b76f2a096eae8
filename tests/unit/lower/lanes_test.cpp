// Masks and swizzles: lane c of the source feeds component c of the destination, and neither costs an instruction.
#include <gtest/gtest.h>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;
using test::text_of;

TEST(Lanes, AMaskedMoveTakesTheLaneOfItsOwnComponent) {
  EXPECT_EQ(text_of(lowered("mov ft0.y, v1\n"
                            "mov ft0.xzw, v0\n"
                            "mov oc, ft0\n")),
            R"(
%0: float = constant 0
%1: float4 = varying v1
%2: float4 = varying v0
%3: float4 = compose %2.x, %1.y, %2.z, %2.w
store-color oc, %3
)");
}

TEST(Lanes, AMaskedMoveSwizzlesFirst) {
  EXPECT_EQ(text_of(lowered("mov ft0.y, v1.zwxy\n"
                            "mov oc, ft0.y\n")),
            R"(
%0: float = constant 0
%1: float4 = varying v1
%2: float4 = compose %1.w, %1.w, %1.w, %1.w
store-color oc, %2
)");
}

TEST(Lanes, AMaskedFetchTakesTheLaneOfItsOwnComponent) {
  const ir::Module module = lowered("tex ft0.y, v0, fs0 <2d, linear>\nmov oc, ft0.y\n");
  const ir::Inst store = all(module, Op::StoreColor).at(0);
  const ir::Inst lanes = module[store.arg(0)];
  ASSERT_EQ(lanes.op, Op::Compose);
  EXPECT_EQ(module[lanes.arg(0)].op, Op::Sample);
  EXPECT_EQ(ir::lane_at(lanes.lanes, 0), 1u);
}

TEST(Lanes, AMaskedOperationIsAsWideAsItsMask) {
  const ir::Module module = lowered("mul ft0.yw, v0, v1\nmov oc, ft0.yyww\n");
  EXPECT_EQ(text_of(module), R"(
%0: float = constant 0
%1: float4 = varying v0
%2: float4 = varying v1
%3: float2 = compose %1.y, %1.w
%4: float2 = compose %2.y, %2.w
%5: float2 = mul %3, %4
%6: float4 = compose %5.x, %5.x, %5.y, %5.y
store-color oc, %6
)");
  const ir::Module unary = lowered("sin ft0.yw, v0\nmov oc, ft0.yyww\n");
  EXPECT_EQ(all(unary, Op::Sin).at(0).type, ir::float_type(2));
}

TEST(Lanes, AnEmptyMaskReadsNothing) {
  for (const std::string token : {"mov ft0, v1", "sin ft0, v1", "add ft0, v1, v1"}) {
    Program program = test::assembled(token + "\nmov oc, v0\n");
    program.instructions[0].dst = Destination::make(RegisterType::Temporary, 0, 0);
    const Result<ir::Module> module = lower(program, {});
    ASSERT_TRUE(module);
    EXPECT_EQ(count(*module, Op::LoadVarying), 1u) << token;
  }
}

TEST(Lanes, AMoveMakesNoInstruction) {
  const ir::Module module = lowered("mov ft0, v0\nmov ft1.xy, ft0.yx\nmov ft1.zw, ft0.wz\nmov ft2, ft1\nmov oc, ft2\n");
  EXPECT_EQ(count(module, Op::Compose), 1u);
  EXPECT_EQ(module.body.size(), 4u);  // the zero of unwritten registers, a load, the composition, the store
}

TEST(Lanes, MovingLanesAboutAndBackIsTheValueItself) {
  EXPECT_EQ(text_of(lowered("mov ft0, v0.wzyx\nmov oc, ft0.wzyx\n")), R"(
%0: float = constant 0
%1: float4 = varying v0
store-color oc, %1
)");
}

TEST(Lanes, ASwizzleInPlaceCostsNothing) {
  EXPECT_EQ(count(lowered("add ft0, v0.xyzw, v1\nmov oc, ft0\n"), Op::Compose), 0u);
}

TEST(Lanes, ARepeatedLaneIsComputedOnce) {
  const ir::Module module = lowered("add ft0, v0.x, v1.y\nmov oc, ft0\n");
  ASSERT_EQ(count(module, Op::Add), 1u);
  EXPECT_EQ(all(module, Op::Add)[0].type, ir::float_type(1));
}

TEST(Lanes, LanesThatDifferInOneOperandAreDistinct) {
  const ir::Module module = lowered("add ft0, v0.x, v1.xyxy\nmov oc, ft0\n");
  EXPECT_EQ(all(module, Op::Add).at(0).type, ir::float_type(2));
}

TEST(Lanes, AnEmptyMaskWritesNothing) {
  Program program = test::assembled("add ft0, v0, v1\nmov oc, v0\n");
  program.instructions[0].dst = Destination::make(RegisterType::Temporary, 0, 0);
  const Result<ir::Module> module = lower(program, {});
  ASSERT_TRUE(module);
  EXPECT_EQ(count(*module, Op::Add), 0u);
}

TEST(Lanes, AllSourcesAreReadBeforeTheDestinationIsWritten) {
  EXPECT_EQ(text_of(lowered("mov ft0, v0\nmov ft0.xy, ft0.yx\nmov oc, ft0\n")), R"(
%0: float = constant 0
%1: float4 = varying v0
%2: float4 = compose %1.y, %1.x, %1.z, %1.w
store-color oc, %2
)");
}

// ---- names and places

TEST(Names, AValueIsNamedAfterTheTemporaryItIsWrittenTo) {
  const ir::Module module = lowered("mul ft3, v0, v1\nmov oc, ft3\n");
  EXPECT_EQ(all(module, Op::Mul).at(0).hint, (ir::Hint{RegisterType::Temporary, 3}));
}

TEST(Names, AnOutputGivesItsNameToNoValue) {
  EXPECT_FALSE(all(lowered("mul oc, v0, v1\n"), Op::Mul).at(0).hint.present());
}

TEST(Names, LanesWrittenOneByOneAreGatheredUnderTheRegistersName) {
  const ir::Module module = lowered("mov ft2.x, v0\nmov ft2.y, v1\nmul ft1.xy, ft2.xy, v3.xy\nmov oc, ft1.xyxy\n");
  EXPECT_EQ(all(module, Op::Mul).size(), 1u);
  const ir::Inst mul = all(module, Op::Mul)[0];
  EXPECT_EQ(module[mul.arg(0)].op, Op::Compose);
}

TEST(Places, AValueKnowsItsToken) {
  const ir::Module module = lowered("mov ft0, v0\nmul ft1, ft0, v1\nmov oc, ft1\n");
  EXPECT_EQ(all(module, Op::Mul).at(0).token, 1u);
}

}  // namespace
}  // namespace agal::lower
