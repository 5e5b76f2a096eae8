// Facilities that a test needs and that may be missing. Then the test is skipped with a reason, or fails if the
// environment variable AGAL_REQUIRE names the facility. support/facilities.def lists the names.
#pragma once

#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace agal::test {

enum class Facility : std::uint8_t {
#define AGAL_FACILITY(id, name, installed, meaning) id,
#include "support/facilities.def"
#undef AGAL_FACILITY
};

enum class Installed : std::uint8_t { No, Yes };

struct FacilityInfo {
  Facility facility;
  std::string_view name;
  Installed installed;  // Yes if tools/setup installs it
  std::string_view meaning;
};

inline constexpr FacilityInfo facility_table[] = {
#define AGAL_FACILITY(id, name, installed, meaning) {Facility::id, name, Installed::installed, meaning},
#include "support/facilities.def"
#undef AGAL_FACILITY
};

constexpr const FacilityInfo& info(Facility facility) { return facility_table[static_cast<std::size_t>(facility)]; }

/// The value of AGAL_REQUIRE: names separated by commas.
struct Requirements {
  std::vector<Facility> facilities;
  std::string fault;  // the error in the list, or ""
};
Requirements parse_requirements(std::string_view list);

enum class Verdict : std::uint8_t { Run, Skip, Fail };

struct Decision {
  Verdict verdict = Verdict::Run;
  std::string reason;  // the reason why the test does not run
};

/// Decides whether a test that needs the facility runs. `missing` is the reason if the facility is missing, otherwise
/// "". An unknown name in the list fails every test that calls this function.
Decision decide(Facility facility, std::string_view missing, const Requirements& required);

/// Decides with the list in AGAL_REQUIRE.
Decision decide(Facility facility, std::string_view missing);

/// Returns true if tests use whole sets of programs, and not samples: AGAL_EXHAUSTIVE is in the environment.
bool is_exhaustive();

}  // namespace agal::test

/// Must be at the beginning of a test or of SetUp. The test runs if `missing` is "", and otherwise is skipped or fails.
#define AGAL_NEED(facility, missing)                                                                \
  do {                                                                                              \
    const ::agal::test::Decision agal_decision = ::agal::test::decide((facility), (missing));       \
    if (agal_decision.verdict == ::agal::test::Verdict::Fail) FAIL() << agal_decision.reason;       \
    if (agal_decision.verdict == ::agal::test::Verdict::Skip) GTEST_SKIP() << agal_decision.reason; \
  } while (false)

/// The same for a test that checks more with the facility, but also runs without it.
#define AGAL_WANT(facility, missing)                                                          \
  do {                                                                                        \
    const ::agal::test::Decision agal_decision = ::agal::test::decide((facility), (missing)); \
    EXPECT_NE(agal_decision.verdict, ::agal::test::Verdict::Fail) << agal_decision.reason;    \
    if (!agal_decision.reason.empty()) std::cout << agal_decision.reason << std::endl;        \
  } while (false)
