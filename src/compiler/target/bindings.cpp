#include "target/bindings.hpp"

#include <charconv>

#include "agal/program.hpp"

namespace agal::target {

std::string name(ResourceId resource) {
  if (resource.type == RegisterType::Constant) return std::string(info(resource.type).prefix(resource.stage));
  return register_name(resource.type, resource.index, resource.stage);
}

std::optional<ResourceId> find_resource(std::string_view text) {
  for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
    ResourceId found = ResourceId::constants(stage);
    if (text == info(found.type).prefix(stage)) return found;
    found.type = RegisterType::Sampler;
    const std::string_view prefix = info(found.type).prefix(stage);
    if (!text.starts_with(prefix)) continue;
    std::from_chars(text.data() + prefix.size(), text.data() + text.size(), found.index);
    if (text == name(found)) return found;
  }
  return std::nullopt;
}

std::optional<ResourceId> find_variable(std::string_view text) {
  if (!is_separate_sampler(text)) return find_resource(text);
  text.remove_suffix(separate_sampler_suffix.size());
  const std::optional<ResourceId> found = find_resource(text);
  return found && found->type == RegisterType::Sampler ? found : std::nullopt;
}

}  // namespace agal::target
