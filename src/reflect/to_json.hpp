// Interfaces as JSON: docs/reflection.md, docs/reflection.schema.json.
#pragma once

#include <string>

#include "agal/interface.hpp"

namespace agal::reflect {

std::string to_json(const Interface& program);

/// A pair: both programs under "vertex" and "fragment", and their shared interface.
std::string to_json(const Interface& vertex, const Interface& fragment, const SharedInterface& shared);

}  // namespace agal::reflect
