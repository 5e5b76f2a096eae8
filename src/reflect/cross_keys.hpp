// The keys that `spirv-cross --reflect` prints for a module, with its spelling and its shapes.
#pragma once

#include "reflect/describe.hpp"
#include "reflect/json_writer.hpp"

namespace agal::reflect {

void add_cross_keys(JsonWriter& json, const Subject& subject);

/// "sampler2D", "samplerCube", "sampler3D".
std::string_view sampler_type(ir::Dimension dimension);

}  // namespace agal::reflect
