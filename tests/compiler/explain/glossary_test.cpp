// The terms of agalc, which `agalc explain` and docs/glossary.md explain.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "agal/explain.hpp"
#include "support/golden.hpp"

namespace agal {
namespace {

struct Term {
  std::string_view word, explanation;
};
constexpr auto terms = std::to_array<Term>({
#define AGAL_TERM(word, explanation) {word, explanation},
#include "explain/terms.def"
#undef AGAL_TERM
});

TEST(Glossary, TermsAreSorted) {
  EXPECT_TRUE(std::is_sorted(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.word < b.word; }));
}

TEST(Glossary, ExplainPrintsTerms) {
  for (const Term& term : terms)
    EXPECT_EQ(glossary_entry(term.word), std::string(term.word) + ": " + std::string(term.explanation) + "\n");
}

TEST(Glossary, PageListsTerms) {
  std::string table = "| Word | Meaning |\n|---|---|\n";
  for (const Term& term : terms) {
    table += "| *" + std::string(term.word) + "* | ";
    for (const char c : term.explanation) table += c == '<' || c == '|' ? std::string("\\") + c : std::string(1, c);
    table += " |\n";
  }
  test::expect_section("docs/glossary.md", "terms", table);
}

}  // namespace
}  // namespace agal
