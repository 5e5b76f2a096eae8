// A validator for JSON Schema (draft 2020-12), for the keywords that our own schemas use.
//
// Known: $ref to "#/$defs/NAME", type (one name), properties, required, items, enum, additionalProperties, minimum,
// maximum, oneOf. Annotations ($schema, title, description, $defs) are passed over. Any other keyword is a violation of
// its own, so that no schema states something that nobody checks.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agal::test {

/// What is wrong with `value`, each with the path to it, for example "/agal/tokens: is not an integer"; empty where
/// nothing is.
std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace agal::test
