// docs/data/diagnostics.md lists every rule of the registry.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "agal/diagnostic.hpp"
#include "diag/rules.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

// Escapes a text for Markdown.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '*') out += '\\';
    out += c;
  }
  return out;
}

// Returns a star for a rule of validation that a validation level turns into a warning.
std::string_view star(const RuleInfo& rule) {
  const bool has_levels = rule.phase == Phase::Validate || rule.phase == Phase::Link;
  return has_levels && rule.downgradable == Downgradable::Yes ? "*" : "";
}

// Returns the severity and a colon. The page omits the severity of errors, because most rules are errors.
std::string severity(const RuleInfo& rule) {
  return rule.severity == Severity::Error ? "" : fmt::format("{}: ", name(rule.severity));
}

std::string table() {
  std::string out = "| Number | Name | Message |\n|---|---|---|\n";
  for (const RuleInfo& rule : all_rules())
    out += fmt::format("| {}{} | {} | {}{} |\n", rule.code, star(rule), rule.slug, severity(rule), cell(diag::general_message(rule)));
  return out;
}

TEST(DiagnosticsPage, ListsEveryRule) { test::expect_section("docs/data/diagnostics.md", "rules", table()); }

}  // namespace
}  // namespace agal
