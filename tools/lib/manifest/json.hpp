// The JSON of manifests. Parses it in linear time, and writes it like `base::JsonWriter`.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace agal::manifest {

/// Keeps keys in insertion order.
using Json = nlohmann::ordered_json;

/// Parses the text. nullopt: it is not valid JSON, is nested too deeply, or has a key twice in one object. `fault` then
/// names the reason, for example "the line is not valid JSON".
std::optional<Json> parse_json(std::string_view text, std::string_view& fault);

/// Parses a text that agalc has written or that was parsed before. Null if it is not valid.
Json parse_json(std::string_view text);

/// Returns the value on one line without blanks.
std::string text_of(const Json& value);

}  // namespace agal::manifest
