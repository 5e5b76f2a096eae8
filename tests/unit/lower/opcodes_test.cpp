// The lowering of each opcode, and the effects of the options.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/lowering.hpp"

namespace agal::lower {
namespace {

using ir::Op;
using test::all;
using test::count;
using test::lowered;

struct Row {
  std::string_view opcode;
  Op op;
};

// The name of a parameterized test.
std::string row_name(const testing::TestParamInfo<Row>& info) { return std::string(info.param.opcode); }

class OneSource : public testing::TestWithParam<Row> {};
TEST_P(OneSource, IsOneOperation) {
  const ir::Module module = lowered(fmt::format("{} ft0, v0\nmov oc, ft0\n", GetParam().opcode));
  EXPECT_EQ(count(module, GetParam().op), 1u);
  EXPECT_EQ(all(module, GetParam().op)[0].type, ir::float_type(4));
}
INSTANTIATE_TEST_SUITE_P(Opcodes, OneSource,
                         testing::Values(Row{"frc", Op::Fract}, Row{"sqt", Op::Sqrt}, Row{"rsq", Op::Rsqrt},
                                         Row{"log", Op::Log2}, Row{"exp", Op::Exp2}, Row{"sin", Op::Sin},
                                         Row{"cos", Op::Cos}, Row{"abs", Op::Abs}, Row{"neg", Op::Neg},
                                         Row{"sgn", Op::Sign}, Row{"ddx", Op::DerivativeX}, Row{"ddy", Op::DerivativeY},
                                         Row{"sat", Op::Clamp}, Row{"rcp", Op::Div}),
                         row_name);

class TwoSources : public testing::TestWithParam<Row> {};
TEST_P(TwoSources, KeepsTheOrderOfItsOperands) {
  const ir::Module module = lowered(fmt::format("{} ft0, v0, v1\nmov oc, ft0\n", GetParam().opcode));
  ASSERT_EQ(count(module, GetParam().op), 1u);
  const ir::Inst inst = all(module, GetParam().op)[0];
  EXPECT_EQ(module[inst.arg(0)].aux, 0u);
  EXPECT_EQ(module[inst.arg(1)].aux, 1u);
}
INSTANTIATE_TEST_SUITE_P(Opcodes, TwoSources,
                         testing::Values(Row{"add", Op::Add}, Row{"sub", Op::Sub}, Row{"mul", Op::Mul},
                                         Row{"div", Op::Div}, Row{"min", Op::Min}, Row{"max", Op::Max},
                                         Row{"pow", Op::Pow}, Row{"sge", Op::GreaterEqual}, Row{"slt", Op::Less},
                                         Row{"seq", Op::Equal}, Row{"sne", Op::NotEqual}),
                         row_name);

class Sets : public testing::TestWithParam<Row> {};
TEST_P(Sets, OneWhereTheComparisonHoldsElseZero) {
  const ir::Module module = lowered(fmt::format("{} ft0, v0, v1\nmov oc, ft0\n", GetParam().opcode));
  const ir::Inst select = all(module, Op::Select).at(0);
  EXPECT_EQ(module[select.arg(0)].op, GetParam().op);
  EXPECT_EQ(module[select.arg(1)].args[0], std::bit_cast<std::uint32_t>(1.0f));
  EXPECT_EQ(module[select.arg(2)].args[0], std::bit_cast<std::uint32_t>(0.0f));
}
INSTANTIATE_TEST_SUITE_P(Opcodes, Sets,
                         testing::Values(Row{"sge", Op::GreaterEqual}, Row{"slt", Op::Less}, Row{"seq", Op::Equal},
                                         Row{"sne", Op::NotEqual}),
                         row_name);

class Branches : public testing::TestWithParam<Row> {};
TEST_P(Branches, CompareTwoScalars) {
  const ir::Module module =
      lowered(fmt::format("mov ft0, v0\n{} v1.y, fc0.z\nmov ft0, v2\neif\nmov oc, ft0\n", GetParam().opcode));
  const ir::Inst condition = module[all(module, Op::If).at(0).arg(0)];
  EXPECT_EQ(condition.op, GetParam().op);
  EXPECT_EQ(condition.type, ir::bool_type(1));
}
INSTANTIATE_TEST_SUITE_P(Opcodes, Branches,
                         testing::Values(Row{"ife", Op::Equal}, Row{"ine", Op::NotEqual}, Row{"ifg", Op::Greater},
                                         Row{"ifl", Op::Less}),
                         row_name);

TEST(Opcodes, RcpDividesOne) {
  const ir::Module module = lowered("rcp ft0, v0\nmov oc, ft0\n");
  const ir::Inst one = module[all(module, Op::Div).at(0).arg(0)];
  for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_EQ(one.args[lane], std::bit_cast<std::uint32_t>(1.0f));
}

TEST(Opcodes, KilComparesWithZeroStrictly) {
  const ir::Module module = lowered("kil v0.y\nmov oc, v0\n");
  const ir::Inst condition = module[all(module, Op::Kill).at(0).arg(0)];
  EXPECT_EQ(condition.op, Op::Less);
  EXPECT_EQ(module[condition.arg(1)].args[0], 0u);
  EXPECT_EQ(ir::lane_at(module[condition.arg(0)].lanes, 0), 1u);
}

TEST(Opcodes, KilWithSeveralLanesTakesTheFirst) {
  Program program = test::assembled("kil v0.y\nmov oc, v0\n");
  program.instructions[0].src1 = Source::make(RegisterType::Varying, 0, 0x1e);  // .zwyx
  const Result<ir::Module> module = lower(program, {});
  ASSERT_TRUE(module);
  const ir::Inst condition = (*module)[all(*module, Op::Kill).at(0).arg(0)];
  EXPECT_EQ(ir::lane_at((*module)[condition.arg(0)].lanes, 0), 2u);
}

// ---- options

TEST(Semantics, IfgIsStrictUnlessAskedOtherwise) {
  const char* text = "mov ft0, v0\nifg v1.y, fc0.z\nmov ft0, v2\neif\nmov oc, ft0\n";
  EXPECT_EQ(count(lowered(text), Op::Greater), 1u);
  agal::Semantics semantics;
  semantics.ifg = IfgMode::GreaterEqual;
  EXPECT_EQ(count(lowered(text, semantics), Op::GreaterEqual), 1u);
  EXPECT_EQ(count(lowered(text, semantics), Op::Greater), 0u);
}

class DomainTest : public testing::TestWithParam<Row> {};
TEST_P(DomainTest, TakesTheAbsoluteValueWhereAsked) {
  const bool binary = GetParam().op == Op::Pow;
  const std::string text = fmt::format("{} ft0, v0{}\nmov oc, ft0\n", GetParam().opcode, binary ? ", v1" : "");
  EXPECT_EQ(count(lowered(text), Op::Abs), 0u);
  agal::Semantics semantics;
  semantics.domain = Domain::Abs;
  const ir::Module module = lowered(text, semantics);
  ASSERT_EQ(count(module, Op::Abs), 1u);  // for pow: only of the base
  const ir::Inst inst = all(module, GetParam().op).at(0);
  EXPECT_EQ(module[inst.arg(0)].op, Op::Abs);
}
INSTANTIATE_TEST_SUITE_P(Opcodes, DomainTest,
                         testing::Values(Row{"sqt", Op::Sqrt}, Row{"rsq", Op::Rsqrt}, Row{"log", Op::Log2},
                                         Row{"pow", Op::Pow}),
                         row_name);

TEST(Semantics, AnUnwrittenTemporaryIsZero) {
  const ir::Module module = lowered("mov ft0.x, v0\nmov oc, ft0\n");
  const ir::Inst lanes = module[all(module, Op::StoreColor).at(0).arg(0)];
  EXPECT_EQ(module[lanes.arg(0)].op, Op::LoadVarying);
  EXPECT_EQ(module[lanes.arg(1)].op, Op::Constant);
  EXPECT_EQ(count(module, Op::Undef), 0u);
}

TEST(Semantics, AnUnwrittenTemporaryCanBeUndefined) {
  agal::Semantics semantics;
  semantics.unwritten = Unwritten::Undefined;
  const ir::Module module = lowered("mov ft0.x, v0\nmov oc, ft0\n", semantics);
  const ir::Inst lanes = module[all(module, Op::StoreColor).at(0).arg(0)];
  EXPECT_EQ(module[lanes.arg(1)].op, Op::Undef);
}

}  // namespace
}  // namespace agal::lower
