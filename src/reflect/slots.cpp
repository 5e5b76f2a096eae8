#include "reflect/slots.hpp"

#include <string>

#include "reflect/registers.hpp"
#include "spirv/interface.hpp"
#include "target/defaults.hpp"
#include "target/slots.hpp"

namespace agal::reflect {
namespace {

std::string numbered(char kind, std::uint32_t slot) { return kind + std::to_string(slot); }

}  // namespace

void add_binding(JsonWriter& json, const Binding& binding, const OutputOptions& options) {
  if (target::follows_vulkan(options)) json.member("set", binding.set);
  json.member("binding", binding.binding);
}

void add_constants_slots(JsonWriter& json, Stage stage, const OutputOptions& options) {
  const std::string_view name = info(RegisterType::Constant).prefix(stage);
  const Binding binding = spirv::constants_binding(stage, options.bindings);
  const std::uint32_t buffer = target::slot_of(name, options.bindings, target::msl_fragment_constants);
  const std::uint32_t slot = target::slot_of(name, options.bindings, target::hlsl_fragment_constants);
  add_binding(json, binding, options);
  json.key("msl").object({{"buffer", buffer}});
  json.key("hlsl").object({{"constants", numbered('b', slot)}, {"space", target::hlsl_space_of(binding, options)}});
}

void add_sampler_slots(JsonWriter& json, Stage stage, std::uint32_t index, const OutputOptions& options) {
  const std::string name = register_text(RegisterType::Sampler, index, stage);
  const Binding binding = spirv::sampler_binding(stage, index, options.bindings);
  const std::uint32_t slot = target::slot_of(name, options.bindings, target::msl_fragment_constants);
  add_binding(json, binding, options);
  json.key("msl").object({{"texture", slot}, {"sampler", slot}});
  json.key("hlsl").object({{"texture", numbered('t', slot)},
                           {"sampler", numbered('s', slot)},
                           {"space", target::hlsl_space_of(binding, options)}});
}

}  // namespace agal::reflect
