#include "reflect/slots.hpp"

#include <string>

#include "reflect/registers.hpp"
#include "spirv/interface.hpp"
#include "target/capabilities.hpp"
#include "target/cross_families.hpp"

namespace agal::reflect {
namespace {

// Sets become register spaces, but OpenGL has none.
std::uint32_t space_of(const Binding& binding, const CompileOptions& options) {
  CompileOptions hlsl;
  hlsl.target = Target::Hlsl51;
  hlsl.environment = options.environment;
  return target::follows_vulkan(target::environment_of(hlsl)) ? binding.set : 0;
}

std::string numbered(char kind, std::uint32_t slot) { return kind + std::to_string(slot); }

}  // namespace

void add_binding(JsonWriter& json, const Binding& binding, const CompileOptions& options) {
  if (target::follows_vulkan(target::environment_of(options))) json.member("set", binding.set);
  json.member("binding", binding.binding);
}

void add_constants_slots(JsonWriter& json, Stage stage, const CompileOptions& options) {
  const std::string_view name = info(RegisterType::Constant).prefix(stage);
  const Binding binding = spirv::constants_binding(stage, options.bindings);
  const std::uint32_t buffer = target::slot_of(name, options.bindings, target::msl_fragment_constants);
  const std::uint32_t slot = target::slot_of(name, options.bindings, target::hlsl_fragment_constants);
  add_binding(json, binding, options);
  json.key("msl").object({{"buffer", buffer}});
  json.key("hlsl").object({{"constants", numbered('b', slot)}, {"space", space_of(binding, options)}});
}

void add_sampler_slots(JsonWriter& json, Stage stage, std::uint32_t index, const CompileOptions& options) {
  const std::string name = register_text(RegisterType::Sampler, index, stage);
  const Binding binding = spirv::sampler_binding(stage, index, options.bindings);
  const std::uint32_t slot = target::slot_of(name, options.bindings, target::msl_fragment_constants);
  add_binding(json, binding, options);
  json.key("msl").object({{"texture", slot}, {"sampler", slot}});
  json.key("hlsl").object(
      {{"texture", numbered('t', slot)}, {"sampler", numbered('s', slot)}, {"space", space_of(binding, options)}});
}

}  // namespace agal::reflect
