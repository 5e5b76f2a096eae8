#include "reflect/slots.hpp"

#include <string>

#include "spirv/interface.hpp"
#include "target/capabilities.hpp"
#include "target/cross_families.hpp"

namespace agal::reflect {
namespace {

Json numbers(const Binding& binding, const CompileOptions& options) {
  Json out = Json::object();
  if (target::follows_vulkan(target::environment_of(options))) out["set"] = binding.set;
  out["binding"] = binding.binding;
  return out;
}

// Sets become register spaces, but OpenGL has none.
std::uint32_t space_of(const Binding& binding, const CompileOptions& options) {
  CompileOptions hlsl = options;
  hlsl.target = Target::Hlsl51;
  return target::follows_vulkan(target::environment_of(hlsl)) ? binding.set : 0;
}

std::string numbered(std::string_view kind, std::uint32_t slot) { return std::string(kind) + std::to_string(slot); }

}  // namespace

Slots constants_slots(Stage stage, const CompileOptions& options) {
  const std::string_view name = info(RegisterType::Constant).prefix(stage);
  const Binding binding = spirv::constants_binding(stage, options.bindings);
  const std::uint32_t buffer = target::slot_of(name, options.bindings, target::msl_fragment_constants);
  const std::uint32_t slot = target::slot_of(name, options.bindings, target::hlsl_fragment_constants);
  return {numbers(binding, options),
          {{"buffer", buffer}},
          {{"constants", numbered("b", slot)}, {"space", space_of(binding, options)}}};
}

Slots sampler_slots(Stage stage, std::uint32_t index, const CompileOptions& options) {
  const std::string name = register_name(static_cast<std::uint32_t>(RegisterType::Sampler), index, stage);
  const Binding binding = spirv::sampler_binding(stage, index, options.bindings);
  const std::uint32_t slot = target::slot_of(name, options.bindings, target::msl_fragment_constants);
  return {numbers(binding, options),
          {{"texture", slot}, {"sampler", slot}},
          {{"texture", numbered("t", slot)}, {"sampler", numbered("s", slot)}, {"space", space_of(binding, options)}}};
}

void add_slots(Json& out, Slots slots) {
  for (auto it = slots.vulkan_or_gl.begin(); it != slots.vulkan_or_gl.end(); ++it) out[it.key()] = it.value();
  out["msl"] = std::move(slots.msl);
  out["hlsl"] = std::move(slots.hlsl);
}

}  // namespace agal::reflect
