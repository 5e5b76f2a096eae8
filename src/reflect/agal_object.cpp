#include "reflect/json_parts.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace agal::reflect {
namespace {

void write_target(base::JsonWriter& json, const Interface& program) {
  const EnvironmentInfo& environment = info(program.environment);
  json.object({{"name", info(program.target).name},
               {"environment", environment.name},
               {"spirv", fmt::format("{}.{}", environment.spirv_major, environment.spirv_minor)}});
}

void write_extensions(base::JsonWriter& json, const std::vector<Interface::Extensions>& all) {
  json.object([&] {
    for (const Interface::Extensions& extensions : all)
      json.key(info(extensions.target).name).list([&] {
        for (const std::string_view name : extensions.names) json.value(name);
      });
  });
}

void write_opcodes(base::JsonWriter& json, const std::vector<Interface::OpcodeCount>& opcodes) {
  json.object([&] {
    for (const Interface::OpcodeCount& each : opcodes) json.member(info(each.opcode).text, each.count);
  });
}

void write_registers(base::JsonWriter& json, const std::vector<Interface::Register>& registers) {
  json.list([&] {
    for (const Interface::Register& each : registers)
      json.object({{"name", each.name},
                   {"type", info(each.type).noun},
                   {"index", each.index},
                   {"read", components(each.read)},
                   {"written", components(each.written)}});
  });
}

void write_attributes(base::JsonWriter& json, const std::vector<Interface::Attribute>& attributes) {
  json.list([&] {
    for (const Interface::Attribute& attribute : attributes)
      json.object({{"name", attribute.name},
                   {"location", attribute.location},
                   {"components", components(attribute.components)}});
  });
}

void write_varyings(base::JsonWriter& json, const std::vector<Interface::Varying>& varyings) {
  json.list([&] {
    for (const Interface::Varying& varying : varyings)
      json.object({{"name", varying.name},
                   {"location", varying.location},
                   {"components", components(varying.components)},
                   {"centroid", varying.centroid}});
  });
}

std::string_view mode_text(ConstantsMode mode) {
  switch (mode) {
    case ConstantsMode::Ubo: return "ubo";
    case ConstantsMode::Plain: return "plain";
    case ConstantsMode::Push: return "push";
  }
  return {};
}

void add_constants_slots(base::JsonWriter& json, const Interface::Slots& slots) {
  add_binding(json, slots);
  json.key("msl").object({{"buffer", slots.msl}});
  json.key("hlsl").object({{"constants", 'b' + std::to_string(slots.hlsl)}, {"space", slots.hlsl_space}});
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
    if (layout.slots) add_constants_slots(json, *layout.slots);
  });
}

void write_constants(base::JsonWriter& json, const Interface::Constants& constants) {
  json.object([&] {
    json.members({{"count", constants.count}, {"indirect", constants.indirect}});
    write_ranges(json.key("ranges"), constants.ranges);
  });
}

void write_uniforms(base::JsonWriter& json, const Interface::Uniforms& uniforms) {
  json.object([&] {
    json.member("name", uniforms.name);
    write_constants(json.key("before"), uniforms.before);
    write_constants(json.key("after"), uniforms.after);
    if (uniforms.layout) write_layout(json.key("layout"), *uniforms.layout);
  });
}

std::string index_text(const Interface::RelativeAddress& address) {
  return address.index + '.' + std::string(components(static_cast<WriteMask>(1u << address.component)));
}

void write_relative_addresses(base::JsonWriter& json, const std::vector<Interface::RelativeAddress>& addresses) {
  json.list([&] {
    for (const Interface::RelativeAddress& address : addresses)
      json.object([&] {
        json.members({{"token", address.token},
                      {"operand", name(address.operand)},
                      {"index", index_text(address)},
                      {"offset", address.offset},
                      {"rows", address.rows}});
        json.key("reach").object({{"first", address.reach.first}, {"count", address.reach.count}});
        json.member("clamped", address.clamped);
      });
  });
}

void write_outputs(base::JsonWriter& json, const Interface::Outputs& outputs) {
  json.object([&] {
    json.member("position", outputs.position);
    json.key("colors").list([&] {
      for (const NamedLocation& color : outputs.colors)
        json.object({{"name", color.name}, {"location", color.location}});
    });
    json.members({{"depth", outputs.depth}, {"kills", outputs.kills}});
  });
}

std::string_view base_text(const Interface::InstanceId& id) {
  return id.from_first_instance ? "firstInstance" : "zero";
}

std::string_view clip_z_text(ClipZ z) {
  switch (z) {
    case ClipZ::ZeroToOne: return "zeroToOne";
    case ClipZ::NegativeOneToOne: return "negativeOneToOne";
  }
  return {};
}

}  // namespace

void write_agal(base::JsonWriter& json, const Interface& program) {
  json.object([&] {
    json.members({{"stage", name(program.stage)}, {"version", program.version}});
    write_target(json.key("target"), program);
    json.member("entryPoint", program.entry_point);
    write_extensions(json.key("extensions"), program.extensions);
    json.member("tokens", program.tokens);
    write_opcodes(json.key("opcodes"), program.opcodes);
    write_registers(json.key("registers"), program.registers);
    if (program.stage == Stage::Vertex) write_attributes(json.key("attributes"), program.attributes);
    if (program.instance_id) json.key("instanceId").object({{"countsFrom", base_text(*program.instance_id)}});
    write_varyings(json.key("varyings"), program.varyings);
    write_uniforms(json.key("uniforms"), program.uniforms);
    write_relative_addresses(json.key("indirect"), program.indirect);
    write_samplers(json.key("samplers"), program.samplers);
    write_outputs(json.key("outputs"), program.outputs);
    if (program.clip_space)
      json.key("clipSpace").object({{"z", clip_z_text(program.clip_space->z)}, {"flipY", program.clip_space->flip_y}});
  });
}

}  // namespace agal::reflect
