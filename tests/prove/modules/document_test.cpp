// Checks the table of rules in docs/data/proof-rules.md against rules.def. BLESS=1 in the environment rewrites the
// table.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "prove/rules.hpp"
#include "support/golden.hpp"

namespace agal::prove {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// Returns the identities of a rule, then the algorithm of its code.
std::string identities(const RuleInfo& rule) {
  std::vector<std::string> list;
  for (const RewriteText& row : rewrite_texts) {
    if (&rule_table[static_cast<std::size_t>(row.rule)] != &rule) continue;
    std::string text = fmt::format("`{} = {}`", row.left, row.right);
    if (row.condition != "true") text += fmt::format(" where `{}`", row.condition);
    list.push_back(replaced(std::move(text), "_n", ""));
  }
  if (!rule.algorithm.empty()) list.push_back(fmt::format("`{}`", rule.algorithm));
  return fmt::format("{}", fmt::join(list, ", "));
}

TEST(Document, ListsEveryRule) {
  std::string table = "| Rule | Class | Bound | Identities | Why |\n|---|---|---:|---|---|\n";
  for (const RuleInfo& rule : rule_table)
    table += fmt::format("| `{}` | {} | {} | {} | {} |\n", rule.name, agal::name(rule.rule_class),
                         rule.bound == 0 ? "" : fmt::format("{}", rule.bound), identities(rule), rule.reason);
  test::expect_section("docs/data/proof-rules.md", "rules", table);
}

}  // namespace
}  // namespace agal::prove
