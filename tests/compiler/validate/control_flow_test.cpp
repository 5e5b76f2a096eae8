// Conditionals: nesting, empty branches, conditions, and the operations that they must not contain.
#include <fmt/format.h>

#include "validate/support.hpp"

namespace agal::test {
namespace {

TEST(ControlFlow, EmptyBranchMessageNamesItsToken) {
  const Diagnostics found = validate(assembled("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\neif"));
  ASSERT_EQ(findings(found), Findings{"3748@3"});
  EXPECT_EQ(found[0].message, "the branch of ife at token 2 is empty");
}

TEST(ControlFlow, RejectsElseWithoutConditional) {
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nels"), Findings{"3752@2"});
  EXPECT_EQ(
      findings("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\nmov ft0, v0\nels\nmov ft0, v0\nels\nmov ft0, v0\neif"),
      Findings{"3752@6"});
}

TEST(ControlFlow, ReportsUnclosedConditionalsAtInnermost) {
  const Diagnostics found =
      validate(assembled("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\nine v0.x, v0.z\nmov ft0, v0"));
  ASSERT_EQ(findings(found), Findings{"3739@3"});
  EXPECT_EQ(found[0].message, "'ine' without a matching 'eif'; unclosed conditionals at the end of the program: 2");
}

TEST(ControlFlow, RejectsEmptyBranches) {
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\nels\nmov ft0, v0\neif"), Findings{"3748@3"});
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\nmov ft0, v0\nels\neif"), Findings{"3748@5"});
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\nels\neif"), (Findings{"3748@3", "3748@4"}));
}

TEST(ControlFlow, ReportsNestingAtFirstTooDeepConditional) {
  std::string text = "mov oc, v0\n";
  for (int i = 0; i < 7; ++i) text += "ife v0.x, v0.y\n";
  text += "mov ft0, v0\n";
  for (int i = 0; i < 7; ++i) text += "eif\n";
  EXPECT_EQ(findings("agal 2 fragment", text), Findings{"3624@6"});
}

TEST(ControlFlow, TracksRegistersInDeepNesting) {
  // The nesting exceeds the fixed-size storage. The level downgrades the rule on nesting, so that the rest is checked.
  std::string text = "mov ft0, v0\n";
  for (int i = 0; i < 20; ++i) text += "ife v0.x, v0.y\nmov ft1, v0\n";
  text += "mov ft0, ft1\n";
  for (int i = 0; i < 20; ++i) text += "eif\n";
  text += "mov oc, ft1\n";
  ValidateOptions options;
  options.level = ValidationLevel::Warn;
  EXPECT_EQ(findings("agal 2 fragment", text, options), (Findings{"3624@10", "3647@63"}));
}

TEST(ControlFlow, RejectsExtremeNestingAtEveryLevel) {
  Program program = assembled("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y");
  program.instructions.resize(100'000, program.instructions[1]);
  for (ValidationLevel level : {ValidationLevel::Strict, ValidationLevel::Warn, ValidationLevel::Off}) {
    ValidateOptions options;
    options.level = level;
    EXPECT_TRUE(validate(program, options).has_errors());
  }
}

TEST(ControlFlow, RejectsOutputsInConditionals) {
  EXPECT_EQ(findings("agal 2 vertex", "mov op, va0\nife va0.x, va0.y\nmov v0, va0\neif"), Findings{"3751@3"});
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nife v0.x, v0.y\nmov fd.x, v0.x\neif"), Findings{"3751@3"});
}

TEST(ControlFlow, AcceptsSwizzledCoordinatesAndTedInConditionals) {
  EXPECT_EQ(findings("agal 2 fragment", "mov ft0, v0\nife v0.x, v0.y\ntex ft0, v1.yx, fs0 <2d>\neif\nmov oc, ft0"),
            Findings{});
  ValidateOptions options;
  options.allow_reserved = true;
  EXPECT_EQ(findings("agal 2 fragment",
                     "mov ft0, v0\nife v0.x, v0.y\nted ft0, ft0, fs0 <2d, miplinear>\neif\nmov oc, ft0", options),
            Findings{});
}

TEST(ControlFlow, RejectsConstantConditions) {
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nife v0.x, v0.x\nmov ft0, v0\neif"), Findings{"3758@2"});
}

// docs/adr/0030-conditions-of-two-constants.md explains the warning.
TEST(ControlFlow, WarnsOfConditionsOfTwoConstants) {
  for (const char* op : {"ife", "ine", "ifg", "ifl"}) {
    const Program program =
        assembled("agal 2 fragment", fmt::format("mov oc, v0\n{} fc8.x, fc8.y\nmov ft0, v0\neif", op));
    const Diagnostics found = validate(program);
    EXPECT_EQ(findings(found), Findings{"3625@2"});
    EXPECT_FALSE(found.has_errors());
    ValidateOptions as_adobe;
    as_adobe.adobe_order = true;
    EXPECT_TRUE(validate(program, as_adobe).has_errors());
  }
}

}  // namespace
}  // namespace agal::test
