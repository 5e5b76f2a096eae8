#include "reflect/json_parts.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

namespace agal::reflect {
namespace {

constexpr auto field_keys = std::to_array<std::string_view>({
#define AGAL_SAMPLER_FIELD(id, ...) #id,
#define AGAL_SAMPLER_OPTION(...)
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
});

// The name of the field in the table, in lower case: "format", "dim", "special", …
std::string key_of(SamplerField field) {
  std::string key(field_keys[static_cast<std::size_t>(field)]);
  key[0] = static_cast<char>(key[0] - 'A' + 'a');
  return key;
}

// The spelling of the option, or the number if the value does not have one.
base::JsonScalar option_text(SamplerField field, std::uint32_t value) {
  const SamplerOptionInfo* option = find_sampler_option(field, value);
  return option != nullptr ? base::JsonScalar(option->text) : base::JsonScalar(value);
}

void write_field(base::JsonWriter& json, const SamplerFieldInfo& field, std::uint32_t value) {
  switch (field.combine) {
    case SamplerCombine::Replace: return json.value(option_text(field.field, value));
    case SamplerCombine::Union: break;
  }
  json.list([&] {
    for (std::uint32_t bit = 1; bit >> field.width == 0; bit <<= 1)
      if ((value & bit) != 0) json.value(option_text(field.field, bit));
  });
}

void write_state(base::JsonWriter& json, const Interface::SamplerState& state) {
  json.object([&] {
    for (const SamplerFieldInfo& field : sampler_field_table)
      write_field(json.key(key_of(field.field)), field, state.operand.field(field.field));
    json.members({{"bias", state.operand.bias()},
                  {"anisotropy", state.anisotropy},
                  {"bits", fmt::format("{:#018x}", state.operand.bits)}});
    json.key("tokens").list([&] {
      for (const std::uint32_t token : state.tokens) json.value(token);
    });
  });
}

void add_bound(base::JsonWriter& json, const Interface::BoundTexture& bound) {
  const Interface::Slots& slots = bound.slots;
  json.member("type", "sampler" + std::string(type_name(bound.kind)));
  add_binding(json, slots);
  if (bound.sampler_binding) json.member("samplerBinding", *bound.sampler_binding);
  json.member("filtering", bound.filtering);
  json.key("msl").object({{"texture", slots.msl}, {"sampler", slots.msl}});
  json.key("hlsl").object({{"texture", 't' + std::to_string(slots.hlsl)},
                           {"sampler", 's' + std::to_string(slots.hlsl)},
                           {"space", slots.hlsl_space}});
}

void write_sampler(base::JsonWriter& json, const Interface::Sampler& sampler) {
  json.object([&] {
    json.members({{"name", sampler.name}, {"index", sampler.index}, {"active", sampler.bound.has_value()}});
    if (sampler.bound) add_bound(json, *sampler.bound);
    json.member("consistent", sampler.consistent());
    json.key("states").list([&] {
      for (const Interface::SamplerState& state : sampler.states) write_state(json, state);
    });
  });
}

}  // namespace

void write_samplers(base::JsonWriter& json, const std::vector<Interface::Sampler>& samplers) {
  json.list([&] {
    for (const Interface::Sampler& sampler : samplers) write_sampler(json, sampler);
  });
}

}  // namespace agal::reflect
