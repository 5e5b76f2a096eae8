// The keys that `spirv-cross --reflect` prints for a module, with its spelling and its shapes.
#pragma once

#include "reflect/describe.hpp"
#include "reflect/json.hpp"

namespace agal::reflect {

void add_cross_keys(Json& out, const Subject& subject);

/// The name in `types` of the block that holds the constants.
std::string block_key(Stage stage);

/// "sampler2D", "samplerCube", "sampler3D".
std::string_view sampler_type(ir::Dimension dimension);

}  // namespace agal::reflect
