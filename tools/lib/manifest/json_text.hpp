// JSON that was read, as text again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace agal::manifest {

/// Keys stay in the order in which they are set.
using Json = nlohmann::ordered_json;

/// The value on one line, without blanks, as the writer of the library writes it.
std::string text_of(const Json& value);

}  // namespace agal::manifest
