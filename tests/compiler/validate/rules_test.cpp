// Tests the rules of the validator with the programs in the registry.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/rule_programs.hpp"

namespace agal {
namespace {

bool is_about_programs(const RuleInfo& rule) { return rule.phase == Phase::Validate || rule.phase == Phase::Link; }

std::set<std::uint16_t> codes(const Diagnostics& found) {
  std::set<std::uint16_t> out;
  for (const Diagnostic& diagnostic : found) out.insert(diagnostic.code);
  return out;
}

// Returns the rules that the bad program of a rule breaks. For rule 3626, both sources are constants, which also breaks
// rule 3625.
std::set<std::uint16_t> expected_codes(const RuleInfo& rule) {
  if (rule.code == 3626) return {3625, 3626};
  return {rule.code};
}

class RuleTest : public testing::TestWithParam<const RuleInfo*> {};

TEST_P(RuleTest, BadProgramBreaksOnlyThisRule) {
  const RuleInfo& rule = *GetParam();
  const test::RuleProgram program = test::load_rule_program(rule.bad);
  ASSERT_TRUE(program.loads) << render_text(program.load_diagnostics);
  const Diagnostics found = test::check(program);
  EXPECT_EQ(codes(found), expected_codes(rule)) << render_text(found);
  for (const Diagnostic& diagnostic : found) {
    EXPECT_EQ(diagnostic.severity, find_rule(diagnostic.code)->severity);
    EXPECT_EQ(diagnostic.message.find('{'), std::string::npos) << diagnostic.message;
    EXPECT_TRUE(diagnostic.location.stage.has_value());
  }
}

TEST_P(RuleTest, GoodProgramIsAccepted) {
  const test::RuleProgram program = test::load_rule_program(GetParam()->good);
  ASSERT_TRUE(program.loads) << render_text(program.load_diagnostics);
  EXPECT_EQ(render_text(program.load_diagnostics), "");
  EXPECT_EQ(render_text(test::check(program)), "");
}

// A downgradable rule is a warning at level `warn`, and is not checked at level `off`. Any other rule is an error at
// both levels.
TEST_P(RuleTest, LevelsFollowDowngradable) {
  const RuleInfo& rule = *GetParam();
  test::RuleProgram program = test::load_rule_program(rule.bad);
  ASSERT_TRUE(program.loads);
  program.options.validation.level = ValidationLevel::Warn;
  const bool refused = test::check(program).has_errors();
  program.options.validation.level = ValidationLevel::Off;
  const Diagnostics off = test::check(program);
  EXPECT_EQ(refused, rule.downgradable == Downgradable::No) << render_text(off);
  EXPECT_EQ(off.contains(rule.code), rule.downgradable == Downgradable::No) << render_text(off);
  EXPECT_EQ(off.empty(), rule.downgradable == Downgradable::Yes) << render_text(off);
}

std::vector<const RuleInfo*> rules_about_programs() {
  std::vector<const RuleInfo*> out;
  for (const RuleInfo& rule : all_rules())
    if (is_about_programs(rule) && !rule.bad.empty()) out.push_back(&rule);
  return out;
}

INSTANTIATE_TEST_SUITE_P(Registry, RuleTest, testing::ValuesIn(rules_about_programs()),
                         [](const testing::TestParamInfo<const RuleInfo*>& param) {
                           return code_name(param.param->code);
                         });

TEST(RuleRegistry, RulesAboutProgramsHaveBothPrograms) {
  const std::set<std::uint16_t> without{6900};  // needs a thousand findings
  for (const RuleInfo& rule : all_rules()) {
    if (!is_about_programs(rule) || without.count(rule.code) != 0) continue;
    EXPECT_FALSE(rule.bad.empty()) << rule.code;
    EXPECT_FALSE(rule.good.empty()) << rule.code;
  }
}

// The numbers are Adobe's errors about programs and pairs. docs/diagnostics.md lists the others.
TEST(RuleRegistry, HasAllNumbersOfAdobe) {
  const std::set<std::uint16_t> numbers{3620, 3621, 3622, 3623, 3624, 3625, 3626, 3627, 3628, 3629, 3630, 3631, 3632,
                                        3633, 3634, 3635, 3636, 3637, 3638, 3639, 3640, 3641, 3642, 3643, 3644, 3645,
                                        3646, 3647, 3648, 3649, 3650, 3651, 3652, 3653, 3654, 3655, 3656, 3657, 3658,
                                        3659, 3660, 3661, 3662, 3664, 3665, 3666, 3667, 3668, 3689, 3693, 3696, 3701,
                                        3703, 3704, 3725, 3726, 3739, 3740, 3741, 3742, 3743, 3744, 3748, 3749, 3750,
                                        3751, 3752, 3756, 3757, 3758, 3775, 3786, 3788, 3789, 3803, 3804, 3805};
  std::set<std::uint16_t> found;
  for (const RuleInfo& rule : all_rules())
    if (is_about_programs(rule) && rule.code >= 3600 && rule.code < 3900) found.insert(rule.code);
  EXPECT_EQ(found, numbers);
}

}  // namespace
}  // namespace agal
