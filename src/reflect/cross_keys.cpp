#include "reflect/cross_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "reflect/registers.hpp"
#include "reflect/slots.hpp"
#include "spirv/interface.hpp"
#include "target/defaults.hpp"

namespace agal::reflect {
namespace {

std::string_view mode_of(Stage stage) { return stage == Stage::Vertex ? "vert" : "frag"; }

// The name in `types` of the block that holds the constants: with an underscore, as spirv-cross tells the types there
// from those of the language.
std::string block_key(Stage stage) { return fmt::format("_{}", spirv::block_name(stage)); }

void write_entry_points(JsonWriter& json, const Subject& s) {
  json.list([&] { json.object({{"name", s.options.entry_point}, {"mode", mode_of(s.program.stage)}}); });
}

void write_block_type(JsonWriter& json, const Subject& s) {
  const bool push = target::constants_of(s.options) == ConstantsMode::Push;
  const auto write_member = [&] {
    json.members({{"name", spirv::block_member}, {"type", "vec4"}});
    json.key("array").list([&] { json.value(s.interface.constants); });
    json.key("array_size_is_literal").list([&] { json.value(true); });
    json.members({{"offset", push ? s.push_offset : 0}, {"array_stride", spirv::constant_stride}});
  };
  json.object([&] {
    json.member("name", spirv::block_name(s.program.stage));
    json.key("members").list([&] { json.object(write_member); });
  });
}

struct Located {
  RegisterType type;
  const base::RegisterSet& used;
};

void write_located(JsonWriter& json, const Located& registers, Stage stage) {
  registers.used.for_each([&](std::uint32_t n) {
    json.object({{"type", "vec4"}, {"name", register_text(registers.type, n, stage)}, {"location", n}});
  });
}

void add_located(JsonWriter& json, std::string_view key, Stage stage, std::initializer_list<Located> all) {
  if (std::all_of(all.begin(), all.end(), [](const Located& registers) { return registers.used.empty(); })) return;
  json.key(key).list([&] {
    for (const Located& registers : all) write_located(json, registers, stage);
  });
}

void write_texture(JsonWriter& json, const Subject& s, const ir::SamplerSlot& sampler) {
  const Stage stage = s.program.stage;
  json.object([&] {
    json.members({{"type", sampler_type(sampler.dimension)},
                  {"name", register_text(RegisterType::Sampler, sampler.index, stage)}});
    add_binding(json, spirv::sampler_binding(stage, sampler.index, s.options.bindings), s.options);
  });
}

void add_textures(JsonWriter& json, const Subject& s) {
  if (s.interface.samplers.empty()) return;
  json.key("textures").list([&] {
    s.interface.samplers.for_each([&](std::uint32_t slot) { write_texture(json, s, s.module.samplers[slot]); });
  });
}

void write_ubo(JsonWriter& json, const Subject& s) {
  const Stage stage = s.program.stage;
  json.object([&] {
    json.members({{"type", block_key(stage)},
                  {"name", spirv::block_name(stage)},
                  {"block_size", spirv::constant_stride * s.interface.constants}});
    add_binding(json, spirv::constants_binding(stage, s.options.bindings), s.options);
  });
}

void write_push_constants(JsonWriter& json, Stage stage) {
  json.object(
      {{"type", block_key(stage)}, {"name", info(RegisterType::Constant).prefix(stage)}, {"push_constant", true}});
}

void add_constants(JsonWriter& json, const Subject& s) {
  switch (target::constants_of(s.options)) {
    case ConstantsMode::Plain: return;  // spirv-cross has no key for it; `agal` has
    case ConstantsMode::Ubo: return json.key("ubos").list([&] { write_ubo(json, s); });
    case ConstantsMode::Push:
      return json.key("push_constants").list([&] { write_push_constants(json, s.program.stage); });
  }
}

}  // namespace

std::string_view sampler_type(ir::Dimension dimension) {
  switch (dimension) {
    case ir::Dimension::Plane: return "sampler2D";
    case ir::Dimension::Cube: return "samplerCube";
    case ir::Dimension::Volume: return "sampler3D";
  }
  return {};
}

// A key is left out where its list would be empty.
void add_cross_keys(JsonWriter& json, const Subject& s) {
  const Stage stage = s.program.stage;
  const bool constants = s.interface.constants > 0;
  write_entry_points(json.key("entryPoints"), s);
  if (constants && target::constants_of(s.options) != ConstantsMode::Plain)
    json.key("types").object([&] { write_block_type(json.key(block_key(stage)), s); });
  const base::RegisterSet& varyings = s.interface.varyings;
  const base::RegisterSet none;
  add_located(json, "inputs", stage,
              {{RegisterType::Attribute, s.interface.attributes},
               {RegisterType::Varying, stage == Stage::Fragment ? varyings : none}});
  add_located(
      json, "outputs", stage,
      {{RegisterType::Output, s.interface.colours}, {RegisterType::Varying, stage == Stage::Vertex ? varyings : none}});
  add_textures(json, s);
  if (constants) add_constants(json, s);
}

}  // namespace agal::reflect
