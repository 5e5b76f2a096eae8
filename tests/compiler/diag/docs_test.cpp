// docs/data/diagnostics.md lists every rule of the registry.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "agal/diagnostic.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

// Replaces each argument with an ellipsis and escapes the text for Markdown.
std::string cell(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}') {
      out += "…";
      i += 2;
      continue;
    }
    if (text[i] == '|' || text[i] == '<' || text[i] == '*') out += '\\';
    out += text[i];
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
    out += fmt::format("| {}{} | {} | {}{} |\n", rule.code, star(rule), rule.slug, severity(rule), cell(rule.message));
  return out;
}

TEST(DiagnosticsPage, ListsEveryRule) { test::expect_section("docs/data/diagnostics.md", "rules", table()); }

}  // namespace
}  // namespace agal
