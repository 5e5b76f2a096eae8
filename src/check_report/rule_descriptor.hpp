// What SARIF says about the tool: agalc and its rules.
#pragma once

#include <cstdint>

#include "reflect/json.hpp"

namespace agal::check_report {

/// A rule as a reportingDescriptor.
reflect::Json rule_descriptor(std::uint16_t code);

/// agalc as a toolComponent, with these rules.
reflect::Json driver(reflect::Json rules);

}  // namespace agal::check_report
