#include "reflect/agal_object.hpp"

#include <fmt/format.h>

#include <vector>

#include "reflect/registers.hpp"
#include "reflect/samplers.hpp"
#include "reflect/slots.hpp"
#include "spirv/interface.hpp"
#include "target/capabilities.hpp"
#include "target/defaults.hpp"

namespace agal::reflect {
namespace {

void write_target(JsonWriter& json, const OutputOptions& options) {
  const EnvironmentInfo& environment = info(target::environment_of(options));
  json.object({{"name", info(options.target).name},
               {"environment", environment.name},
               {"spirv", fmt::format("{}.{}", environment.spirv_major, environment.spirv_minor)}});
}

// SPIRV-Cross may not call a Metal function `main`.
std::string_view entry_point_of(const OutputOptions& options) {
  const bool renamed = info(options.target).family == TargetFamily::Msl && options.entry_point == "main";
  return renamed ? std::string_view("main0") : options.entry_point;
}

// What is left of the program: a derivative that nothing needs asks for no extension, and neither do those that a pass adds
// for targets with explicit gradients.
target::ExtensionUses extension_uses_of(const Subject& s) {
  target::ExtensionUses uses;
  for (const ir::Inst& inst : s.module.body) {
    if (inst.op != ir::Op::DerivativeX && inst.op != ir::Op::DerivativeY) continue;
    const Instruction& token = s.program.instructions[inst.token];
    if (token.is(Opcode::Ddx) || token.is(Opcode::Ddy)) uses.add(ExtensionUse::Derivatives);
  }
  if (s.interface.depth) uses.add(ExtensionUse::FragmentDepth);
  bool beyond_first = false;
  s.interface.colours.for_each([&](std::uint32_t n) { beyond_first = beyond_first || n > 0; });
  if (beyond_first) uses.add(ExtensionUse::DrawBuffers);
  return uses;
}

void write_extensions(JsonWriter& json, const Subject& s) {
  const target::ExtensionUses uses = extension_uses_of(s);
  json.object([&] {
    for (const TargetInfo& row : target_table) {
      const auto names = target::extensions_required(row.target, uses);
      if (names.empty()) continue;
      json.key(row.name).list([&] {
        for (const std::string_view name : names) json.value(name);
      });
    }
  });
}

void write_opcodes(JsonWriter& json, const Usage& usage) {
  json.object([&] {
    for (const OpcodeInfo& row : opcode_table)
      if (const std::uint32_t count = usage.count(row.opcode); count > 0) json.member(row.text, count);
  });
}

void write_registers(JsonWriter& json, const Usage& usage, Stage stage) {
  json.list([&] {
    for (const RegisterInfo& row : register_table) {
      const base::Buffer<RegisterUsage>& all = usage.of(row.type);
      for (std::uint32_t n = 0; n < all.size(); ++n) {
        if (all[n].read == 0 && all[n].written == 0) continue;
        json.object({{"name", register_text(row.type, n, stage)},
                     {"type", row.noun},
                     {"index", n},
                     {"read", components(all[n].read)},
                     {"written", components(all[n].written)}});
      }
    }
  });
}

void write_attributes(JsonWriter& json, const Subject& s, const Live& live) {
  json.list([&] {
    s.interface.attributes.for_each([&](std::uint32_t n) {
      json.object({{"name", register_text(RegisterType::Attribute, n, s.program.stage)},
                   {"location", n},
                   {"components", components(live.attributes[n])}});
    });
  });
}

// Of a vertex program the components that its tokens write: the rest of the vec4 is stored, but means nothing.
void write_varyings(JsonWriter& json, const Subject& s, const Usage& usage, const Live& live) {
  const base::Buffer<RegisterUsage>& tokens = usage.of(RegisterType::Varying);
  json.list([&] {
    s.interface.varyings.for_each([&](std::uint32_t n) {
      const WriteMask written = n < tokens.size() ? tokens[n].written : WriteMask{0};
      json.object({{"name", register_text(RegisterType::Varying, n, s.program.stage)},
                   {"location", n},
                   {"components", components(s.program.stage == Stage::Vertex ? written : live.varyings[n])},
                   {"centroid", s.module.centroid_varyings.contains(n)}});
    });
  });
}

std::string_view mode_of(ConstantsMode mode) {
  switch (mode) {
    case ConstantsMode::Ubo: return "ubo";
    case ConstantsMode::Plain: return "plain";
    case ConstantsMode::Push: return "push";
  }
  return {};
}

void write_layout(JsonWriter& json, const Subject& s) {
  const Stage stage = s.program.stage;
  const ConstantsMode mode = target::constants_of(s.options);
  json.object([&] {
    json.members({{"mode", mode_of(mode)},
                  {"type", "vec4"},
                  {"count", s.interface.constants},
                  {"stride", spirv::constant_stride},
                  {"size", spirv::constant_stride * s.interface.constants}});
    if (mode == ConstantsMode::Plain) return json.member("location", spirv::plain_location(stage));
    json.members({{"block", spirv::block_name(stage)},
                  {"member", spirv::block_member},
                  {"offset", mode == ConstantsMode::Push ? s.push_offset : 0}});
    if (mode == ConstantsMode::Ubo) add_constants_slots(json, stage, s.options);
  });
}

void write_constants(JsonWriter& json, std::uint32_t count, bool indirect, const base::RegisterSet& named) {
  json.object([&] {
    json.members({{"count", count}, {"indirect", indirect}});
    write_ranges(json.key("ranges"), named);
  });
}

void write_uniforms(JsonWriter& json, const Subject& s, const Usage& usage, const Live& live) {
  json.object([&] {
    json.member("name", info(RegisterType::Constant).prefix(s.program.stage));
    write_constants(json.key("before"), s.module.constant_array, !usage.indirect.empty(),
                    usage.read(RegisterType::Constant));
    write_constants(json.key("after"), s.interface.constants, s.interface.indirect, live.constants);
    if (s.interface.constants > 0) write_layout(json.key("layout"), s);
  });
}

void write_access(JsonWriter& json, const Subject& s, const IndirectAccess& access) {
  const Source& source = access.source;
  const bool is_signed = s.semantics.offset_sign == OffsetSign::Signed;
  const std::int32_t offset = is_signed ? static_cast<std::int8_t>(source.offset()) : source.offset();
  const std::string index = register_name(source.index_type_code(), source.index(), s.program.stage) + '.' +
                            components(static_cast<WriteMask>(1u << source.index_component()));
  json.object([&] {
    json.members({{"token", access.token + 1},
                  {"operand", name(access.operand)},
                  {"index", index},
                  {"offset", offset},
                  {"rows", access.rows}});
    json.key("reach").object({{"first", 0}, {"count", s.module.constant_array}});
    json.member("clamped", s.semantics.clamp_index);
  });
}

void write_indirect(JsonWriter& json, const Subject& s, const Usage& usage) {
  json.list([&] {
    for (const IndirectAccess& access : usage.indirect) write_access(json, s, access);
  });
}

void write_colours(JsonWriter& json, const Subject& s) {
  json.list([&] {
    s.interface.colours.for_each([&](std::uint32_t n) {
      json.object({{"name", register_text(RegisterType::Output, n, s.program.stage)}, {"location", n}});
    });
  });
}

void write_outputs(JsonWriter& json, const Subject& s) {
  json.object([&] {
    json.member("position", s.interface.position);
    write_colours(json.key("colours"), s);
    json.members({{"depth", s.interface.depth}, {"kills", s.interface.kills}});
  });
}

// Vulkan's InstanceIndex and Metal's instance_id include the first instance of the draw call.
std::string_view instances_count_from(const OutputOptions& options) {
  bool from_first = false;
  switch (info(info(options.target).family).instances) {
    case FirstInstance::Environment: from_first = target::follows_vulkan(options); break;
    case FirstInstance::First: from_first = true; break;
    case FirstInstance::Zero: break;
  }
  return from_first ? "firstInstance" : "zero";
}

void write_clip_space(JsonWriter& json, const OutputOptions& options) {
  const bool negative = target::clip_z_of(options) == ClipZ::NegativeOneToOne;
  json.object({{"z", negative ? "negativeOneToOne" : "zeroToOne"}, {"flipY", options.flip_y}});
}

}  // namespace

void write_agal(JsonWriter& json, const Subject& s, const Usage& usage, const Live& live) {
  const Stage stage = s.program.stage;
  json.object([&] {
    json.members({{"stage", name(stage)}, {"version", s.program.version}});
    write_target(json.key("target"), s.options);
    json.member("entryPoint", entry_point_of(s.options));
    write_extensions(json.key("extensions"), s);
    json.member("tokens", s.program.instructions.size());
    write_opcodes(json.key("opcodes"), usage);
    write_registers(json.key("registers"), usage, stage);
    if (stage == Stage::Vertex) write_attributes(json.key("attributes"), s, live);
    if (s.interface.instance) json.key("instanceId").object({{"countsFrom", instances_count_from(s.options)}});
    write_varyings(json.key("varyings"), s, usage, live);
    write_uniforms(json.key("uniforms"), s, usage, live);
    write_indirect(json.key("indirect"), s, usage);
    write_samplers(json.key("samplers"), s, usage);
    write_outputs(json.key("outputs"), s);
    if (stage == Stage::Vertex) write_clip_space(json.key("clipSpace"), s.options);
  });
}

}  // namespace agal::reflect
