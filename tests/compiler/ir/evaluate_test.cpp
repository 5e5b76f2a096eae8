// The column `lane` of op_semantics.def, compared with the interpreter if an AGAL opcode computes the same function.
#include "ir/evaluate.hpp"

#include <gmock/gmock.h>

#include <string_view>

#include "interpret/interpret_support.hpp"

namespace agal::ir {
namespace {

using test::infinity;
using test::nan;

constexpr std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }

std::uint32_t bits(Op op, std::array<std::uint32_t, 3> operands) {
  const std::optional<std::uint32_t> result = evaluate<Folding::Kept>(op, operands);
  EXPECT_TRUE(result) << info(op).text;
  return result.value_or(0);
}
float number(Op op, float a, float b = 0, float c = 0) {
  return std::bit_cast<float>(bits(op, {bits_of(a), bits_of(b), bits_of(c)}));
}

constexpr std::array<Float4, 5> samples{Float4{1, -1, 0, 2.5f}, Float4{-0.0f, 0.1f, 1e-30f, -3.75f},
                                        Float4{infinity, -infinity, nan, 1e30f}, Float4{-2, 3, 0.5f, -0.5f},
                                        Float4{2, 2, 1, 0}};

struct SameFunction {
  Op op;
  std::string_view opcode;
};

TEST(Evaluate, UnaryOperationsAgreeWithTheInterpreter) {
  for (const auto& [op, opcode] : std::to_array<SameFunction>({{Op::Neg, "neg"},
                                                               {Op::Abs, "abs"},
                                                               {Op::Fract, "frc"},
                                                               {Op::Sqrt, "sqt"},
                                                               {Op::Rsqrt, "rsq"},
                                                               {Op::Exp2, "exp"},
                                                               {Op::Log2, "log"},
                                                               {Op::Sin, "sin"},
                                                               {Op::Cos, "cos"}}))
    for (const Float4& a : samples) {
      Float4 expected;
      for (std::size_t i = 0; i < 4; ++i) expected[i] = number(op, a[i]);
      EXPECT_THAT(test::apply(opcode, a), test::IsFloat4(expected)) << opcode;
    }
}

TEST(Evaluate, BinaryOperationsAgreeWithTheInterpreter) {
  for (const auto& [op, opcode] : std::to_array<SameFunction>({{Op::Add, "add"},
                                                               {Op::Sub, "sub"},
                                                               {Op::Mul, "mul"},
                                                               {Op::Div, "div"},
                                                               {Op::Min, "min"},
                                                               {Op::Max, "max"},
                                                               {Op::Pow, "pow"}}))
    for (const Float4& a : samples)
      for (const Float4& b : samples) {
        Float4 expected;
        for (std::size_t i = 0; i < 4; ++i) expected[i] = number(op, a[i], b[i]);
        EXPECT_THAT(test::apply(opcode, a, b), test::IsFloat4(expected)) << opcode;
      }
}

TEST(Evaluate, ComparisonsAgreeWithTheInterpreter) {
  for (const auto& [op, opcode] : std::to_array<SameFunction>(
           {{Op::GreaterEqual, "sge"}, {Op::Less, "slt"}, {Op::Equal, "seq"}, {Op::NotEqual, "sne"}}))
    for (const Float4& a : samples)
      for (const Float4& b : samples) {
        Float4 expected;
        for (std::size_t i = 0; i < 4; ++i)
          expected[i] = bits(op, {bits_of(a[i]), bits_of(b[i]), 0}) == 1 ? 1.0f : 0.0f;
        EXPECT_THAT(test::apply(opcode, a, b), test::IsFloat4(expected)) << opcode;
      }
  EXPECT_EQ(bits(Op::Greater, {bits_of(2), bits_of(1), 0}), 1u);
  EXPECT_EQ(bits(Op::Greater, {bits_of(1), bits_of(1), 0}), 0u);
}

TEST(Evaluate, ClampAgreesWithSat) {
  for (const Float4& a : samples) {
    Float4 expected;
    for (std::size_t i = 0; i < 4; ++i) expected[i] = number(Op::Clamp, a[i], 0, 1);
    EXPECT_THAT(test::apply("sat", a), test::IsFloat4(expected));
  }
}

TEST(Evaluate, ComputesOperationsWithoutOpcode) {
  EXPECT_EQ(number(Op::Sign, -2), -1.0f);
  EXPECT_EQ(number(Op::Sign, 0), 0.0f);
  EXPECT_EQ(number(Op::Floor, -1.5f), -2.0f);
  EXPECT_EQ(number(Op::Fma, 2, 3, 4), 10.0f);
  EXPECT_EQ(bits(Op::Or, {0, 1, 0}), 1u);
  EXPECT_EQ(bits(Op::Or, {0, 0, 0}), 0u);
  EXPECT_EQ(bits(Op::Select, {1, 7, 8}), 7u);
  EXPECT_EQ(bits(Op::Select, {0, 7, 8}), 8u);
}

TEST(Evaluate, IntegersWrapAroundAndTruncateTowardZero) {
  EXPECT_EQ(bits(Op::IntAdd, {0x7fff'ffff, 1, 0}), 0x8000'0000u);
  EXPECT_EQ(bits(Op::ToInt, {bits_of(-2.75f), 0, 0}), static_cast<std::uint32_t>(-2));
  EXPECT_EQ(bits(Op::ToFloat, {static_cast<std::uint32_t>(-3), 0, 0}), bits_of(-3));
}

TEST(Evaluate, LeavesFloatsBeyondIntRangeUndefined) {
  for (const float a : {4e9f, -4e9f, infinity, nan})
    EXPECT_EQ(evaluate<Folding::Kept>(Op::ToInt, {bits_of(a), 0, 0}), std::nullopt);
}

TEST(Evaluate, LeavesCrossLaneOperationsUndefined) {
  for (const Op op : {Op::Dot, Op::Normalize, Op::DerivativeX, Op::Sample, Op::Compose, Op::Kill})
    EXPECT_EQ(evaluate<Folding::Kept>(op, {}), std::nullopt) << info(op).text;
}

TEST(Evaluate, DefinesEveryLanewiseOperationExceptDerivatives) {
  for (std::size_t i = 0; i < op_table.size(); ++i) {
    if (op_table[i].kind != Kind::Lanewise) continue;
    const auto op = static_cast<Op>(i);
    EXPECT_EQ(evaluate<Folding::Kept>(op, {}).has_value(), !takes_derivative(op)) << op_table[i].text;
  }
}

TEST(Evaluate, LeavesInexactOperationsToTheTarget) {
  for (const Op op : {Op::Div, Op::Sqrt, Op::Pow, Op::Sin, Op::Fma})
    EXPECT_EQ(evaluate<Folding::Exact>(op, {}), std::nullopt) << info(op).text;
  EXPECT_EQ(evaluate<Folding::Exact>(Op::Add, {bits_of(1), bits_of(2), 0}), bits_of(3));
}

}  // namespace
}  // namespace agal::ir
