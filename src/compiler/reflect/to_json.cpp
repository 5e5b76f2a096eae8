#include "reflect/to_json.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

namespace agal::reflect {
namespace {

// The version of the JSON format. docs/reflection.md defines when it changes.
constexpr int format_version = 2;

struct MaskText {
  std::array<char, 4> letters{};
  std::size_t count = 0;
};

constexpr auto mask_texts = []() {
  std::array<MaskText, 16> out{};
  for (std::size_t mask = 0; mask < out.size(); ++mask)
    for (std::size_t c = 0; c < 4; ++c)
      if ((mask >> c & 1) != 0) out[mask].letters[out[mask].count++] = "xyzw"[c];
  return out;
}();

void write_range(base::JsonWriter& json, const RegisterRange& range) {
  json.object({{"first", range.first}, {"count", range.count}});
}

}  // namespace

std::string_view components(WriteMask mask) {
  const MaskText& text = mask_texts[mask & 0xf];
  return {text.letters.data(), text.count};
}

void write_ranges(base::JsonWriter& json, const std::vector<RegisterRange>& ranges) {
  json.list(ranges, [&](const RegisterRange& range) { write_range(json, range); });
}

void add_binding(base::JsonWriter& json, const Interface::Slots& slots) {
  if (slots.set) json.member("set", *slots.set);
  json.member("binding", slots.binding);
}

namespace {

std::string_view mode_text(ConstantsMode mode) {
  switch (mode) {
    case ConstantsMode::Ubo: return "ubo";
    case ConstantsMode::Plain: return "plain";
    case ConstantsMode::Push: return "push";
  }
  return {};
}

void write_layout(base::JsonWriter& json, const Interface::Layout& layout) {
  json.object([&] {
    json.members({{"mode", mode_text(layout.mode)},
                  {"type", "vec4"},
                  {"count", layout.count},
                  {"stride", layout.stride},
                  {"size", layout.size()}});
    if (layout.location) json.member("location", *layout.location);
    if (!layout.block.empty())
      json.members({{"block", layout.block}, {"member", layout.member}, {"offset", layout.offset}});
    if (!layout.slots) return;
    add_binding(json, *layout.slots);
    json.key("msl").object({{"buffer", layout.slots->msl}});
    json.key("hlsl").object(
        {{"constants", 'b' + std::to_string(layout.slots->hlsl)}, {"space", layout.slots->hlsl_space}});
  });
}

void write_constants(base::JsonWriter& json, const Interface::Constants& constants) {
  json.object([&] {
    json.members({{"count", constants.count}, {"indirect", constants.indirect}});
    write_ranges(json.key("ranges"), constants.ranges);
  });
}

std::string index_text(const Interface::RelativeAddress& address) {
  return address.index + '.' + std::string(components(static_cast<WriteMask>(1u << address.component)));
}

void write_relative_addresses(base::JsonWriter& json, const std::vector<Interface::RelativeAddress>& addresses) {
  json.list(addresses, [&](const Interface::RelativeAddress& address) {
    json.object([&] {
      json.members({{"token", address.token},
                    {"operand", name(address.operand)},
                    {"index", index_text(address)},
                    {"offset", address.offset},
                    {"rows", address.rows}});
      write_range(json.key("reach"), address.reach);
      json.member("clamped", address.clamped);
    });
  });
}

std::string_view clip_z_text(ClipZ z) {
  switch (z) {
    case ClipZ::ZeroToOne: return "zeroToOne";
    case ClipZ::NegativeOneToOne: return "negativeOneToOne";
  }
  return {};
}

// ---------------------------------------------------------------------------------------------------------- samplers

constexpr auto field_keys = std::to_array<std::string_view>({
#define AGAL_SAMPLER_FIELD(id, ...) #id,
#define AGAL_SAMPLER_OPTION(...)
#include "agal/tables/sampler_fields.def"
#undef AGAL_SAMPLER_OPTION
#undef AGAL_SAMPLER_FIELD
});

// Returns the name of the field in the table, in lower case: "format", "dim", "special", …
std::string key_of(SamplerField field) {
  std::string key(field_keys[static_cast<std::size_t>(field)]);
  key[0] = static_cast<char>(key[0] - 'A' + 'a');
  return key;
}

// Returns the name of the option, or the number if the value does not have a name.
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
    json.key("tokens").list(state.tokens);
  });
}

void add_bound(base::JsonWriter& json, const Interface::BoundTexture& bound) {
  const Interface::Slots &slots = bound.slots, &sampler = bound.of_sampler();
  json.member("type", "sampler" + std::string(type_name(bound.kind)));
  add_binding(json, slots);
  if (bound.sampler_binding) {
    if (sampler.set) json.member("samplerSet", *sampler.set);
    json.member("samplerBinding", *bound.sampler_binding);
  }
  json.member("filtering", bound.filtering);
  json.key("msl").object({{"texture", slots.msl}, {"sampler", sampler.msl}});
  json.key("hlsl").object([&] {
    json.members({{"texture", 't' + std::to_string(slots.hlsl)},
                  {"sampler", 's' + std::to_string(sampler.hlsl)},
                  {"space", slots.hlsl_space}});
    if (sampler.hlsl_space != slots.hlsl_space) json.member("samplerSpace", sampler.hlsl_space);
  });
}

