// The linkage of pairs: varyings, outputs, stages and versions.
#include "validate/support.hpp"

namespace agal::test {
namespace {

Findings link_findings(const std::string& vertex, const std::string& fragment, const ValidateOptions& options = {}) {
  return findings(validate_pair(assembled("agal 1 vertex", vertex), assembled("agal 1 fragment", fragment), options));
}

TEST(Linkage, AcceptsUnreadVaryings) {
  EXPECT_EQ(link_findings("mov op, va0\nmov v0, va1\nmov v3, va1", "mov oc, v0"), Findings{});
}

TEST(Linkage, TextWithoutVersionTakesHigherVersionOfPair) {
  const Program vertex = *assemble("mov op, va0\nmov v0, va1");
  const Program fragment = *assemble("ddx ft0, v0\nmov oc, ft0");
  EXPECT_EQ(findings(validate_pair(vertex, fragment)), Findings{});
  EXPECT_EQ(findings(validate_pair(assembled("agal 1 vertex", "mov op, va0\nmov v0, va1"), fragment)),
            Findings{"3757"});
  EXPECT_EQ(vertex.version_beside(fragment), 2u);
  EXPECT_EQ(fragment.version_beside(vertex), 2u);
}

TEST(Linkage, AcceptsVaryingsWrittenInParts) {
  EXPECT_EQ(link_findings("mov op, va0\nmov v0.xy, va1\nmov v0.zw, va2", "mov oc, v0"), Findings{});
}

TEST(Linkage, ReportsPartlyWrittenVaryingOnce) {
  EXPECT_EQ(link_findings("mov op, va0\nmov v0.xy, va1", "mov oc, v0.xyxy"), Findings{"3633@2"});
  EXPECT_EQ(link_findings("mov op, va0\nmov v0.xy, va1", "mov ft0, v0.xyxy\nmov oc, v0"), Findings{"3632@2"});
}

TEST(Linkage, ErrorIsLocatedAtReadAndNamesComponents) {
  const Diagnostics found = validate_pair(assembled("agal 1 vertex", "mov op, va0\nmov v1.xy, va1"),
                                          assembled("agal 1 fragment", "mov ft0, fc0\nadd oc, ft0, v1.xyzz"));
  ASSERT_EQ(findings(found), Findings{"3632@2"});
  EXPECT_EQ(found[0].message, "v1.z is read, but the vertex program does not write it");
  EXPECT_EQ(found[0].location.operand, Operand::Source2);
  EXPECT_EQ(found[0].location.stage, Stage::Fragment);
  EXPECT_EQ(found[0].snippet.substr(found[0].caret, found[0].caret_length), "v1.xyzz");
}

TEST(Linkage, ErrorIsLocatedAtFirstReadOfMissingVarying) {
  EXPECT_EQ(link_findings("mov op, va0\nmov v0, va1\nmov v1.xy, va1", "mov ft0, v0\nadd oc, ft0, v1"),
            Findings{"3632@2"});
  EXPECT_EQ(link_findings("mov op, va0\nmov v0.xy, va1\nmov v1, va1", "mov ft0, v1\nadd oc, ft0, v0.xyxy"),
            Findings{"3633@2"});
}

TEST(Linkage, MatrixReadsAllRows) {
  EXPECT_EQ(link_findings("mov op, va0\nmov v0, va1\nmov v1, va1", "mov ft0, fc0\nm33 ft0.xyz, ft0, v0\nmov oc, ft0"),
            Findings{"3632@2"});
}

TEST(Linkage, RejectsIncompleteOutputs) {
  EXPECT_EQ(link_findings("mov v0, va0", "mov ft0, v0"), (Findings{"3634", "3635"}));
  EXPECT_EQ(link_findings("mov op.xy, va0\nmov op.zw, va0", "mov oc, fc0"), Findings{});
  const auto message = [](const std::string& vertex) {
    return validate_pair(assembled("agal 1 vertex", vertex), assembled("agal 1 fragment", "mov oc, fc0"))[0].message;
  };
  EXPECT_NE(message("mov v0, va0").find("nothing"), std::string::npos) << message("mov v0, va0");
  EXPECT_NE(message("mov op.xy, va0").find("only op.xy"), std::string::npos) << message("mov op.xy, va0");
}

TEST(Linkage, WrongStagesSuppressOtherErrors) {
  const Program vertex = assembled("agal 1 vertex", "mov op, va0");
  const Program fragment = assembled("agal 1 fragment", "mov oc, v0");
  EXPECT_EQ(findings(validate_pair(fragment, vertex)), (Findings{"3630", "3631"}));
  ValidateOptions options;
  options.level = ValidationLevel::Off;
  EXPECT_EQ(findings(validate_pair(fragment, vertex, options)), (Findings{"3630", "3631"}));
}

TEST(Linkage, AdobeOrderStopsAtFirstError) {
  ValidateOptions options;
  options.adobe_order = true;
  EXPECT_EQ(link_findings("mov v0.x, va0.x", "mov ft0, v1", options), Findings{"3633@1"});
  EXPECT_EQ(link_findings("mov v1.x, va0.x", "mov ft0, v0", options), Findings{"3632@1"});
}

TEST(Linkage, AppliesValidationLevels) {
  ValidateOptions options;
  options.level = ValidationLevel::Warn;
  EXPECT_FALSE(
      validate_pair(assembled("agal 1 vertex", "mov op.x, va0.x"), assembled("agal 2 fragment", "mov oc, v0"), options)
          .has_errors());
  options.level = ValidationLevel::Off;
  EXPECT_EQ(link_findings("mov op.x, va0.x", "mov oc, v0", options), Findings{});
}

// Neither program needs to be valid.
TEST(Linkage, AcceptsAnyTokens) {
  Program vertex = assembled("agal 1 vertex", "mov op, va0"), fragment = assembled("agal 1 fragment", "mov oc, v0");
  vertex.instructions[0].dst = Destination::make(RegisterType::Varying, 65535);
  fragment.instructions[0].src1 = Source::make(RegisterType::Varying, 65535);
  EXPECT_EQ(findings(validate_pair(vertex, fragment)), Findings{"3635"});
  EXPECT_EQ(findings(validate_pair(Program{}, fragment)), Findings{"3635"});
}

}  // namespace
}  // namespace agal::test
