// The programs of the 4xxx rules in the registry are their tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "support/example.hpp"

namespace agal {
namespace {

// AGAL4091 and AGAL4092 take programs of many thousand tokens: tests/unit/driver makes them. AGAL4093 takes a system
// without memory.
constexpr auto without_programs = std::to_array<std::uint16_t>({4091, 4092, 4093});

std::vector<const RuleInfo*> target_rules() {
  std::vector<const RuleInfo*> rules;
  for (const RuleInfo& rule : all_rules())
    if (rule.phase == Phase::Target && std::ranges::find(without_programs, rule.code) == without_programs.end())
      rules.push_back(&rule);
  return rules;
}

// One `key=value`; false: nobody knows it, and the test would not test what it says.
bool apply(const std::string& key, const std::string& value, CompileOptions& options) {
  if (key == "target" && find_target(value) != nullptr) {
    options.target = find_target(value)->target;
  } else if (key == "environment" && find_environment(value) != nullptr) {
    options.environment = find_environment(value)->environment;
  } else if (key == "entry-point") {
    options.entry_point = value;
  } else if (key == "constants" && (value == "ubo" || value == "plain" || value == "push")) {
    options.constants = value == "ubo"     ? ConstantsMode::Ubo
                        : value == "plain" ? ConstantsMode::Plain
                                           : ConstantsMode::Push;
  } else if (key == "max-tokens") {
    options.validation.max_tokens = static_cast<std::uint32_t>(std::stoul(value));
  } else if (key == "validate" && (value == "off" || value == "warn")) {
    options.validation.level = value == "off" ? ValidationLevel::Off : ValidationLevel::Warn;
  } else {
    return false;
  }
  return true;
}

CompileOptions options_of(std::string_view text) {
  constexpr std::string_view mark = "//! options: ";
  CompileOptions options;
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return options;
  const std::size_t begin = at + mark.size();
  std::istringstream words{std::string(text.substr(begin, text.find('\n', begin) - begin))};
  for (std::string word; words >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size() - 1);
    EXPECT_TRUE(apply(word.substr(0, equals), word.substr(equals + 1), options)) << word;
  }
  return options;
}

Result<Compilation> compile_example(std::string_view text) {
  const Result<Program> program = load_program(test::example_bytes(text), "example");
  EXPECT_EQ(render_text(program.diagnostics()), "");
  if (!program) return program.diagnostics();
  return compile(*program, options_of(text));
}

class TargetRule : public testing::TestWithParam<const RuleInfo*> {};

TEST_P(TargetRule, BadProgramBreaksIt) {
  const RuleInfo& rule = *GetParam();
  ASSERT_FALSE(rule.bad.empty());
  const Result<Compilation> result = compile_example(rule.bad);
  EXPECT_TRUE(result.diagnostics().contains(rule.code)) << render_text(result.diagnostics());
  EXPECT_EQ(result.has_value(), rule.severity == Severity::Warning) << render_text(result.diagnostics());
  for (const Diagnostic& diagnostic : result.diagnostics()) {
    if (diagnostic.code != rule.code) continue;
    EXPECT_EQ(diagnostic.severity, rule.severity);
    EXPECT_EQ(diagnostic.message.find('{'), std::string::npos) << diagnostic.message;
    EXPECT_FALSE(diagnostic.help.empty());
  }
}

TEST_P(TargetRule, GoodProgramBreaksNoneOfThem) {
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
