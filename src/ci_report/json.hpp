// The JSON library that CI reports use.
#pragma once

#include <nlohmann/json.hpp>

namespace agal::ci_report {

/// Keys keep the order in which they are set.
using Json = nlohmann::ordered_json;

}  // namespace agal::ci_report
