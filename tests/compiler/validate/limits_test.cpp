// Limits of AGAL versions, profiles and the translation.
#include "validate/support.hpp"

namespace agal::test {
namespace {

constexpr auto movs = [](std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i < count; ++i) text += "mov ft0, v0\n";
  return text + "mov oc, v0\n";
};

TEST(Limits, EveryVersionHasLimitsOfTable) {
  for (std::uint32_t version = 1; version <= newest_version; ++version) {
    const Limits& limits = version_limits(version);
    const std::string v = std::to_string(version);
    const auto last = [](std::uint32_t count) { return std::to_string(count - 1); };
    const auto beyond = [](std::uint32_t count) { return std::to_string(count); };
    SCOPED_TRACE(v);
    EXPECT_EQ(findings("agal " + v + " fragment", "mov oc, fc" + last(limits.fragment_constants)), Findings{});
    EXPECT_EQ(findings("agal " + v + " fragment", "mov oc, fc" + beyond(limits.fragment_constants)),
              Findings{"3659@1"});
    EXPECT_EQ(findings("agal " + v + " fragment", "mov oc, v" + beyond(limits.varyings)), Findings{"3657@1"});
    EXPECT_EQ(findings("agal " + v + " vertex", "mov op, vc" + last(limits.vertex_constants)), Findings{});
    EXPECT_EQ(findings("agal " + v + " vertex", "mov op, vc" + beyond(limits.vertex_constants)), Findings{"3659@1"});
    EXPECT_EQ(findings("agal " + v + " vertex", "mov op, va" + last(limits.attributes)), Findings{});
    EXPECT_EQ(findings("agal " + v + " vertex", "mov op, va" + beyond(limits.attributes)), Findings{"3658@1"});
    EXPECT_EQ(findings("agal " + v + " fragment", movs(limits.tokens)), Findings{});
    EXPECT_EQ(findings("agal " + v + " fragment", movs(limits.tokens + 20u)),
              Findings{"3629@" + std::to_string(limits.tokens + 1u)});
  }
}

TEST(Limits, ChecksAllRowsOfMatrix) {
  EXPECT_EQ(findings("agal 1 vertex", "m44 op, va0, vc124"), Findings{});
  EXPECT_EQ(findings("agal 1 vertex", "m44 op, va0, vc125"), Findings{"3659@1"});
  EXPECT_EQ(findings("agal 1 vertex", "m34 vt0.xyz, va0, vc125\nmov op, va0"), Findings{});
}

TEST(Limits, ProfilesReduceLimits) {
  ValidateOptions options;
  options.profile = Profile::BaselineConstrained;
  EXPECT_EQ(findings("agal 1 fragment", "mov ft7, v0\nmov oc, ft7", options), (Findings{"3661@1", "3661@2"}));
  EXPECT_EQ(findings("agal 1 vertex", "mov op, va0\nmov vt6, va0\nmov vt7, va0", options), Findings{"3661@3"});
  EXPECT_EQ(findings("agal 1 fragment", "mov ft6, v0\nmov oc, ft6", options), Findings{});
  const Diagnostics found = validate(assembled("agal 1 fragment", "mov ft7, v0\nmov oc, v0"), options);
  EXPECT_EQ(found[0].message,
            "ft7 is out of range: the baselineConstrained profile has 7 temporaries in a fragment program");

  options.profile = Profile::StandardConstrained;
  EXPECT_EQ(findings("agal 2 fragment", "mov oc, v0\nmov oc1, v0", options), Findings{"3660@2"});
  EXPECT_EQ(findings("agal 3 fragment", movs(1025), options), (Findings{"3725", "3629@1025"}));
  // A program of an older version keeps the limits of its version on a newer profile.
  options.profile = Profile::Enhanced;
  EXPECT_EQ(findings("agal 1 fragment", "mov oc, fc27", options), Findings{});
  EXPECT_EQ(findings("agal 1 fragment", "mov oc, fc28", options), Findings{"3659@1"});
}

TEST(Limits, ReportsVersionAboveProfileOnce) {
  ValidateOptions options;
  options.profile = Profile::Baseline;
  EXPECT_EQ(findings("agal 3 fragment", "mov oc, v0", options), Findings{"3725"});
}

TEST(Limits, IgnoreLimitsDisablesThem) {
  ValidateOptions options;
  options.ignore_limits = true;
  EXPECT_EQ(findings("agal 1 fragment", "mov ft1023, v9\nadd oc, ft1023, fc1023", options), Findings{});
  EXPECT_EQ(findings("agal 1 fragment", movs(300), options), Findings{});
  EXPECT_EQ(findings("agal 1 fragment", "mov oc, v0\nmov oc3, v0\n", options), Findings{"3775@2"});
}

TEST(Limits, IgnoreLimitsKeepsOneDepthAndOneInstanceId) {
  ValidateOptions options;
  options.ignore_limits = true;
  Program program = assembled("agal 2 fragment", "mov fd.x, v0.x\nmov oc, v0");
  program.instructions[0].dst = Destination::make(RegisterType::Depth, 1, 1);
  EXPECT_EQ(findings(validate(program, options)), Findings{"3749@1"});
  program = assembled("agal 3 vertex", "mov op, iid");
  program.instructions[0].src1 = Source::make(RegisterType::InstanceId, 1);
  EXPECT_EQ(findings(validate(program, options)), Findings{"3658@1"});
}

// No level accepts a program beyond the limits of the translation.
TEST(Limits, TranslationLimitsApplyAtEveryLevel) {
  const auto codes_at = [](ValidationLevel level, std::uint32_t index) {
    Program program = assembled("agal 1 fragment", "mov oc, v0");
    program.instructions[0].src1 = Source::make(RegisterType::Constant, index);
    ValidateOptions options;
    options.level = level;
    options.ignore_limits = true;
    return findings(validate(program, options));
  };
  EXPECT_EQ(codes_at(ValidationLevel::Off, 1023), Findings{});
  EXPECT_EQ(codes_at(ValidationLevel::Off, 1024), Findings{"3659@1"});
  EXPECT_EQ(codes_at(ValidationLevel::Warn, 65535), Findings{"3659@1"});
  EXPECT_EQ(codes_at(ValidationLevel::Strict, 65535), Findings{"3659@1"});
}

TEST(Limits, RejectsSecondPositionDepthOrInstanceId) {
  ValidateOptions options;
  options.level = ValidationLevel::Off;
  Program program = assembled("agal 3 vertex", "mov op, iid");
  program.instructions[0].src1 = Source::make(RegisterType::InstanceId, 1);
  EXPECT_EQ(findings(validate(program, options)), Findings{"3658@1"});
  program.instructions[0].src1 = Source::make(RegisterType::Attribute, 0);
  program.instructions[0].dst = Destination::make(RegisterType::Output, 1);
  EXPECT_EQ(findings(validate(program, options)), Findings{"3660@1"});
  program = assembled("agal 2 fragment", "mov fd.x, v0.x");
  program.instructions[0].dst = Destination::make(RegisterType::Depth, 1, 1);
  EXPECT_EQ(findings(validate(program, options)), Findings{"3749@1"});
}

TEST(Limits, UsesSingularForOneOutput) {
  const auto message = [](Program program, RegisterType type, std::uint32_t index) {
    program.instructions[0].dst = Destination::make(type, index, 1);
    for (const Diagnostic& diagnostic : validate(program))
      if (diagnostic.code == 3660 || diagnostic.code == 3749) return diagnostic.message;
    return std::string();
  };
  const Program first = assembled("agal 1 fragment", "mov oc, v0"), second = assembled("agal 2 fragment", "mov oc, v0");
  EXPECT_EQ(message(first, RegisterType::Output, 1), "oc1 is out of range: AGAL 1 has 1 output in a fragment program");
  EXPECT_EQ(message(second, RegisterType::Output, 4),
            "oc4 is out of range: AGAL 2 has 4 outputs in a fragment program");
  EXPECT_EQ(message(second, RegisterType::Depth, 1), "fd1 is out of range: AGAL 2 has 1 depth output");
}

TEST(Limits, VersionZeroHasLimitsOfVersionOne) {
  Program program = assembled("agal 1 fragment", "mov oc, fc28");
  program.version = 0;
  const Diagnostics found = validate(program);
  ASSERT_EQ(findings(found), Findings{"3659@1"});
  EXPECT_EQ(found[0].message, "fc28 is out of range: AGAL 1 has 28 constants in a fragment program");
}

}  // namespace
}  // namespace agal::test
