// The `agal` object of a reflection: what no other tool can say of the module.
#pragma once

#include "reflect/describe.hpp"
#include "reflect/json_writer.hpp"
#include "reflect/live.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {

void write_agal(JsonWriter& json, const Subject& subject, const Usage& usage, const Live& live);

}  // namespace agal::reflect
