// The JSON of manifests: parsed in linear time, and written as the library writes it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace agal::manifest {

/// Keys stay in the order in which they are set.
using Json = nlohmann::ordered_json;

/// The value of the text. nullopt: it is not valid JSON, is nested too deeply, or has a key twice in one object;
/// `fault` then says which, as in "the line is not valid JSON".
std::optional<Json> parse_json(std::string_view text, std::string_view& fault);

/// Likewise, of a text that agalc has written or that was parsed before; null if it is not valid.
Json parse_json(std::string_view text);

/// The value on one line, without blanks, as the writer of the library writes it.
std::string text_of(const Json& value);

}  // namespace agal::manifest
