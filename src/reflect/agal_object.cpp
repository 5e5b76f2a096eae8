#include "reflect/agal_object.hpp"

#include <fmt/format.h>

#include <vector>

#include "reflect/cross_keys.hpp"
#include "reflect/samplers.hpp"
#include "reflect/slots.hpp"
#include "spirv/interface.hpp"
#include "target/capabilities.hpp"

namespace agal::reflect {
namespace {

std::string text_of(RegisterType type, std::uint32_t number, Stage stage) {
  return register_name(static_cast<std::uint32_t>(type), number, stage);
}

Json target_of(const CompileOptions& options) {
  const EnvironmentInfo& environment = info(target::environment_of(options));
  return {{"name", info(options.target).name},
          {"environment", environment.name},
          {"spirv", fmt::format("{}.{}", environment.spirv_major, environment.spirv_minor)}};
}

// SPIRV-Cross may not call a Metal function `main`.
std::string entry_point_of(const CompileOptions& options) {
  const bool renamed = info(options.target).family == TargetFamily::Msl && options.entry_point == "main";
  return renamed ? "main0" : options.entry_point;
}

// The program without the derivatives that nothing needs: they ask for an extension that the text does not.
Program without_dead_derivatives(const Subject& s) {
  std::vector<bool> live(s.program.instructions.size(), false);
  for (const ir::Inst& inst : s.module.body)
    if (inst.op == ir::Op::DerivativeX || inst.op == ir::Op::DerivativeY)
      if (inst.token < live.size()) live[inst.token] = true;
  Program out;
  out.stage = s.program.stage;
  out.version = s.program.version;
  for (std::size_t i = 0; i < live.size(); ++i) {
    const Instruction& token = s.program.instructions[i];
    if (live[i] || !(token.is(Opcode::Ddx) || token.is(Opcode::Ddy))) out.instructions.push_back(token);
  }
  return out;
}

Json extensions_of(const Subject& s) {
  const Program program = without_dead_derivatives(s);
  Json out = Json::object();
  for (const TargetInfo& row : target_table)
    if (const auto names = target::extensions_required(row.target, program); !names.empty())
      out[std::string(row.name)] = names;
  return out;
}

Json opcodes_of(const Usage& usage) {
  Json out = Json::object();
  for (const OpcodeInfo& row : opcode_table)
    if (const std::uint32_t count = usage.opcodes[static_cast<std::size_t>(row.opcode)]; count > 0)
      out[std::string(row.text)] = count;
  return out;
}

Json registers_of(const Usage& usage, Stage stage) {
  Json list = Json::array();
  for (const RegisterInfo& row : register_table) {
    const std::vector<RegisterUsage>& all = usage.of(row.type);
    for (std::uint32_t n = 0; n < all.size(); ++n) {
      if (all[n].read == 0 && all[n].written == 0) continue;
      list.push_back({{"name", text_of(row.type, n, stage)},
                      {"type", row.noun},
                      {"index", n},
                      {"read", components(all[n].read)},
                      {"written", components(all[n].written)}});
    }
  }
  return list;
}

Json attributes_of(const Subject& s, const Live& live) {
  Json list = Json::array();
  s.interface.attributes.for_each([&](std::uint32_t n) {
    list.push_back({{"name", text_of(RegisterType::Attribute, n, s.program.stage)},
                    {"location", n},
                    {"components", components(live.attributes[n])}});
  });
  return list;
}

// Of a vertex program the components that its tokens write: the rest of the vec4 is stored, but means nothing.
Json varyings_of(const Subject& s, const Usage& usage, const Live& live) {
  Json list = Json::array();
  const std::vector<RegisterUsage>& tokens = usage.of(RegisterType::Varying);
  s.interface.varyings.for_each([&](std::uint32_t n) {
    const WriteMask written = n < tokens.size() ? tokens[n].written : WriteMask{0};
    list.push_back({{"name", text_of(RegisterType::Varying, n, s.program.stage)},
                    {"location", n},
                    {"components", components(s.program.stage == Stage::Vertex ? written : live.varyings[n])},
                    {"centroid", s.module.centroid_varyings.contains(n)}});
  });
  return list;
}

Json layout_of(const Subject& s) {
  const Stage stage = s.program.stage;
  const ConstantsMode mode = target::constants_of(s.options);
  Json out = Json::object();
  switch (mode) {
    case ConstantsMode::Ubo: out["mode"] = "ubo"; break;
    case ConstantsMode::Plain: out["mode"] = "plain"; break;
    case ConstantsMode::Push: out["mode"] = "push"; break;
  }
  out["type"] = "vec4";
  out["count"] = s.interface.constants;
  out["stride"] = spirv::constant_stride;
  out["size"] = spirv::constant_stride * s.interface.constants;
  if (mode == ConstantsMode::Plain) {
    out["location"] = spirv::plain_location(stage);
    return out;
  }
  out["block"] = spirv::block_name(stage);
  out["member"] = spirv::block_member;
  out["offset"] = mode == ConstantsMode::Push ? s.push_offset : 0;
  if (mode == ConstantsMode::Ubo) add_slots(out, constants_slots(stage, s.options));
  return out;
}

Json uniforms_of(const Subject& s, const Usage& usage, const Live& live) {
  Json out = {
      {"name", info(RegisterType::Constant).prefix(s.program.stage)},
      {"before",
       {{"count", s.module.constant_array},
        {"indirect", !usage.indirect.empty()},
        {"ranges", ranges(usage.read(RegisterType::Constant))}}},
      {"after",
       {{"count", s.interface.constants}, {"indirect", s.interface.indirect}, {"ranges", ranges(live.constants)}}}};
  if (s.interface.constants > 0) out["layout"] = layout_of(s);
  return out;
}

Json indirect_of(const Subject& s, const Usage& usage) {
  Json list = Json::array();
  const bool is_signed = s.options.semantics.offset_sign == OffsetSign::Signed;
  for (const IndirectAccess& access : usage.indirect) {
    const Source& source = access.source;
    const std::int32_t offset = is_signed ? static_cast<std::int8_t>(source.offset()) : source.offset();
    const std::string index = register_name(source.index_type_code(), source.index(), s.program.stage) + '.' +
                              components(static_cast<WriteMask>(1u << source.index_component()));
    list.push_back({{"token", access.token + 1},
                    {"operand", name(access.operand)},
                    {"index", index},
                    {"offset", offset},
                    {"rows", access.rows},
                    {"reach", {{"first", 0}, {"count", s.module.constant_array}}},
                    {"clamped", s.options.semantics.clamp_index}});
  }
  return list;
}

Json outputs_of(const Subject& s) {
  Json colours = Json::array();
  s.interface.colours.for_each([&](std::uint32_t n) {
    colours.push_back({{"name", text_of(RegisterType::Output, n, s.program.stage)}, {"location", n}});
  });
  return {{"position", s.interface.position},
          {"colours", std::move(colours)},
          {"depth", s.interface.depth},
          {"kills", s.interface.kills}};
}

// Vulkan's InstanceIndex and Metal's instance_id include the first instance of the draw call.
std::string_view instances_count_from(const CompileOptions& options) {
  bool from_first = false;
  switch (info(options.target).family) {
    case TargetFamily::SpirV: from_first = target::follows_vulkan(target::environment_of(options)); break;
    case TargetFamily::Glsl:
    case TargetFamily::Essl: from_first = info(options.target).vulkan; break;
    case TargetFamily::Msl: from_first = true; break;
    case TargetFamily::Hlsl: break;
  }
  return from_first ? "firstInstance" : "zero";
}

Json clip_space_of(const CompileOptions& options) {
  const bool negative = target::clip_z_of(options) == ClipZ::NegativeOneToOne;
  return {{"z", negative ? "negativeOneToOne" : "zeroToOne"}, {"flipY", options.flip_y}};
}

}  // namespace

Json agal_object(const Subject& s, const Usage& usage, const Live& live) {
  const Stage stage = s.program.stage;
  Json out = {{"stage", name(stage)},           {"version", s.program.version},
              {"target", target_of(s.options)}, {"entryPoint", entry_point_of(s.options)},
              {"extensions", extensions_of(s)}, {"tokens", s.program.instructions.size()},
              {"opcodes", opcodes_of(usage)},   {"registers", registers_of(usage, stage)}};
  if (stage == Stage::Vertex) out["attributes"] = attributes_of(s, live);
  if (s.interface.instance) out["instanceId"] = {{"countsFrom", instances_count_from(s.options)}};
  out["varyings"] = varyings_of(s, usage, live);
  out["uniforms"] = uniforms_of(s, usage, live);
  out["indirect"] = indirect_of(s, usage);
  out["samplers"] = samplers_of(s, usage);
  out["outputs"] = outputs_of(s);
  if (stage == Stage::Vertex) out["clipSpace"] = clip_space_of(s.options);
  return out;
}

}  // namespace agal::reflect
