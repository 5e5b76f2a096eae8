#include "target/bindings.hpp"

#include <charconv>
#include <string>

#include "agal/program.hpp"

namespace agal::target {
namespace {

Binding binding_of(std::string_view resource, std::uint32_t default_binding, std::span<const Binding> bindings) {
  for (const Binding& binding : bindings)
    if (binding.resource == resource) return binding;
  return {std::string(resource), 0, default_binding};
}

}  // namespace

Binding constants_binding(Stage stage, std::span<const Binding> bindings) {
  return binding_of(info(RegisterType::Constant).prefix(stage), default_constants_binding(stage), bindings);
}

Binding sampler_binding(Stage stage, std::uint32_t index, std::span<const Binding> bindings) {
  const std::string name = register_name(static_cast<std::uint32_t>(RegisterType::Sampler), index, stage);
  return binding_of(name, default_sampler_binding(stage, index), bindings);
}

Binding separate_sampler_binding(const Binding& texture) {
  return {texture.resource + std::string(separate_sampler_suffix), texture.set,
          texture.binding + separate_sampler_offset};
}

std::uint32_t slot_of(std::string_view resource, std::span<const Binding> bindings, std::uint32_t fragment_constants) {
  // A separate sampler has the number of its texture.
  if (resource.ends_with(separate_sampler_suffix)) resource.remove_suffix(separate_sampler_suffix.size());
  for (const Binding& binding : bindings)
    if (binding.resource == resource) return binding.binding;
  const std::string_view prefix = resource.substr(0, 2);
  if (prefix == info(RegisterType::Constant).fragment_prefix) return fragment_constants;
  std::uint32_t number = 0;
  if (resource.size() > 2) std::from_chars(resource.data() + 2, resource.data() + resource.size(), number);
  return number;
}

bool has_register_spaces(const OutputOptions& options) {
  const TargetInfo& row = info(options.target);
  return row.family == TargetFamily::Hlsl && row.version >= 51;
}

// The words for HLSL are made for OpenGL unless the caller asked for another environment, whatever the target is.
bool asks_for_sets(const OutputOptions& options) { return options.environment && info(*options.environment).vulkan; }

std::uint32_t hlsl_space_of(const Binding& binding, const OutputOptions& options) {
  return asks_for_sets(options) ? binding.set : 0;
}

}  // namespace agal::target
