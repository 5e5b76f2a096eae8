// The registry of rules. The programs of its rules are tested with the code that checks each rule.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "diag/rules.hpp"

namespace agal {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Registry, IsSortedAndUnique) {
  std::set<std::string_view> slugs;
  std::uint16_t before = 0;
  for (const RuleInfo& rule : all_rules()) {
    EXPECT_GT(rule.code, before);
    before = rule.code;
    EXPECT_TRUE(slugs.insert(rule.slug).second) << rule.slug;
    EXPECT_TRUE(std::all_of(rule.slug.begin(), rule.slug.end(), [](unsigned char c) {
      return std::islower(c) || std::isdigit(c) || c == '-';
    })) << rule.slug;
  }
}

TEST(Registry, NumbersFollowThePhase) {
  for (const RuleInfo& rule : all_rules()) {
    SCOPED_TRACE(rule.code);
    const bool adobe = rule.code >= 3600 && rule.code < 3900;
    switch (rule.phase) {
      case Phase::File: EXPECT_TRUE(rule.code < 2000 || adobe); break;
      case Phase::Assemble: EXPECT_EQ(rule.code / 1000, 2); break;
      case Phase::Validate: EXPECT_TRUE(adobe || rule.severity != Severity::Error); break;
      case Phase::Link: EXPECT_TRUE(adobe || rule.code / 1000 == 4); break;
      case Phase::Target: EXPECT_EQ(rule.code / 1000, 4); break;
      case Phase::Internal: EXPECT_EQ(rule.code / 1000, 5); break;
      case Phase::Lint: EXPECT_EQ(rule.code / 1000, 6); break;
    }
  }
}

TEST(Registry, MessagesAreOneSentenceWithoutPeriod) {
  for (const RuleInfo& rule : all_rules()) {
    EXPECT_FALSE(rule.message.empty()) << rule.code;
    EXPECT_NE(rule.message.back(), '.') << rule.code;
    EXPECT_EQ(rule.message.find('\n'), std::string_view::npos) << rule.code;
    if (!rule.help.empty()) {
      EXPECT_NE(rule.help.back(), '.') << rule.code;
    }
  }
}

TEST(Registry, FindsByNumberTextAndName) {
  const RuleInfo* rule = find_rule(std::uint16_t{3652});
  ASSERT_NE(rule, nullptr);
  EXPECT_EQ(rule->slug, "constant-written");
  for (std::string_view text : {"AGAL3652", "3652", "constant-written"}) EXPECT_EQ(find_rule(text), rule) << text;
  for (std::string_view text : {"", "AGAL", "3600", "AGAL3652 ", "agal3652", "99999"})
    EXPECT_EQ(find_rule(text), nullptr) << text;
  EXPECT_EQ(find_rule(std::uint16_t{0}), nullptr);
}

TEST(Registry, CreatesMessages) {
  const Diagnostic made = diag::make(diag::Rule::ConstantWritten, {}, {"fc3"});
  EXPECT_EQ(made.code, 3652);
  EXPECT_EQ(made.severity, Severity::Error);
  EXPECT_EQ(made.message, "fc3 is a constant and cannot be written");
  EXPECT_EQ(
      made.help,
      "write to a temporary or to an output: vt0, v0 and op in a vertex program, ft0 and oc in a fragment program");
  // Arguments are not format strings.
  EXPECT_EQ(diag::make(diag::Rule::ConstantWritten, {}, {"{0}{9}"}).message,
            "{0}{9} is a constant and cannot be written");
}

TEST(Explain, ShowsRuleWithBadAndGoodProgram) {
  EXPECT_EQ(explain(*find_rule("AGAL3652")),
            "AGAL3652 · constant-written · error · phase validate\n"
            "\n"
            "  … is a constant and cannot be written\n"
            "\n"
            "  help: write to a temporary or to an output: vt0, v0 and op in a vertex program, ft0 and oc in a "
            "fragment program\n"
            "\n"
            "  checked at every level: a program that breaks it cannot be translated\n"
            "\n"
            "Incorrect:\n"
            "\n"
            "    //! agal 1 fragment\n"
            "    mov fc0, v0\n"
            "\n"
            "Correct:\n"
            "\n"
            "    //! agal 1 fragment\n"
            "    mov oc, v0\n");
}

TEST(Explain, DumpsBytecodeByToken) {
  EXPECT_THAT(explain(*find_rule("AGAL3645")),
              HasSubstr("    bytecode:\n"
                        "      a0 01 00 00 00 a1 01\n"
                        "      00 00 00 00 00 00 0f 03 00 00 00 e4 00 00 00 00 00 00 00 00 00 00 00 00\n"));
}

TEST(Explain, TruncatesLongPrograms) {
  const std::string page = explain(*find_rule("AGAL3629"));
  EXPECT_THAT(page, HasSubstr("more lines …\n    mov ft0, v0\n"));
  EXPECT_LT(std::count(page.begin(), page.end(), '\n'), 40);
}

TEST(Explain, ExplainsEveryRule) {
  for (const RuleInfo& rule : all_rules()) {
    const std::string page = explain(rule);
    EXPECT_THAT(page, HasSubstr(code_name(rule.code)));
    EXPECT_THAT(page, HasSubstr(std::string(rule.slug)));
    EXPECT_EQ(page.find("Incorrect:") == std::string::npos, rule.bad.empty()) << rule.code;
    EXPECT_EQ(page.find("Correct:") == std::string::npos, rule.good.empty()) << rule.code;
    const bool only_message = page.find("help:") == std::string::npos && rule.bad.empty();
    EXPECT_TRUE(!only_message || std::count(page.begin(), page.end(), '\n') > 3) << page;
    EXPECT_THAT(page, Not(HasSubstr("{0}")));
    EXPECT_THAT(page, Not(HasSubstr(" \n"))) << "blanks at the end of a line";
  }
}

}  // namespace
}  // namespace agal
