// The one place that knows the JSON library.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "agal/program.hpp"
#include "base/register_set.hpp"

namespace agal::reflect {

/// Keys keep the order in which they are set, so that equal subjects give equal text.
using Json = nlohmann::ordered_json;

/// Indented by two blanks; a list or an object of plain values stands on one line where it fits. Ends with a line
/// feed. Text that is not UTF-8 has its bad bytes replaced.
std::string text_of(const Json& value);

/// "xyzw" for a full mask, "" for an empty one.
std::string components(WriteMask mask);

/// The numbers of a set as ranges: [{"first": 0, "count": 4}, …].
Json ranges(const base::RegisterSet& set);

}  // namespace agal::reflect
