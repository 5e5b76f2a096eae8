#include "target/slots.hpp"

#include <charconv>

namespace agal::target {

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
