// The keys that `spirv-cross --reflect` prints for a module, with the same names and structure.
#pragma once

#include "agal/interface.hpp"
#include "base/json_writer.hpp"

namespace agal::reflect {

void add_cross_keys(base::JsonWriter& json, const Interface& program);

}  // namespace agal::reflect
