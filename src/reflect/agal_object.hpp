// The `agal` object of a reflection: facts that cannot be derived from the module.
#pragma once

#include "agal/interface.hpp"
#include "base/json_writer.hpp"

namespace agal::reflect {

void write_agal(base::JsonWriter& json, const Interface& program);

}  // namespace agal::reflect
