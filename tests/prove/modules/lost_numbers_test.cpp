// An infinity or a NaN that only the translation has is a difference, although rules such as a * 0 = 0 hide it.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "agal/prove/prove.hpp"
#include "front_end.hpp"
#include "prove/proof_text.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

struct Masked {
  const char* name;
  const char* agal;
  const char* glsl;  // the body of main
  const char* answer;
  std::vector<Assumption> assumptions = {};
};

void PrintTo(const Masked& one, std::ostream* out) { *out << one.name; }

constexpr std::string_view masked_head = R"(#version 330
in vec4 v0;
in vec4 v1;
uniform vec4 fc[28];
uniform sampler2D fs0;
layout(location = 0) out vec4 oc;
void main() {
)";

Proof proof_of(const Program& program, const std::string& body, const std::vector<Assumption>& assumptions = {},
               ProofClass highest = ProofClass::Rounding, const Semantics& semantics = {}) {
  const exec::CompiledShader read =
      test::read_text(std::string(masked_head) + body + "\n}\n", Target::Glsl330, Stage::Fragment);
  EXPECT_EQ(read.fault, "") << body;
  ProofOptions options;
  options.output.target = Target::Glsl330;
  options.match = InterfaceMatch::Names;
  options.assumptions = assumptions;
  options.highest = highest;
  options.semantics = semantics;
  const Result<Proof> proof = prove_equal(program, read.words, options);
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

Program fragment_2(const std::string& code) { return test::assembled("//! agal 2 fragment\n" + code); }

std::vector<Assumption> zero(std::uint32_t number) {
  return {{number, 0, 0.0f}, {number, 1, 0.0f}, {number, 2, 0.0f}, {number, 3, 0.0f}};
}

class LostNumbers : public testing::TestWithParam<Masked> {};

TEST_P(LostNumbers, AreDifferent) {
  const Masked& one = GetParam();
  const Proof proof = proof_of(fragment_2(one.agal), one.glsl, one.assumptions);
  EXPECT_EQ(prove::answer_of(proof), one.answer) << proof.reason;
  if (proof.verdict != Verdict::Different) return;
  ASSERT_TRUE(proof.counterexample) << proof.reason;
  EXPECT_TRUE(std::isfinite(proof.counterexample->expected));
}

constexpr const char* divided_unless_zero = "ife v1.w, fc0.x\nmov ft0, fc0\nels\ndiv ft0, v0, v1.w\neif\nmov oc, ft0";
constexpr const char* divided_if_positive =
    "ifg v1.x, fc0.x\nrcp ft0, v1.x\nmul ft0, v0, ft0\nels\nmov ft0, fc0\neif\nmov oc, ft0";
constexpr const char* product_if_less = "ifl v1.x, fc1.x\nmul ft0, v0, v1\nels\nmov ft0, fc0\neif\nmov oc, ft0";
constexpr const char* masked_reciprocal = "slt ft0, v1, fc0\nrcp ft1, v0\nmul oc, ft1, ft0";

// Only the translation has a pole.
INSTANTIATE_TEST_SUITE_P(
    OfTranslations, LostNumbers,
    testing::Values(
        Masked{"ProductWithZero", "mov oc, v0", "oc = v0 + (v0 / 0.0) * 0.0;", "different"},
        Masked{"ProductWithZeroBesideDerivative", "ddx oc, v0", "oc = dFdx(v0 + 1e5) + (v0 / 0.0) * 0.0;", "different"},
        Masked{"LogarithmTimesZero", "mov oc, v0", "oc = v0 + log2(v1) * 0.0;", "different"},
        Masked{"RootTimesZero", "mov oc, v0", "oc = v0 + sqrt(v1.x) * 0.0;", "different"},
        Masked{"NormalizedTimesZero", "mov oc, v0", "oc = v0 + normalize(v1.xyz).xyzz * 0.0;", "different"},
        Masked{"RemainderTimesZero", "mov oc, v0", "oc = v0 + mod(v1.x, v1.y) * 0.0;", "different"},
        Masked{"MixWithZero", "mov oc, v0", "oc = mix(v0, v0 / v1.x, 0.0);", "different"},
        Masked{"Difference", "mov oc, v0", "vec4 x = v1 / v1.w; oc = v0 + (x - x);", "different"},
        Masked{"ComparisonWithItself", "mov oc, v0", "float x = inversesqrt(v1.x); oc = v0 * float(x == x);",
               "different"},
        Masked{"NotANumber", "mov oc, v0", "float x = 0.0 / 0.0; oc = v0 + min(x, 0.0) * 0.0;", "different"},
        Masked{"MaskOfBranch", divided_unless_zero, "oc = v0 / v1.w * float(v1.w != 0.0);", "different", zero(0)},
        Masked{"MaskOfOtherBranch", divided_if_positive, "oc = v0 / v1.x * float(v1.x > 0.0);", "different", zero(0)},
        Masked{"MaskByMix", divided_if_positive, "oc = mix(vec4(0.0), v0 / v1.x, float(v1.x > 0.0));", "different",
               zero(0)},
        Masked{"MaskByStep", divided_if_positive, "oc = v0 / v1.x * (1.0 - step(v1.x, 0.0));", "different", zero(0)}),
    [](const auto& row) { return std::string(row.param.name); });

constexpr const char* masked_power =
    "abs ft0, v1.w\nifg ft0.x, fc0.x\npow ft0, ft0.x, fc0.y\nmul ft0, ft0, v0\nels\nmov ft0, fc0.x\neif\nmov oc, ft0";

// A power has a pole where its base is zero, and a derivative where its operand has one in a neighbor.
INSTANTIATE_TEST_SUITE_P(
    OfPowersAndNeighbors, LostNumbers,
    testing::Values(
        Masked{"NegativePowerTimesZero", "mov oc, v0", "oc = v0 + pow(abs(v1.w), -1.0) * 0.0;", "different"},
        Masked{"UnknownPowerTimesZero", "mov oc, v0", "oc = v0 + pow(abs(v1.x), v1.y) * 0.0;", "different"},
        Masked{"PowerByLogarithmTimesZero", "mov oc, v0", "oc = v0 + exp2(log2(abs(v1.x)) * v1.y) * 0.0;", "different"},
        Masked{"PowerOfNegativeTimesZero", "mov oc, v0", "oc = v0 + pow(v1.x, 0.5) * 0.0;", "different"},
        Masked{"MaskOfPower",
               masked_power,
               "oc = v0 * pow(abs(v1.w), -2.0) * float(abs(v1.w) > 0.0);",
               "different",
               {{0, 0, 0.0f}, {0, 1, -2.0f}}},
        Masked{"NormalizedVector", "mov oc, v0", "oc = v0 + normalize(v1) * 0.0;", "different"},
        Masked{"DerivativeOfMasked", "mov oc, v0",
               "vec4 d = dFdx(1.0 / v1.w * v0); oc = v1.w != 0.0 ? v0 + d * 0.0 : v0;", "different"},
        Masked{"DerivativeBesideQuotient", "div oc, v0, v1.w", "oc = v0 / v1.w + dFdx(v0 / v1.w) * 0.0;", "different"},
        Masked{"DifferenceOfDerivatives", "div oc, v0, v1.w", "vec4 q = v0 / v1.w; oc = q + (dFdy(q) - dFdy(q));",
               "different"},
        Masked{"DerivativeBeforeDiscard", "kil v1.w\nmov oc, v0",
               "float s = dFdx(sqrt(v1.w)); if (v1.w < 0.0) discard; oc = v0 + 0.0 * s;", "different"}),
    [](const auto& row) { return std::string(row.param.name); });

// The program has the pole too, or the translation has it nowhere.
INSTANTIATE_TEST_SUITE_P(
    OfPrograms, LostNumbers,
    testing::Values(
        Masked{"MaskOfProgram", masked_reciprocal, "oc = mix(vec4(0.0), 1.0 / v0, lessThan(v1, fc[0]));",
               "equal up to undefined"},
        Masked{"QuotientOfTurnedDifferences",
               "sub ft0, fc0.x, v1.z\nsub ft1, fc0.x, fc0.y\ndiv ft0.x, ft0.x, ft1.x\nmul oc, v0, ft0.x",
               "oc = v0 * ((v1.z - fc[0].x) * (1.0 / (fc[0].y - fc[0].x)));", "equal up to rounding"},
        Masked{"ReciprocalOfTurnedDifference", "sub ft0, v0, v1\nrcp ft0, ft0\nmul oc, ft0, v0",
               "oc = -v0 / (v1 - v0);", "equal up to rounding"},
        Masked{"ReciprocalOfTurnedConstant",
               "sub ft0, fc0, v1\nrcp ft0, ft0\nmul oc, ft0, v0",
               "oc = -v0 / (v1 - 1.0);",
               "equal up to rounding",
               {{0, 0, 1.0f}, {0, 1, 1.0f}, {0, 2, 1.0f}, {0, 3, 1.0f}}},
        Masked{"DerivativeOfBoth", "rcp ft0, v1\nddx ft0, ft0\nslt ft1, v1, fc0\nmul oc, ft0, ft1",
               "oc = mix(vec4(0.0), dFdx(1.0 / v1), lessThan(v1, fc[0]));", "equal up to undefined"},
        Masked{"MaskOfBoth", masked_reciprocal, "oc = 1.0 / v0 * vec4(lessThan(v1, fc[0]));", "equal"},
        Masked{"BranchWithoutPole", divided_unless_zero, "oc = v1.w == 0.0 ? vec4(0.0) : v0 / v1.w;", "equal", zero(0)},
        Masked{"BranchWithinBounds", divided_if_positive,
               "oc = v1.x > 0.0 ? v0 / v1.x * float(v1.x > 0.0) : vec4(0.0);", "equal up to rounding", zero(0)},
        Masked{"ClampedDivisor", "mov oc, v0", "oc = v0 + v0 / max(v1.x, 0.5) * 0.0;", "equal up to rounding"},
        Masked{"SquaresInDivisor", "mov oc, v0", "oc = v0 + v0 / (dot(v0, v0) + 1.0) * 0.0;", "equal up to rounding"},
        Masked{"OverflowOfProduct", product_if_less, "oc = v0 * v1 * float(v1.x < fc[1].x);", "equal up to rounding",
               zero(0)},
        Masked{"Exponential", "mov oc, v0", "oc = v0 + exp2(v1) * 0.0;", "equal up to rounding"},
        Masked{"Bounded", "mov oc, v0", "oc = v0 + sin(v0) * 0.0;", "equal up to undefined"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(LostNumbersOverflow, NeedsTheRuleOfFiniteNumbers) {
  const Program program = fragment_2("mov oc, v0");
  const std::string text = "oc = v0 + (v1 * v1) * 0.0;";
  const Proof proof = proof_of(program, text);
  ASSERT_EQ(proof.verdict, Verdict::Equal) << proof.reason;
  EXPECT_EQ(proof.rules.back().name, "finite-numbers");
  EXPECT_EQ(proof_of(program, text, {}, ProofClass::Undefined).verdict, Verdict::NotDecided);
}

// The position of a zero divisor is computed, because random inputs rarely hit it.
TEST(LostNumbersSearch, FindsZeroDivisor) {
  const Proof proof = proof_of(fragment_2("mov oc, v0"), "oc = v0 * (1.0 + 0.0 / (v1.x * 3.0 - v1.y + 0.7));");
  ASSERT_TRUE(proof.counterexample) << proof.reason;
  EXPECT_FALSE(std::isfinite(proof.counterexample->found));
}

// The root of a number that is not positive is infinite or NaN for all inputs.
TEST(SecondLook, InfiniteOutputsAreEqual) {
  const std::vector<Assumption> zeros{{0, 0, 0.0f}, {0, 1, 0.0f}, {0, 2, 0.0f}, {0, 3, 0.0f}};
  const Program program =
      fragment_2("pow ft0, v0, v1\nsge ft0, ft0, v0\nmul ft0, ft0, fc1\nmin ft0, ft0, fc0\nrsq oc, ft0");
  const Proof same = proof_of(
      program, "oc = inversesqrt(min(vec4(greaterThanEqual(exp2(v1 * log2(v0)), v0)) * fc[1], vec4(0.0)));", zeros);
  EXPECT_EQ(prove::answer_of(same), "equal up to rounding") << same.reason;
}

// The logarithm of a negative number is a NaN for all inputs, which the rule for products with zero drops.
TEST(SecondLook, InfiniteAndFiniteOutputsAreNotDecided) {
  const Proof proof =
      proof_of(fragment_2("abs ft0, v0\nneg ft0, ft0\nlog ft0, ft0\nmul ft0, ft0, fc0\nadd oc, ft0, v1"), "oc = v1;",
               {{0, 0, 0.0f}, {0, 1, 0.0f}, {0, 2, 0.0f}, {0, 3, 0.0f}});
  EXPECT_EQ(proof.verdict, Verdict::NotDecided);
  EXPECT_NE(proof.reason.find("can be compared"), std::string::npos) << proof.reason;
}

// The sum loses digits where the constant is large, which is not known.
TEST(Derivatives, OfSumWithConstantAreNotRounding) {
  const Program program = fragment_2("ddx oc, v0");
  for (const char* text : {"oc = dFdx(v0 + fc[0]);", "oc = dFdx(v0 + 1e5);", "oc = dFdx(fc[0] - v0) * -1.0;"}) {
    EXPECT_EQ(proof_of(program, text).verdict, Verdict::NotDecided) << text;
    const Proof proof = proof_of(program, text, {}, ProofClass::ValueChanging);
    EXPECT_EQ(prove::answer_of(proof), "equal up to value-changing") << text << proof.reason;
  }
  EXPECT_EQ(proof_of(program, "oc = dFdx(v0 + fc[0]);", {{0, 0, 1e5f}}).verdict, Verdict::NotDecided);
}

TEST(UnwrittenTemporaries, AreNotExact) {
  Semantics semantics;
  semantics.unwritten = Unwritten::Undefined;
  const auto answer = [&](const char* agal, const char* glsl) {
    return prove::answer_of(proof_of(fragment_2(agal), glsl, {}, ProofClass::Rounding, semantics));
  };
  EXPECT_EQ(answer("sub ft0, ft1, ft2\nadd oc, ft0, v0", "vec4 u, w; oc = (u - w) + v0;"), "equal up to undefined");
  EXPECT_EQ(answer("sub ft0, ft1, ft2\nadd oc, ft0, v0", "oc = v0;"), "equal up to undefined");
  EXPECT_EQ(answer("mul oc, ft1, v0", "vec4 u; oc = u * v0;"), "equal up to undefined");
  EXPECT_EQ(answer("add ft0, ft1, v0\nmov oc, v0", "oc = v0;"), "equal");
  EXPECT_EQ(answer("mov oc, v0", "vec4 u; oc = v0 + (u - u);"), "not decided");
}

}  // namespace
}  // namespace agal
