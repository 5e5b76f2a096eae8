// The description of the tool in SARIF: agalc and its rules.
#pragma once

#include <cstdint>
#include <span>

#include "base/json_writer.hpp"

namespace agal::ci_report {

/// Writes a rule as a reportingDescriptor.
void write_rule(base::JsonWriter& json, std::uint16_t code);

/// Writes agalc as a toolComponent, with these rules.
void write_driver(base::JsonWriter& json, std::span<const std::uint16_t> rules);

}  // namespace agal::ci_report
