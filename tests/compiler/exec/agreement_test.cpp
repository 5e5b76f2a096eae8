// The short comparison, with fixed seeds on all backends: of a sample, and with AGAL_EXHAUSTIVE of whole sets.
// tools/lab/fidelity runs the long one.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <set>

#include "exec/campaign.hpp"
#include "exec/entries.hpp"
#include "exec/planted_campaign.hpp"
#include "exec/variants.hpp"
#include "support/facility.hpp"

namespace agal::test {

void PrintTo(Facility facility, std::ostream* out) { *out << info(facility).name; }

}  // namespace agal::test

namespace agal::exec {
namespace {

std::string first_of(const std::vector<Mismatch>& mismatches) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(mismatches.size(), 5); ++i) text += mismatches[i].text() + "\n";
  return text;
}

// `max_undecided` is the maximum share of numbers that may depend on undefined results. `max_explained` is the maximum
// share that may depend on a known bug of the device.
void expect_agreement(const CampaignResult& result, double max_undecided = 0.1, double max_explained = 0.01) {
  for (const BackendResult& backend : result.backends) {
    const Tally& t = backend.tally;
    EXPECT_TRUE(t.mismatches.empty()) << backend.name << "\n" << first_of(t.mismatches);
    // Ensures that something was compared.
    EXPECT_GT(t.exact, 0u) << backend.name;
    EXPECT_GT(t.within, 0u) << backend.name;
    const auto agreed = static_cast<double>(t.exact + t.within);
    EXPECT_LT(static_cast<double>(t.undecided), max_undecided * agreed) << backend.name;
    EXPECT_LT(static_cast<double>(t.regrouped), 0.001 * agreed) << backend.name;
    EXPECT_LE(static_cast<double>(t.explained), max_explained * agreed) << backend.name;
  }
}

// Tests the backends of one facility together. The interpreter takes longer than any backend except browsers, and its
// results are computed once for all of them.
class Agreement : public testing::TestWithParam<test::Facility> {
 protected:
  // A part of the larger sets is enough to find the planted bugs. Browsers always get a part, because they take ten
  // times as long as the other backends for a program.
  bool takes_all() const { return test::is_exhaustive() && GetParam() != test::Facility::Chromium; }

  void SetUp() override {
    const std::vector<std::string> names = backend_names(GetParam(), RunLength::Short);
    ASSERT_FALSE(names.empty());
    std::vector<std::string> missing;
    backends_ = open_backends(names, missing);
    if (backends_.empty()) AGAL_NEED(GetParam(), missing.front());
    for (const std::string& reason : missing) AGAL_WANT(GetParam(), reason);
    ASSERT_EQ(backends_.size() + missing.size(), names.size());
  }

  Backends backends_;
};

TEST_P(Agreement, OwnCorpusMatchesInterpreter) {
  CampaignOptions options;
  options.draws = 32;
  expect_agreement(run_campaign(sample_of(own_entries().entries), backends_, options));
}

// These programs once showed a bug. Their results are often undefined, so only mismatches count.
TEST_P(Agreement, RegressionsMatchInterpreter) {
  CampaignOptions options;
  options.draws = max_job_draws;
  options.compile.validation.level = ValidationLevel::Warn;
  const CampaignResult result = run_campaign(regression_entries(), backends_, options);
  EXPECT_TRUE(result.unsuitable.empty());
  for (const BackendResult& backend : result.backends) {
    EXPECT_TRUE(backend.not_expressible.empty()) << backend.name;
    EXPECT_TRUE(backend.tally.mismatches.empty()) << backend.name << "\n" << first_of(backend.tally.mismatches);
  }
}

TEST_P(Agreement, GeneratedPairsMatchInterpreter) {
  CampaignOptions options;
  options.seed = 2;
  expect_agreement(run_campaign(generated_entries(takes_all() ? 50 : 15, 8, 48), backends_, options), 0.3, 0.03);
}

// The interpreter also runs the changed programs, which shows in which of them the bug is visible. The comparison must
// find the bug in each of these on the backend.
TEST_P(Agreement, DetectsPlantedBugs) {
  const std::vector<Entry> entries = own_entries().entries;
  const std::span<const PlantedBug> bugs = planted_bugs();
  const std::vector<PlantedResult> results = run_planted(bugs, entries, backends_, takes_all() ? 6 : 2, 16);
  ASSERT_EQ(results.size(), bugs.size());
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const PlantedBug& bug = bugs[i];
    const PlantedResult& result = results[i];
    EXPECT_GT(result.visible, 0u) << bug.name;
    ASSERT_EQ(result.backends.size(), backends_.size());
    for (std::size_t k = 0; k < backends_.size(); ++k) {
      SCOPED_TRACE(fmt::format("{} on {}", bug.name, backends_[k]->name()));
      const PlantedResult::OnBackend& on = result.backends[k];
      EXPECT_GT(on.caught, 0u);
      // Excuses programs that the target cannot express, and bugs that a bug of the device hides.
      EXPECT_GE(on.caught + on.inexpressible + on.hidden, result.visible);
    }
  }
}

