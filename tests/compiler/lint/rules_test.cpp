// Tests the lints with the programs in the registry.
#include <gtest/gtest.h>

#include <string>

#include "agal/lint.hpp"
#include "support/rule_programs.hpp"

namespace agal {
namespace {

std::vector<const RuleInfo*> lint_table() {
  std::vector<const RuleInfo*> out;
  for (const RuleInfo& rule : all_rules())
    if (rule.phase == Phase::Lint) out.push_back(&rule);
  return out;
}

class LintRule : public testing::TestWithParam<const RuleInfo*> {
 protected:
  // Lints apply to programs that players accept.
  static Diagnostics lint_of(std::string_view text) {
    const test::RuleProgram program = test::load_rule_program(text);
    EXPECT_TRUE(program.loads) << render_text(program.load_diagnostics);
    EXPECT_EQ(render_text(test::check(program)), "");
    LintOptions options;
    options.profile = program.options.validation.profile;
    return lint(program.program, options);
  }
};

TEST_P(LintRule, BadProgramHasOnlyThisFinding) {
  const RuleInfo& rule = *GetParam();
  const Diagnostics found = lint_of(rule.bad);
  ASSERT_EQ(found.size(), 1u) << render_text(found);
  EXPECT_EQ(found[0].code, rule.code);
  EXPECT_EQ(found[0].severity, rule.severity);
  EXPECT_NE(found[0].severity, Severity::Error);
  EXPECT_EQ(found[0].message.find('{'), std::string::npos) << found[0].message;
  EXPECT_EQ(found[0].location.token.has_value(), !found[0].snippet.empty());
}

TEST_P(LintRule, GoodProgramIsAccepted) { EXPECT_EQ(render_text(lint_of(GetParam()->good)), ""); }

TEST_P(LintRule, IsReportedOnlyIfEnabled) {
  const test::RuleProgram program = test::load_rule_program(GetParam()->bad);
  LintOptions options;
  options.profile = program.options.validation.profile;
  options.rules = {GetParam()->code};
  EXPECT_EQ(lint(program.program, options).size(), 1u);
  options.rules = *parse_lints("all,-" + std::string(GetParam()->slug));
  EXPECT_EQ(render_text(lint(program.program, options)), "");
}

INSTANTIATE_TEST_SUITE_P(Registry, LintRule, testing::ValuesIn(lint_table()),
                         [](const auto& param) { return code_name(param.param->code); });

}  // namespace
}  // namespace agal
