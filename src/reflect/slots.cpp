#include "reflect/slots.hpp"

#include <string_view>

#include "target/bindings.hpp"
#include "target/defaults.hpp"

namespace agal::reflect {
namespace {

Interface::Slots slots_of(std::string_view name, const Binding& binding, const OutputOptions& options) {
  Interface::Slots out;
  if (target::has_sets(options)) out.set = binding.set;
  out.binding = binding.binding;
  out.msl = target::slot_of(name, options.bindings, target::msl_fragment_constants);
  out.hlsl = target::slot_of(name, options.bindings, target::hlsl_fragment_constants);
  out.hlsl_space = target::hlsl_space_of(binding, options);
  return out;
}

}  // namespace

Interface::Slots constants_slots(Stage stage, const OutputOptions& options) {
  const std::string_view name = info(RegisterType::Constant).prefix(stage);
  return slots_of(name, target::constants_binding(stage, options.bindings), options);
}

// `binding.resource` is the sampler's name.
Interface::Slots sampler_slots(Stage stage, std::uint32_t index, const OutputOptions& options) {
  const Binding binding = target::sampler_binding(stage, index, options.bindings);
  return slots_of(binding.resource, binding, options);
}

std::optional<std::uint32_t> separate_sampler_slot(Stage stage, std::uint32_t index, const OutputOptions& options) {
  if (target::samplers_of(options) == Samplers::Combined) return std::nullopt;
  return target::separate_sampler_binding(target::sampler_binding(stage, index, options.bindings)).binding;
}

}  // namespace agal::reflect
