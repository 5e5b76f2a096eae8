// Reads of unwritten temporaries.
#include "validate/support.hpp"

namespace agal::test {
namespace {

TEST(Dataflow, ReportsUnwrittenRegisterOnce) {
  EXPECT_EQ(findings("agal 1 fragment", "add ft1, ft0, v0\nadd ft1, ft0, v0\nmov oc, ft0"), Findings{"3647@1"});
}

TEST(Dataflow, ReportsMissingComponentAtFirstRead) {
  EXPECT_EQ(findings("agal 1 fragment",
                     "mov ft0.x, v0.x\n"
                     "mov ft1, ft0.xxyy\n"  // reads y
                     "mov ft2, ft0.xyxy\n"  // reads y again
                     "mov oc, ft0.xyzw"),   // reads z and w
            (Findings{"3648@2", "3648@4"}));
}

TEST(Dataflow, ReadsAllComponentsOfSwizzle) {
  EXPECT_EQ(findings("agal 1 fragment", "mov ft0.xyz, v0\nmov ft1.xyz, ft0\nmov oc, v0"), Findings{"3648@2"});
  EXPECT_EQ(findings("agal 1 fragment", "mov ft0.xyz, v0\nmov ft1.xyz, ft0.xyz\nmov oc, v0"), Findings{});
  EXPECT_EQ(findings("agal 1 fragment", "mov ft0.xyz, v0\ndp3 ft1, ft0, v0\nmov oc, v0"), Findings{"3648@2"});
}

TEST(Dataflow, SourcesAreReadBeforeTheDestinationIsWritten) {
  EXPECT_EQ(findings("agal 1 fragment", "add ft0, ft0, v0\nmov oc, ft0"), Findings{"3647@1"});
}

TEST(Dataflow, ChecksFirstRowOfMatrix) {
  EXPECT_EQ(findings("agal 1 vertex", "mov vt0, va1\nm44 op, va0, vt0"), Findings{});
  EXPECT_EQ(findings("agal 1 vertex", "mov vt1, va1\nm44 op, va0, vt0"), Findings{"3647@2"});
}

TEST(Dataflow, ChecksSelectedComponentOfIndex) {
  EXPECT_EQ(findings("agal 1 vertex", "mov vt0.y, va0.y\nmov op, vc[vt0.y+3]"), Findings{});
  EXPECT_EQ(findings("agal 1 vertex", "mov vt0.y, va0.y\nmov op, vc[vt0.x+3]"), Findings{"3648@2"});
  EXPECT_EQ(findings("agal 1 vertex", "mov op, vc[vt0.x+3]"), Findings{"3647@1"});
}

TEST(Dataflow, WriteInOneBranchIsNotEnough) {
  EXPECT_EQ(findings("agal 2 fragment", "ife v0.x, v0.y\nmov ft0, v0\neif\nmov oc, ft0"), Findings{"3647@4"});
  EXPECT_EQ(findings("agal 2 fragment", "ife v0.x, v0.y\nmov ft1, v0\nels\nmov ft0, v0\neif\nmov oc, ft0"),
            Findings{"3647@6"});
}

TEST(Dataflow, WriteInBothBranchesIsEnough) {
  EXPECT_EQ(findings("agal 2 fragment", "ife v0.x, v0.y\nmov ft0, v0\nels\nmov ft0, v1\neif\nmov oc, ft0"), Findings{});
}

TEST(Dataflow, BranchesMergeByComponent) {
  EXPECT_EQ(findings("agal 2 fragment",
                     "ife v0.x, v0.y\nmov ft0.xyz, v0\nels\nmov ft0.yzw, v1\neif\nmov ft1, ft0.yyzz\nmov oc, ft0"),
            Findings{"3648@7"});
}

TEST(Dataflow, ElseDoesNotSeeWritesOfFirstBranch) {
  EXPECT_EQ(
      findings("agal 2 fragment", "mov ft1, v0\nife v0.x, v0.y\nmov ft0, v0\nels\nmov ft1, ft0\neif\nmov oc, ft1"),
      Findings{"3647@5"});
}

TEST(Dataflow, NestedBranchesMerge) {
  const std::string text =
      "ife v0.x, v0.y\n"
      "  ine v0.x, v0.z\n"
      "  mov ft0, v0\n"
      "  els\n"
      "  mov ft0, v1\n"
      "  eif\n"
      "els\n"
      "mov ft0, v2\n"
      "eif\n"
      "mov oc, ft0";
  EXPECT_EQ(findings("agal 2 fragment", text), Findings{});
}

TEST(Dataflow, InvalidInstructionsCountAsWrites) {
  // The destination of an unknown opcode may be read later.
  Program program = assembled("agal 1 fragment", "mov ft0, v0\nmov oc, ft0");
  program.instructions[0].opcode = 0x99;
  EXPECT_EQ(findings(validate(program)), Findings{"3620@1"});
  // A destination with an empty mask may be read later too.
  program = assembled("agal 1 fragment", "mov ft0, v0\nmov oc, ft0");
  program.instructions[0].dst = Destination::make(RegisterType::Temporary, 0, 0);
  EXPECT_EQ(findings(validate(program)), Findings{"3653@1"});
}

TEST(Dataflow, MessageNamesMissingComponents) {
  const Diagnostics found = validate(assembled("agal 1 fragment", "mov ft3.xz, v0\nmov oc, ft3"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "ft3.yw is read, but only ft3.xz is written on every path");
}

}  // namespace
}  // namespace agal::test
