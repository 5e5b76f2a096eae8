#include "reflect/cross_keys.hpp"

#include "spirv/interface.hpp"
#include "target/capabilities.hpp"

namespace agal::reflect {
namespace {

std::string_view mode_of(Stage stage) { return stage == Stage::Vertex ? "vert" : "frag"; }

void add_list(Json& out, std::string_view key, Json list) {
  if (!list.empty()) out[std::string(key)] = std::move(list);
}

Json located(const base::RegisterSet& used, RegisterType type, Stage stage) {
  Json list = Json::array();
  used.for_each([&](std::uint32_t n) {
    list.push_back(
        {{"type", "vec4"}, {"name", register_name(static_cast<std::uint32_t>(type), n, stage)}, {"location", n}});
  });
  return list;
}

void append(Json& list, const Json& more) {
  for (const Json& item : more) list.push_back(item);
}

void add_binding(Json& entry, const Binding& binding, const CompileOptions& options) {
  if (target::follows_vulkan(target::environment_of(options))) entry["set"] = binding.set;
  entry["binding"] = binding.binding;
}

Json textures(const Subject& s) {
  Json list = Json::array();
  s.interface.samplers.for_each([&](std::uint32_t slot) {
    const ir::SamplerSlot& sampler = s.module.samplers[slot];
    const auto type = static_cast<std::uint32_t>(RegisterType::Sampler);
    Json entry = {{"type", sampler_type(sampler.dimension)},
                  {"name", register_name(type, sampler.index, s.program.stage)}};
    add_binding(entry, spirv::sampler_binding(s.program.stage, sampler.index, s.options.bindings), s.options);
    list.push_back(std::move(entry));
  });
  return list;
}

Json block_type(const Subject& s) {
  const bool push = target::constants_of(s.options) == ConstantsMode::Push;
  const Json member = {{"name", spirv::block_member},
                       {"type", "vec4"},
                       {"array", Json::array({s.interface.constants})},
                       {"array_size_is_literal", Json::array({true})},
                       {"offset", push ? s.push_offset : 0},
                       {"array_stride", spirv::constant_stride}};
  return {{"name", spirv::block_name(s.program.stage)}, {"members", Json::array({member})}};
}

void add_constants(Json& out, const Subject& s) {
  const Stage stage = s.program.stage;
  switch (target::constants_of(s.options)) {
    case ConstantsMode::Plain: return;  // spirv-cross has no key for it; `agal` has
    case ConstantsMode::Ubo: {
      Json entry = {{"type", block_key(stage)},
                    {"name", spirv::block_name(stage)},
                    {"block_size", spirv::constant_stride * s.interface.constants}};
      add_binding(entry, spirv::constants_binding(stage, s.options.bindings), s.options);
      out["ubos"] = Json::array({std::move(entry)});
      return;
    }
    case ConstantsMode::Push: {
      const Json entry = {
          {"type", block_key(stage)}, {"name", info(RegisterType::Constant).prefix(stage)}, {"push_constant", true}};
      out["push_constants"] = Json::array({entry});
      return;
    }
  }
}

}  // namespace

// With an underscore, as spirv-cross tells the types in `types` from those of the language.
std::string block_key(Stage stage) { return "_" + std::string(spirv::block_name(stage)); }

std::string_view sampler_type(ir::Dimension dimension) {
  switch (dimension) {
    case ir::Dimension::Plane: return "sampler2D";
    case ir::Dimension::Cube: return "samplerCube";
    case ir::Dimension::Volume: return "sampler3D";
  }
  return {};
}

void add_cross_keys(Json& out, const Subject& s) {
  const Stage stage = s.program.stage;
  const bool constants = s.interface.constants > 0;
  out["entryPoints"] = Json::array({{{"name", s.options.entry_point}, {"mode", mode_of(stage)}}});
  if (constants && target::constants_of(s.options) != ConstantsMode::Plain)
    out["types"] = {{block_key(stage), block_type(s)}};
  const Json varyings = located(s.interface.varyings, RegisterType::Varying, stage);
  Json inputs = located(s.interface.attributes, RegisterType::Attribute, stage);
  Json outputs = located(s.interface.colours, RegisterType::Output, stage);
  append(stage == Stage::Vertex ? outputs : inputs, varyings);
  add_list(out, "inputs", std::move(inputs));
  add_list(out, "outputs", std::move(outputs));
  add_list(out, "textures", textures(s));
  if (constants) add_constants(out, s);
}

}  // namespace agal::reflect
