// The samplers: what shader code cannot say of them, and the tokens that say it.
#pragma once

#include "reflect/describe.hpp"
#include "reflect/json_writer.hpp"
#include "reflect/usage.hpp"

namespace agal::reflect {

void write_samplers(JsonWriter& json, const Subject& subject, const Usage& usage);

}  // namespace agal::reflect
