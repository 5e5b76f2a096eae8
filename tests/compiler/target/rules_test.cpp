// Tests the 4xxx rules with the programs in the registry.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/example.hpp"
#include "support/rule_programs.hpp"

namespace agal {
namespace {

// Rules without programs in the registry. tests/compiler/compile tests AGAL4091 and AGAL4092 with programs of many
// thousand tokens. AGAL4093 needs a system without free memory. tests/compiler/writer tests AGAL4094 with 61 nested
// conditionals. AGAL4096 needs a build without SPIRV-Cross, which ./tools/web builds.
constexpr auto without_programs = std::to_array<std::uint16_t>({4091, 4092, 4093, 4094, 4096});

std::vector<const RuleInfo*> target_rules() {
  std::vector<const RuleInfo*> rules;
  for (const RuleInfo& rule : all_rules())
    if (rule.phase == Phase::Target && std::ranges::find(without_programs, rule.code) == without_programs.end())
      rules.push_back(&rule);
  return rules;
}

Result<Compilation> compile_example(std::string_view text) {
  const Result<Program> program = load_program(test::example_bytes(text), "example");
  EXPECT_EQ(render_text(program.diagnostics()), "");
  if (!program) return program.diagnostics();
  const std::optional<CompileOptions> options = test::rule_options(text);
  EXPECT_TRUE(options.has_value()) << text;
  return compile(*program, options.value_or(CompileOptions{}));
}

class TargetRule : public testing::TestWithParam<const RuleInfo*> {};

TEST_P(TargetRule, BadProgramBreaksRule) {
  const RuleInfo& rule = *GetParam();
  ASSERT_FALSE(rule.bad.empty());
  const Result<Compilation> result = compile_example(rule.bad);
  EXPECT_TRUE(result.diagnostics().contains(rule.code)) << render_text(result.diagnostics());
  EXPECT_EQ(result.has_value(), rule.severity != Severity::Error) << render_text(result.diagnostics());
  for (const Diagnostic& diagnostic : result.diagnostics()) {
    if (diagnostic.code != rule.code) continue;
    EXPECT_EQ(diagnostic.severity, rule.severity);
    EXPECT_EQ(diagnostic.message.find('{'), std::string::npos) << diagnostic.message;
    EXPECT_FALSE(diagnostic.help.empty());
  }
}

TEST_P(TargetRule, GoodProgramBreaksNoTargetRule) {
  const RuleInfo& rule = *GetParam();
  const Result<Compilation> result = compile_example(rule.good);
  EXPECT_TRUE(result.has_value()) << render_text(result.diagnostics());
  for (const Diagnostic& diagnostic : result.diagnostics())
    EXPECT_NE(find_rule(diagnostic.code)->phase, Phase::Target) << render_text(result.diagnostics());
}

INSTANTIATE_TEST_SUITE_P(Registry, TargetRule, testing::ValuesIn(target_rules()),
                         [](const auto& param) { return "AGAL" + std::to_string(param.param->code); });

}  // namespace
}  // namespace agal
