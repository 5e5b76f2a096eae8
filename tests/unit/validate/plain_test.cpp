// Tokens on the fast path (plain tokens) must not break any rule.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "support/lowering.hpp"
#include "validate/context.hpp"

namespace agal::validation {
namespace {

struct Tally {
  std::size_t tokens = 0, plain = 0, wrong = 0;
};

void compare(const Program& program, const ValidateOptions& options, Tally& tally) {
  Diagnostics found;
  Context context(program, options, found);
  for (; context.token < program.instructions.size() && !context.done(); ++context.token) {
    const bool plain = is_plain(context, context.instruction());
    const std::size_t before = context.findings();
    check_by_rules(context);
    const bool silent = context.findings() == before;
    ++tally.tokens;
    tally.plain += plain ? 1 : 0;
    tally.wrong += plain && !silent ? 1 : 0;
  }
}

// Flips one bit of one token.
Program mutated(Program program, std::mt19937& random) {
  Instruction& token = program.instructions[random() % program.instructions.size()];
  const auto bit = static_cast<std::uint32_t>(random() % 192);
  if (bit < 32)
    token.opcode ^= 1u << bit % 8;
  else if (bit < 64)
    token.dst.bits ^= 1u << (bit - 32);
  else if (bit < 128)
    token.src1.bits ^= std::uint64_t{1} << (bit - 64);
  else
    token.src2.bits ^= std::uint64_t{1} << (bit - 128);
  return program;
}

TEST(Plain, IsMostOfWhatIsValid) {
  Tally tally;
  for (const Program& program : test::translatable_programs()) compare(program, {}, tally);
  EXPECT_EQ(tally.wrong, 0u);
  EXPECT_GT(tally.plain, tally.tokens / 3);
}

TEST(Plain, BreaksNoRuleWhicheverBitIsWrong) {
  std::mt19937 random(20);
  Tally tally;
  for (const Program& program : test::translatable_programs())
    for (int round = 0; round < 40; ++round) {
      ValidateOptions options;
      options.ignore_limits = round % 4 == 0;
      options.allow_reserved = round % 3 == 0;
      if (round % 5 == 0) options.profile = Profile::BaselineConstrained;
      compare(mutated(program, random), options, tally);
    }
  EXPECT_EQ(tally.wrong, 0u);
  EXPECT_GT(tally.plain, 1000u);
}

// A write mask of three components differs in one bit from one of four, and so on, so this covers most boundary cases.
TEST(Plain, KnowsTheEdges) {
  const auto plain = [](std::string_view text, std::size_t token) {
    const Program program = test::assembled(text);
    Diagnostics found;
    const ValidateOptions options;
    Context context(program, options, found);
    for (; context.token < token; ++context.token) check_by_rules(context);
    return is_plain(context, context.instruction());
  };
  EXPECT_TRUE(plain("//! agal 1 fragment\nmov ft0, v0\nmov oc, ft0", 0));
  EXPECT_FALSE(plain("//! agal 1 fragment\nmov ft0.x, v0\nmov ft1, ft0\nmov oc, ft1", 1));  // components unwritten
  EXPECT_TRUE(plain("//! agal 1 fragment\nmov ft0.x, v0\nmov ft1, ft0.x\nmov oc, ft1", 1));
  EXPECT_FALSE(plain("//! agal 1 fragment\nadd ft0, fc0, fc1\nmov oc, ft0", 0));  // constants alone
  EXPECT_FALSE(plain("//! agal 1 fragment\nrcp ft0, fc0\nmov oc, ft0", 0));
  EXPECT_FALSE(plain("//! agal 1 fragment\nmov ft0, fc28\nmov oc, ft0", 0));  // beyond the limit
  EXPECT_TRUE(plain("//! agal 1 fragment\nmov ft0, fc27\nmov oc, ft0", 0));
  EXPECT_FALSE(plain("//! agal 1 fragment\nnrm ft0, v0\nmov oc, ft0", 0));        // w of three components
  EXPECT_FALSE(plain("//! agal 1 vertex\nm44 vt0, va0, vc125\nmov op, vt0", 0));  // the last row
  EXPECT_TRUE(plain("//! agal 1 vertex\nmov op, va0", 0));
  EXPECT_TRUE(plain("//! agal 1 vertex\nmov v7, va0\nmov op, va0", 0));
  EXPECT_FALSE(plain("//! agal 1 vertex\nmov v8, va0\nmov op, va0", 0));
  EXPECT_FALSE(plain("//! agal 2 vertex\nife va0.x, vc0.x\nmov v0, va0\neif\nmov op, va0", 1));  // output in an if
  EXPECT_TRUE(plain("//! agal 1 vertex\nm44 vt0, va0, vc124\nmov op, vt0", 0));
}

}  // namespace
}  // namespace agal::validation
