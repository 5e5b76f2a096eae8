// The `agal` object of a reflection: facts that cannot be derived from the module.
#pragma once

#include "agal/interface.hpp"
#include "reflect/json_writer.hpp"

namespace agal::reflect {

void write_agal(JsonWriter& json, const Interface& program);

}  // namespace agal::reflect