void write_sampler(base::JsonWriter& json, const Interface::Sampler& sampler) {
  json.object([&] {
    json.members({{"name", sampler.name}, {"index", sampler.index}, {"active", sampler.bound.has_value()}});
    if (!sampler.separate_name.empty()) json.member("samplerName", sampler.separate_name);
    if (sampler.bound) add_bound(json, *sampler.bound);
    json.member("consistent", sampler.consistent());
    json.key("states").list(sampler.states, [&](const Interface::SamplerState& state) { write_state(json, state); });
  });
}

// ---------------------------------------------------------------------------------------------------------- programs

// Writes the first members of the `agal` object, which describe the original program. The object has the facts that
// cannot be derived from the module.
void add_tokens(base::JsonWriter& json, const Interface& program) {
  json.members({{"stage", name(program.stage)}, {"version", program.version}});
  json.key("target").object([&] {
    json.member("name", info(program.target).name);
    if (!program.environment) return;
    const EnvironmentInfo& environment = info(*program.environment);
    json.members({{"environment", environment.name},
                  {"spirv", fmt::format("{}.{}", environment.spirv_major, environment.spirv_minor)}});
  });
  json.member("entryPoint", program.entry_point);
  json.key("extensions").object([&] {
    for (const Interface::Extensions& each : program.extensions) json.key(info(each.target).name).list(each.names);
  });
  json.member("tokens", program.tokens);
  json.key("opcodes").object([&] {
    for (const Interface::OpcodeCount& each : program.opcodes) json.member(info(each.opcode).text, each.count);
  });
  json.key("registers").list(program.registers, [&](const Interface::Register& each) {
    json.object([&] {
      json.members({{"name", each.name},
                    {"type", info(each.type).noun},
                    {"index", each.index},
                    {"read", components(each.read)},
                    {"written", components(each.written)}});
      if (!each.variables.empty()) json.key("variables").list(each.variables);
      if (!each.values.empty()) json.key("values").list(each.values);
    });
  });
}

// Writes the resources that the engine binds.
void add_bindings(base::JsonWriter& json, const Interface& program) {
  if (program.stage == Stage::Vertex)
    json.key("attributes").list(program.attributes, [&](const Interface::Attribute& each) {
      json.object({{"name", each.name}, {"location", each.location}, {"components", components(each.components)}});
    });
  if (program.instance_id)
    json.key("instanceId")
        .object({{"countsFrom", program.instance_id->from_first_instance ? "firstInstance" : "zero"}});
  json.key("varyings").list(program.varyings, [&](const Interface::Varying& each) {
    json.object({{"name", each.name},
                 {"location", each.location},
                 {"components", components(each.components)},
                 {"centroid", each.centroid}});
  });
  json.key("uniforms").object([&] {
    json.member("name", program.uniforms.name);
    write_constants(json.key("before"), program.uniforms.before);
    write_constants(json.key("after"), program.uniforms.after);
    if (program.uniforms.layout) write_layout(json.key("layout"), *program.uniforms.layout);
    if (program.uniforms.parts.empty()) return;
    json.key("parts").list(program.uniforms.parts, [&](const Interface::ConstantPart& part) {
      json.object({{"name", part.name}, {"first", part.first}, {"count", part.count}});
    });
  });
  write_relative_addresses(json.key("indirect"), program.indirect);
  json.key("samplers").list(program.samplers, [&](const Interface::Sampler& each) { write_sampler(json, each); });
  json.key("outputs").object([&] {
    json.member("position", program.outputs.position);
    json.key("colors").list(program.outputs.colors, [&](const NamedLocation& color) {
      json.object({{"name", color.name}, {"location", color.location}});
    });
    json.members({{"depth", program.outputs.depth}, {"kills", program.outputs.kills}});
  });
  if (program.clip_space)
    json.key("clipSpace").object([&] {
      json.members({{"z", clip_z_text(program.clip_space->z)}, {"flipY", program.clip_space->flip_y}});
      if (!program.clip_space->scale.empty()) json.member("scale", program.clip_space->scale);
    });
}

void write_program(base::JsonWriter& json, const Interface& program) {
  json.object([&] {
    json.member("version", format_version);
    add_cross_keys(json, program);
    json.key("agal").object([&] {
      add_tokens(json, program);
      add_bindings(json, program);
    });
  });
}

void write_names(base::JsonWriter& json, const std::vector<NamedLocation>& varyings) {
  json.list(varyings, [&](const NamedLocation& varying) { json.value(varying.name); });
}

}  // namespace

std::string to_json(const Interface& program) {
  base::JsonWriter json;
  write_program(json, program);
  return json.line();
}

std::string to_json(const Interface& vertex, const Interface& fragment, const SharedInterface& shared) {
  base::JsonWriter json;
  json.object([&] {
    json.member("version", format_version);
    write_program(json.key("vertex"), vertex);
    write_program(json.key("fragment"), fragment);
    json.key("varyings").object([&] {
      json.key("kept").list(shared.kept, [&](const SharedInterface::Varying& varying) {
        json.object({{"name", varying.name},
                     {"location", varying.location},
                     {"written", components(varying.written)},
                     {"read", components(varying.read)},
                     {"centroid", varying.centroid}});
      });
      write_names(json.key("dropped"), shared.dropped);
      write_names(json.key("added"), shared.added);
    });
    json.key("pushConstants").list(shared.push_ranges, [&](const SharedInterface::PushRange& range) {
      json.object({{"stage", name(range.stage)}, {"offset", range.offset}, {"size", range.size}});
    });
  });
  return json.line();
}

}  // namespace agal::reflect
