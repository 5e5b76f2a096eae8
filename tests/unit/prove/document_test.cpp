// The table of rules in docs/proof.md agrees with rules.def. BLESS=1 in the environment rewrites it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "prove/terms.hpp"
#include "support/golden.hpp"

namespace agal::prove {
namespace {

TEST(Document, ListsEveryRule) {
  std::string table = "| Rule | Class | What | Why |\n|---|---|---|---|\n";
  for (const RuleInfo& rule : rule_table)
    table += fmt::format("| `{}` | {} | `{}` | {} |\n", rule.name, agal::name(rule.rule_class), rule.what, rule.why);
  test::expect_section("docs/proof.md", "rules", table);
}

}  // namespace
}  // namespace agal::prove
