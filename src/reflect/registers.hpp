// How a reflection writes registers.
#pragma once

#include <cstdint>
#include <string>

#include "agal/program.hpp"
#include "base/register_set.hpp"
#include "reflect/json_writer.hpp"

namespace agal::reflect {

/// "va0", "fc12", "oc".
std::string register_text(RegisterType type, std::uint32_t number, Stage stage);

/// "xyzw" for a full mask, "" for an empty one.
std::string components(WriteMask mask);

/// The numbers of a set as ranges: [{"first": 0, "count": 4}, …].
void write_ranges(JsonWriter& json, const base::RegisterSet& set);

}  // namespace agal::reflect
