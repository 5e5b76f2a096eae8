// The `agal` object of a reflection: what no other tool can say of the module.
#pragma once

#include "agal/interface.hpp"
#include "base/json_writer.hpp"

namespace agal::reflect {

void write_agal(base::JsonWriter& json, const Interface& program);

}  // namespace agal::reflect
