// The code for single operations.
#include <fmt/format.h>

#include "emitted.hpp"
#include "ir/builder.hpp"

namespace agal::spirv {
namespace {

using ir::Lane;
using ir::Op;
using ir::Value;

struct Row {
  std::string_view opcode;
  std::uint32_t core;
  bool two;
};

class Core : public testing::TestWithParam<Row> {};
TEST_P(Core, IsOneInstruction) {
  const Emitted module(fmt::format("{} ft0, v0{}\nmov oc, ft0\n", GetParam().opcode, GetParam().two ? ", v1" : ""));
  EXPECT_EQ(module.count(GetParam().core), 1u);
}
INSTANTIATE_TEST_SUITE_P(Opcodes, Core,
                         testing::Values(Row{"add", spv::OpFAdd, true}, Row{"sub", spv::OpFSub, true},
                                         Row{"mul", spv::OpFMul, true}, Row{"div", spv::OpFDiv, true},
                                         Row{"rcp", spv::OpFDiv, false}, Row{"neg", spv::OpFNegate, false},
                                         Row{"dp3", spv::OpDot, true}, Row{"dp4", spv::OpDot, true},
                                         Row{"sge", spv::OpFOrdGreaterThanEqual, true},
                                         Row{"slt", spv::OpFOrdLessThan, true}, Row{"seq", spv::OpFOrdEqual, true},
                                         Row{"sne", spv::OpFUnordNotEqual, true}, Row{"ddx", spv::OpDPdx, false},
                                         Row{"ddy", spv::OpDPdy, false}),
                         [](const auto& row) { return std::string(row.param.opcode); });

class Extended : public testing::TestWithParam<Row> {};
TEST_P(Extended, IsOneInstruction) {
  const Emitted module(fmt::format("{} ft0, v0{}\nmov oc, ft0\n", GetParam().opcode, GetParam().two ? ", v1" : ""));
  ASSERT_EQ(module.count(spv::OpExtInst), 1u);
  EXPECT_EQ(module.all(spv::OpExtInst)[0].operands[3], GetParam().core);
}
// Instruction numbers of GLSL.std.450.
INSTANTIATE_TEST_SUITE_P(Opcodes, Extended,
                         testing::Values(Row{"abs", 4, false}, Row{"sgn", 6, false}, Row{"frc", 10, false},
                                         Row{"sin", 13, false}, Row{"cos", 14, false}, Row{"pow", 26, true},
                                         Row{"exp", 29, false}, Row{"log", 30, false}, Row{"sqt", 31, false},
                                         Row{"rsq", 32, false}, Row{"min", 37, true}, Row{"max", 40, true},
                                         Row{"sat", 43, false}),
                         [](const auto& row) { return std::string(row.param.opcode); });

TEST(Extended, CrossAndNormalize) {
  EXPECT_EQ(Emitted("crs ft0.xyz, v0, v1\nmov oc, ft0.xyzz\n").all(spv::OpExtInst).at(0).operands[3], 68u);
  EXPECT_EQ(Emitted("nrm ft0.xyz, v0\nmov oc, ft0.xyzz\n").all(spv::OpExtInst).at(0).operands[3], 69u);
}

// ---- loads

TEST(Loads, OfOneLaneGoThroughAnAccessChain) {
  const Emitted module("mul oc, v0, fc3.z\n");
  const Instruction chain = module.all(spv::OpAccessChain).at(0);
  EXPECT_EQ(chain.operands.size(), 6u);  // type, id, block, member, register, lane
  EXPECT_EQ(module.count(spv::OpVectorTimesScalar), 1u);
  EXPECT_EQ(module.count(spv::OpCompositeExtract), 0u);
}

TEST(Loads, OfAWholeVaryingAreDirect) {
  const Emitted module("mov oc, v0\n");
  EXPECT_EQ(module.count(spv::OpAccessChain), 0u);
  EXPECT_EQ(module.count(spv::OpLoad), 1u);
}

TEST(Loads, ASamplerIsLoadedOnce) {
  const Emitted module("tex ft0, v0, fs0 <2d, linear>\ntex ft1, v1, fs0 <2d, linear>\nadd oc, ft0, ft1\n");
  EXPECT_EQ(module.count(spv::OpLoad), 3u);
  EXPECT_EQ(module.count(spv::OpImageSampleImplicitLod), 2u);
}

// ---- lanes

TEST(Compose, ASwizzleIsAShuffle) {
  const Emitted module("mov oc, v0.wzyx\n");
  EXPECT_EQ(module.count(spv::OpVectorShuffle), 1u);
  EXPECT_EQ(module.count(spv::OpCompositeConstruct), 0u);
}

TEST(Compose, PartsOfTwoVectorsAreOneShuffle) {
  const Emitted module("mov ft0.xy, v0\nmov ft0.zw, v1\nmov oc, ft0\n");
  const Instruction shuffle = module.all(spv::OpVectorShuffle).at(0);
  EXPECT_EQ(std::vector<std::uint32_t>(shuffle.operands.begin() + 4, shuffle.operands.end()),
            (std::vector<std::uint32_t>{0, 1, 6, 7}));
}

TEST(Compose, ScalarsAreConstructed) {
  const Emitted module("m44 op, va0, vc0\n");
  EXPECT_EQ(module.count(spv::OpDot), 4u);
  EXPECT_EQ(module.all(spv::OpCompositeConstruct).at(0).operands.size(), 6u);
}

TEST(Compose, OneLaneIsExtracted) {
  const Emitted module("add ft0.x, v0.y, v0.z\nmul oc, ft0.x, v0\n");
  EXPECT_EQ(module.count(spv::OpCompositeExtract), 2u);
}

// ---- constants

TEST(Constants, AVectorOfBoolsIsAComposite) {
  // Only possible with a comparison of unwritten registers, which level Strict rejects.
  ir::Module module;
  module.stage = Stage::Fragment;
  ir::Builder b(module);
  const Value v = b.make(Op::LoadVarying, ir::float_type(4), {}, 0);
  ir::Inst mixed;
  mixed.op = Op::Constant;
  mixed.type = ir::bool_type(4);
  mixed.args = {1, 0, 1, 0};
  const Value condition = b.append(mixed);
  const Value other = b.lanewise(Op::Neg, v);
  b.make(Op::StoreColor, {}, {b.select(condition, v, other)}, 0);
  const Emitted emitted(std::move(module));
  EXPECT_EQ(emitted.count(spv::OpConstantTrue), 1u);
  EXPECT_EQ(emitted.count(spv::OpConstantFalse), 1u);
  EXPECT_EQ(emitted.all(spv::OpConstantComposite).at(0).operands.size(), 6u);
}

TEST(Constants, AnUndefinedRegisterIsUndef) {
  agal::Semantics semantics;
  semantics.unwritten = Unwritten::Undefined;
  const Emitted module(test::lowered("mov ft0.xyz, v0\nmov oc, ft0\n", semantics));
  EXPECT_EQ(module.count(spv::OpUndef), 1u);
}

TEST(Constants, DeadOnesAreNotDeclared) { EXPECT_EQ(Emitted("mov oc, v0\n").count(spv::OpConstant), 0u); }

// ---- control flow

TEST(Flow, AnIfMergesAndAPhiFollowsItsLabel) {
  const Emitted module("ifl v1.x, fc0.x\nadd ft0, v0, v1\nels\nmul ft0, v0, v1\neif\nmov oc, ft0\n");
  EXPECT_EQ(module.count(spv::OpSelectionMerge), 1u);
  const auto phi =
      std::find_if(module.list.begin(), module.list.end(), [](const Instruction& i) { return i.op == spv::OpPhi; });
  ASSERT_NE(phi, module.list.end());
  EXPECT_EQ((phi - 1)->op, spv::OpLabel);
  EXPECT_EQ((phi - 1)->operands[0], module.all(spv::OpSelectionMerge)[0].operands[0]);
}

TEST(Flow, WithoutAnElseTheHeaderIsTheOtherWay) {
  const Emitted module("mov ft0, v0\nifl v1.x, fc0.x\nadd ft0, v0, v1\neif\nmov oc, ft0\n");
  const Instruction branch = module.all(spv::OpBranchConditional).at(0);
  EXPECT_EQ(branch.operands[2], module.all(spv::OpSelectionMerge)[0].operands[0]);
}

TEST(Flow, AKillIsATerminatorInABlockOfItsOwn) {
  const Emitted module("kil v0.x\nmov oc, v0\n");
  ASSERT_EQ(module.count(spv::OpKill), 1u);
  const auto kill =
      std::find_if(module.list.begin(), module.list.end(), [](const Instruction& i) { return i.op == spv::OpKill; });
  EXPECT_EQ((kill - 1)->op, spv::OpLabel);
  EXPECT_EQ((kill + 1)->op, spv::OpLabel);
}

TEST(Flow, APhiBehindAKillNamesTheBlockBehindTheKill) {
  Emitted("mov ft0, v0\nifl v1.x, fc0.x\nkil v0.y\nadd ft0, v0, v1\neif\nmov oc, ft0\n");  // spirv-val checks it
}

// ---- fetches

TEST(Fetch, ABiasIsAnOperand) {
  const Emitted module("tex oc, v0, fs0 <2d, linear, miplinear, -1.5>\n");
  const Instruction fetch = module.all(spv::OpImageSampleImplicitLod).at(0);
  EXPECT_EQ(fetch.operands.at(4), static_cast<std::uint32_t>(spv::ImageOperandsBiasMask));
}

TEST(Fetch, AFetchInABranchHasGradients) {
  const Emitted module("mov ft0, v1\nifl v1.x, fc0.x\ntex ft0, v0, fs0 <2d, linear>\neif\nmov oc, ft0\n");
  EXPECT_EQ(module.all(spv::OpImageSampleExplicitLod).at(0).operands.at(4),
            static_cast<std::uint32_t>(spv::ImageOperandsGradMask));
  EXPECT_EQ(module.count(spv::OpDPdx), 1u);
}

TEST(Fetch, OfAVertexProgramHasALevel) {
  const Emitted module("tld vt0, va0, vs1 <2d, linear, miplinear, 3>\nadd op, va0, vt0\n");
  EXPECT_EQ(module.all(spv::OpImageSampleExplicitLod).at(0).operands.at(4),
            static_cast<std::uint32_t>(spv::ImageOperandsLodMask));
}

TEST(Addressing, AnIndexIsConvertedAndAdded) {
  const Emitted module("mul op, va0, vc[va1.x+3]\n");
  EXPECT_EQ(module.count(spv::OpConvertFToS), 1u);
  EXPECT_EQ(module.count(spv::OpIAdd), 1u);
  EXPECT_EQ(module.all(spv::OpExtInst).at(0).operands[3], 43u);  // FClamp
}

}  // namespace
}  // namespace agal::spirv