// The compiler and the interpreter must also agree about the other choice of each option.
TEST_P(Agreement, BothChoicesOfEachOptionMatchInterpreter) {
  std::vector<CampaignPlan> plans;
  for (const Variant& variant : semantics_variants()) {
    CampaignOptions& options =
        plans.emplace_back(CampaignPlan{entries_for(variant, test::is_exhaustive() ? 4 : 1), {}}).options;
    options.draws = 24;
    options.compile.semantics = options.reference = variant.semantics;
    options.compile.validation.level = ValidationLevel::Warn;
    options.compile.validation.allow_reserved = variant.allow_reserved;
  }
  const std::vector<CampaignResult> results = run_campaigns(plans, {&backends_}).front();
  ASSERT_EQ(results.size(), semantics_variants().size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    SCOPED_TRACE(semantics_variants()[i].option);
    for (const BackendResult& backend : results[i].backends) {
      EXPECT_TRUE(backend.tally.mismatches.empty()) << backend.name << "\n" << first_of(backend.tally.mismatches);
      EXPECT_GT(backend.tally.exact + backend.tally.within, 0u) << backend.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Agreement, testing::ValuesIn(backend_facilities()),
                         [](const auto& parameter) { return std::string(test::info(parameter.param).name); });

// Direct3D passes varyings by register. This test compiles programs separately, because the campaigns above link pairs.
TEST(Direct3dPairs, MatchInterpreterWhenCompiledSeparately) {
  std::vector<std::string> missing;
  const Backends backends = open_backends(backend_names(test::Facility::Direct3d, RunLength::Short), missing);
  if (!missing.empty()) AGAL_NEED(test::Facility::Direct3d, missing.front());
  std::vector<Entry> entries;
  for (const Entry& pair : own_entries().entries) {
    if (!pair.vertex || !pair.fragment) continue;
    entries.push_back({pair.name, pair.vertex, std::nullopt, pair.vertex_constants, {}});
    entries.push_back({pair.name, std::nullopt, pair.fragment, {}, pair.fragment_constants});
  }
  CampaignOptions options;
  options.draws = 16;
  expect_agreement(run_campaign(entries, backends, options));
}

// Tests $AGAL_DEVICE, which is a part of a device's name.
class Devices : public testing::TestWithParam<test::Facility> {
 protected:
  void SetUp() override {
    const Opened opened = open_on("");
    AGAL_NEED(GetParam(), opened.missing);
    ASSERT_NE(opened.backend, nullptr);
    software_ = opened.backend->device().substr(0, opened.backend->device().find(' '));
  }

  static Opened open_on(const std::string& device) {
    ::setenv("AGAL_DEVICE", device.c_str(), 1);
    std::vector<std::string> missing;
    Backends backends = open_backends({backend_names(GetParam(), RunLength::Short).front()}, missing);
    ::unsetenv("AGAL_DEVICE");
    return backends.empty() ? Opened{nullptr, missing.at(0)} : Opened{std::move(backends[0]), ""};
  }

  std::string software_;  // the first word of the name
};

TEST_P(Devices, AreSelectedByName) {
  const Opened opened = open_on(software_);
  ASSERT_NE(opened.backend, nullptr) << opened.missing;
  EXPECT_NE(opened.backend->device().find(software_), std::string::npos) << opened.backend->device();
}

TEST_P(Devices, ErrorListsDevicesIfNoneHasTheName) {
  const Opened opened = open_on("no such device");
  EXPECT_EQ(opened.backend, nullptr);
  EXPECT_THAT(opened.missing, testing::ContainsRegex("\"no such device\" in its name; there are: .*" + software_));
}

INSTANTIATE_TEST_SUITE_P(Apis, Devices, testing::Values(test::Facility::Vulkan, test::Facility::Gl),
                         [](const auto& parameter) { return std::string(test::info(parameter.param).name); });

// Missing results and faults must not count as agreement.
TEST(Comparison, MissingResultsAndErrorsAreMismatches) {
  class Broken final : public Backend {
   public:
    std::string_view name() const override { return "broken"; }
    Target target() const override { return Target::Spv; }
    std::string device() const override { return ""; }
    std::string cannot(const Job&) const override { return ""; }
    std::vector<Outcome> run(std::span<const Job> jobs) override {
      std::vector<Outcome> outcomes(jobs.size());
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (i % 3 == 0) outcomes[i].fault = "it does not compile";
        if (i % 3 != 1) continue;
        outcomes[i].vertices.resize(jobs[i].draws.size());
        outcomes[i].quads.resize(jobs[i].draws.size());
      }
      return outcomes;
    }
  };
  Backends backends;
  backends.push_back(std::make_unique<Broken>());
  const CampaignResult result = run_campaign(generated_entries(6, 10, 20), backends, {});
  std::set<std::string> disagreeing;
  for (const Mismatch& mismatch : result.backends[0].tally.mismatches) disagreeing.insert(mismatch.subject);
  EXPECT_EQ(disagreeing.size(), result.programs);
  EXPECT_EQ(result.backends[0].tally.faults, 8u);
}

TEST(Comparison, DetectsOtherChoiceOfEachOption) {
  Backends interpreter;
  interpreter.push_back(open_interpreter().backend);
  for (const Variant& variant : semantics_variants()) {
    // The default rejects reserved opcodes, and undefined registers may contain zero.
    if (variant.allow_reserved || variant.semantics.unwritten == Unwritten::Undefined) continue;
    CampaignOptions options;
    options.reference = variant.semantics;
    const CampaignResult result = run_campaign(entries_for(variant, 0), interpreter, options);
    EXPECT_FALSE(result.backends[0].tally.mismatches.empty()) << variant.option;
  }
}

TEST(Comparison, InterpreterMatchesItself) {
  Backends interpreter;
  interpreter.push_back(open_interpreter().backend);
  expect_agreement(run_campaign(own_entries().entries, interpreter, {}));
}

}  // namespace
}  // namespace agal::exec
