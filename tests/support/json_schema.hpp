// A validator for JSON Schema (draft 2020-12) that supports the keywords of this project's schemas.
//
// The keywords are $ref to "#/$defs/NAME", type (one name), properties, required, items, enum, additionalProperties,
// minimum, maximum, oneOf. Annotations ($schema, title, description, $defs) are ignored. Any other keyword is a
// violation, so that everything in a schema is checked.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace agal::test {

/// Returns the violations in `value`, each with its path, for example "/agal/tokens: is not an integer"; empty if it is
/// valid.
std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& value);

}  // namespace agal::test
