// Writes interfaces as JSON (docs/reflection.md, docs/reflection.schema.json).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agal/interface.hpp"
#include "base/json_writer.hpp"

namespace agal::reflect {

std::string to_json(const Interface& program);

/// Returns a pair as JSON: the programs under "vertex" and "fragment", and their shared interface.
std::string to_json(const Interface& vertex, const Interface& fragment, const SharedInterface& shared);

// ---- parts

/// Returns the components of a mask: "xyzw" for a full mask, "" for an empty one.
std::string_view components(WriteMask mask);

/// Writes a list of ranges: [{"first": 0, "count": 4}, …].
void write_ranges(base::JsonWriter& json, const std::vector<RegisterRange>& ranges);

/// Adds the members "set" (for Vulkan and WGSL) and "binding".
void add_binding(base::JsonWriter& json, const Interface::Slots& slots);

/// Adds the keys that `spirv-cross --reflect` prints for a module, with the same names and structure.
void add_cross_keys(base::JsonWriter& json, const Interface& program);

}  // namespace agal::reflect
