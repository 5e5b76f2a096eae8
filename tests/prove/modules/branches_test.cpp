// Proofs of programs with branches stay within the budget. Proofs of long programs take linear time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "agal/prove/prove.hpp"
#include "agal/translate.hpp"
#include "support/branch_programs.hpp"
#include "support/lowering.hpp"

namespace agal {
namespace {

Proof proved(const Program& program) {
  TranslateOptions options;
  options.validation.level = ValidationLevel::Off;
  const Result<std::vector<std::uint32_t>> words = translate(program, options);
  EXPECT_TRUE(words);
  if (!words) return {};
  const Result<Proof> proof = prove_equal(program, *words, {});
  EXPECT_TRUE(proof);
  return proof ? *proof : Proof{};
}

TEST(Branches, StayWithinTheBudget) {
  for (const test::BranchShape& shape : test::branch_shapes) {
    const bool nested = !shape.end.empty();  // AGAL limits nesting to 64
    const Proof proof = proved(test::assembled(test::branch_program(shape, nested ? 180 : 400)));
    EXPECT_EQ(proof.verdict, Verdict::Equal) << shape.name << ": " << proof.reason << " " << proof.output;
    EXPECT_LT(proof.terms, 100'000u) << shape.name;
  }
}

// agalc replaces the bias by gradients that are scaled by 2^bias. It rounds this factor.
TEST(Branches, KeepEveryBias) {
  for (std::int32_t eighths = -128; eighths < 128; ++eighths) {
    const Proof proof =
        proved(test::assembled(fmt::format("//! agal 2 fragment\nmov ft0, v1\nifg v0.z, fc0.y\n"
                                           "tex ft0, v2, fs0 <2d, {}>\neif\nmov oc, ft0\n",
                                           eighths / 8.0)));
    EXPECT_EQ(proof.verdict, Verdict::Equal) << eighths << " " << proof.reason;
  }
}

TEST(Branches, TakeLinearTimeInLongPrograms) {
  std::string text = "//! agal 3 fragment\nmov ft0, v0\n";
  for (std::uint32_t i = 0; i < 1000; ++i) text += "mul ft1, ft0, fc1\nadd ft0, ft1, fc2\n";
  const Proof proof = proved(test::assembled(text + "mov oc, ft0\n"));
  EXPECT_EQ(proof.verdict, Verdict::Equal);
  EXPECT_LT(proof.terms, 20'000u);
}

}  // namespace
}  // namespace agal
