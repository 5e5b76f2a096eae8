// Where resources are bound in each API.
#pragma once

#include <cstdint>

#include "agal/target.hpp"
#include "reflect/json_writer.hpp"

namespace agal::reflect {

/// "set" (in Vulkan alone) and "binding".
void add_binding(JsonWriter& json, const Binding& binding, const OutputOptions& options);

/// These, and the objects "msl" and "hlsl": what the resource gets in Metal and Direct3D.
void add_constants_slots(JsonWriter& json, Stage stage, const OutputOptions& options);
void add_sampler_slots(JsonWriter& json, Stage stage, std::uint32_t index, const OutputOptions& options);

}  // namespace agal::reflect
