// What a test needs that may not be there. Without it the test is skipped and says why; where the environment variable
// AGAL_REQUIRE names it, the test fails instead. docs/reliability.md has the names.
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
  Installed installed;  // by tools/setup
  std::string_view meaning;
};

inline constexpr FacilityInfo facility_table[] = {
#define AGAL_FACILITY(id, name, installed, meaning) {Facility::id, name, Installed::installed, meaning},
#include "support/facilities.def"
#undef AGAL_FACILITY
};

constexpr const FacilityInfo& info(Facility facility) { return facility_table[static_cast<std::size_t>(facility)]; }

/// A list as AGAL_REQUIRE has it: names with commas between them.
struct Requirements {
  std::vector<Facility> facilities;
  std::string fault;  // why the list is none, "" if it is one
};
Requirements parse_requirements(std::string_view list);

enum class Verdict : std::uint8_t { Run, Skip, Fail };

struct Decision {
  Verdict verdict = Verdict::Run;
  std::string reason;  // why not to run
};

/// What a test does that needs this. `missing` says why it is not here, "" if it is. A list with an unknown name fails
/// every test that asks.
Decision decide(Facility facility, std::string_view missing, const Requirements& required);

/// The same with AGAL_REQUIRE.
Decision decide(Facility facility, std::string_view missing);

}  // namespace agal::test

/// At the beginning of a test, or in SetUp: the test runs where `missing` is "", and is skipped or fails otherwise.
#define AGAL_NEED(facility, missing)                                                                \
  do {                                                                                              \
    const ::agal::test::Decision agal_decision = ::agal::test::decide((facility), (missing));       \
    if (agal_decision.verdict == ::agal::test::Verdict::Fail) FAIL() << agal_decision.reason;       \
    if (agal_decision.verdict == ::agal::test::Verdict::Skip) GTEST_SKIP() << agal_decision.reason; \
  } while (false)

/// The same for a test that looks at more where this is there, and goes on without it.
#define AGAL_WANT(facility, missing)                                                          \
  do {                                                                                        \
    const ::agal::test::Decision agal_decision = ::agal::test::decide((facility), (missing)); \
    EXPECT_NE(agal_decision.verdict, ::agal::test::Verdict::Fail) << agal_decision.reason;    \
    if (!agal_decision.reason.empty()) std::cout << agal_decision.reason << std::endl;        \
  } while (false)
