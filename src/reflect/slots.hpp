// Where resources are bound in each API.
#pragma once

#include <string_view>

#include "agal/compile.hpp"
#include "reflect/json.hpp"

namespace agal::reflect {

/// "set" (in Vulkan alone) and "binding", and what the resource gets in Metal and Direct3D.
struct Slots {
  Json vulkan_or_gl, msl, hlsl;
};

Slots constants_slots(Stage stage, const CompileOptions& options);
Slots sampler_slots(Stage stage, std::uint32_t index, const CompileOptions& options);

/// Adds set and binding, and the objects "msl" and "hlsl".
void add_slots(Json& out, Slots slots);

}  // namespace agal::reflect
