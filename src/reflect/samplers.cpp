#include "reflect/samplers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "reflect/cross_keys.hpp"
#include "reflect/registers.hpp"
#include "reflect/slots.hpp"

namespace agal::reflect {
namespace {

constexpr auto field_keys = std::to_array<std::string_view>({
#define AGAL_SAMPLER_FIELD(id, ...) #id,
#define AGAL_SAMPLER_OPTION(...)
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
});

// The table's name of the field, as keys are written: "format", "dim", "special", …
std::string key_of(SamplerField field) {
  std::string key(field_keys[static_cast<std::size_t>(field)]);
  key[0] = static_cast<char>(key[0] - 'A' + 'a');
  return key;
}

// The option's spelling, or the number where the value has none.
Scalar option_text(SamplerField field, std::uint32_t value) {
  const SamplerOptionInfo* option = find_sampler_option(field, value);
  return option != nullptr ? Scalar(option->text) : Scalar(value);
}

void write_field(JsonWriter& json, const SamplerFieldInfo& field, std::uint32_t value) {
  switch (field.combine) {
    case SamplerCombine::Replace: return json.value(option_text(field.field, value));
    case SamplerCombine::Union: break;
  }
  json.list([&] {
    for (std::uint32_t bit = 1; bit >> field.width == 0; bit <<= 1)
      if ((value & bit) != 0) json.value(option_text(field.field, bit));
  });
}

// The number in the spelling of the filter: 16 of "anisotropic16x"; 1 where it has none.
std::uint32_t anisotropy_of(SamplerOperand operand) {
  const SamplerOptionInfo* option = find_sampler_option(SamplerField::Filter, operand.field(SamplerField::Filter));
  if (option == nullptr) return 1;
  const char* const end = option->text.data() + option->text.size();
  const char* const digits = std::find_if(option->text.data(), end, [](char c) { return c >= '0' && c <= '9'; });
  std::uint32_t number = 1;
  std::from_chars(digits, end, number);
  return number;
}

void write_state(JsonWriter& json, const SamplerState& state) {
  json.object([&] {
    for (const SamplerFieldInfo& field : sampler_field_table)
      write_field(json.key(key_of(field.field)), field, state.operand.field(field.field));
    json.members({{"bias", state.operand.bias()},
                  {"anisotropy", anisotropy_of(state.operand)},
                  {"bits", fmt::format("{:#018x}", state.operand.bits)}});
    json.key("tokens").list([&] {
      for (const std::uint32_t token : state.tokens) json.value(token + 1);
    });
  });
}

// The slot of the sampler in the module, if something that is left samples it.
const ir::SamplerSlot* active_slot(const Subject& s, std::uint32_t index) {
  const ir::SamplerSlot* found = nullptr;
  s.interface.samplers.for_each([&](std::uint32_t slot) {
    if (s.module.samplers[slot].index == index) found = &s.module.samplers[slot];
  });
  return found;
}

void write_sampler(JsonWriter& json, const Subject& s, const SamplerUsage& sampler) {
  const ir::SamplerSlot* slot = active_slot(s, sampler.index);
  json.object([&] {
    json.members({{"name", register_text(RegisterType::Sampler, sampler.index, s.program.stage)},
                  {"index", sampler.index},
                  {"active", slot != nullptr}});
    if (slot != nullptr) {
      json.member("type", sampler_type(slot->dimension));
      add_sampler_slots(json, s.program.stage, sampler.index, s.options);
    }
    json.member("consistent", sampler.states.size() == 1);
    json.key("states").list([&] {
      for (const SamplerState& state : sampler.states) write_state(json, state);
    });
  });
}

}  // namespace

void write_samplers(JsonWriter& json, const Subject& s, const Usage& usage) {
  json.list([&] {
    for (const SamplerUsage& sampler : usage.samplers) write_sampler(json, s, sampler);
  });
}

}  // namespace agal::reflect
