// The short form of the proof: fixed seeds, all backends. docs/fidelity.md has the long one.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "exec/campaign.hpp"
#include "exec/entries.hpp"
#include "exec/planted.hpp"

namespace agal::exec {
namespace {

std::string first_of(const std::vector<Mismatch>& mismatches) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(mismatches.size(), 5); ++i) text += mismatches[i].text() + "\n";
  return text;
}

void expect_agreement(const CampaignReport& report) {
  for (const BackendReport& backend : report.backends) {
    const Tally& t = backend.tally;
    EXPECT_TRUE(t.mismatches.empty()) << first_of(t.mismatches);
    // An agreement about nothing is none.
    EXPECT_GT(t.exact, 0u) << backend.name;
    EXPECT_GT(t.within, 0u) << backend.name;
    EXPECT_LT(t.undecided * 8, t.exact + t.within) << backend.name;
    EXPECT_LT(t.regrouped * 1000, t.exact + t.within) << backend.name;
  }
}

std::set<std::string> subjects_of(const std::vector<Mismatch>& mismatches) {
  std::set<std::string> names;
  for (const Mismatch& mismatch : mismatches) names.insert(mismatch.subject);
  return names;
}

class Agreement : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    std::vector<std::string> missing;
    backends_ = open_backends({std::string(GetParam())}, missing);
    if (backends_.empty()) GTEST_SKIP() << missing.front();
  }

  Backends backends_;
};

TEST_P(Agreement, OwnCorpus) {
  const CampaignReport report = run_campaign(own_entries().entries, backends_, {});
  expect_agreement(report);
}

// What a planted bug changes at all, the interpreter says: it runs the changed program itself. Of that, the backend
// must show as much.
TEST_P(Agreement, PlantedBugsAreCaught) {
  const std::vector<Entry> entries = own_entries().entries;
  for (const PlantedBug& bug : planted_bugs()) {
    SCOPED_TRACE(bug.name);
    std::vector<Entry> changed;
    const auto changes = [&](const std::optional<Program>& program) {
      return program && bug.plant(*program).instructions != program->instructions;
    };
    for (const Entry& entry : entries)
      if (bug.name == "ifg-or-equal" || changes(entry.vertex) || changes(entry.fragment)) changed.push_back(entry);
    CampaignOptions options;
    options.draws = 16;
    options.plant = bug.plant;
    options.compile.semantics = bug.semantics;
    options.compile.validation.level = ValidationLevel::Off;
    Backends interpreter;
    interpreter.push_back(open_interpreter().backend);
    const std::set<std::string> visible =
        subjects_of(run_campaign(changed, interpreter, options).backends[0].tally.mismatches);
    const CampaignReport report = run_campaign(changed, backends_, options);
    const std::set<std::string> caught = subjects_of(report.backends[0].tally.mismatches);
    EXPECT_FALSE(caught.empty());
    std::size_t missed = 0;
    for (const std::string& name : visible) missed += caught.contains(name) ? 0u : 1u;
    // A target that cannot express a program cannot show its bug.
    std::size_t inexpressible = 0;
    for (const auto& [reason, count] : report.backends[0].not_expressible) inexpressible += count;
    EXPECT_LE(missed, inexpressible) << bug.what;
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Agreement, testing::ValuesIn(backend_names()), [](const auto& parameter) {
  std::string name(parameter.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Comparison, TheInterpreterAgreesWithItself) {
  Backends interpreter;
  interpreter.push_back(open_interpreter().backend);
  expect_agreement(run_campaign(own_entries().entries, interpreter, {}));
}

}  // namespace
}  // namespace agal::exec
