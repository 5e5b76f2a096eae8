// The description of the tool in SARIF: agalc and its rules.
#pragma once

#include <cstdint>

#include "ci_report/json.hpp"

namespace agal::ci_report {

/// A rule as a reportingDescriptor.
Json rule_descriptor(std::uint16_t code);

/// agalc as a toolComponent, with these rules.
Json driver(Json rules);

}  // namespace agal::ci_report
