#include "support/facility.hpp"

#include <algorithm>
#include <cstdlib>

namespace agal::test {
namespace {

constexpr std::string_view variable = "AGAL_REQUIRE";

std::string known_names() {
  std::string names;
  for (const FacilityInfo& row : facility_table) names.append(names.empty() ? "" : ", ").append(row.name);
  return names;
}

const Requirements& from_environment() {
  static const Requirements requirements = [] {
    const char* const list = std::getenv(variable.data());
    return parse_requirements(list != nullptr ? list : "");
  }();
  return requirements;
}

}  // namespace

bool is_exhaustive() { return std::getenv("AGAL_EXHAUSTIVE") != nullptr; }

Requirements parse_requirements(std::string_view list) {
  Requirements requirements;
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), name.size() + 1));
    const auto* const row = std::find_if(std::begin(facility_table), std::end(facility_table),
                                         [&](const FacilityInfo& candidate) { return candidate.name == name; });
    if (row == std::end(facility_table)) {
      requirements.fault.append(variable).append(": unknown name '").append(name);
      requirements.fault.append("'; it takes ").append(known_names());
      return requirements;
    }
    requirements.facilities.push_back(row->facility);
  }
  return requirements;
}

Decision decide(Facility facility, std::string_view missing, const Requirements& required) {
  if (!required.fault.empty()) return {Verdict::Fail, required.fault};
  if (missing.empty()) return {};
  const std::string reason = std::string(info(facility).name) + " is missing: " + std::string(missing);
  const auto& list = required.facilities;
  if (std::find(list.begin(), list.end(), facility) == list.end()) return {Verdict::Skip, reason};
  return {Verdict::Fail, reason + " (" + std::string(variable) + " demands it)"};
}

Decision decide(Facility facility, std::string_view missing) { return decide(facility, missing, from_environment()); }

}  // namespace agal::test
