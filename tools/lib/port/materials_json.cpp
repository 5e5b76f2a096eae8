// Writes materials.json: the materials of a game in the words of Stage3D, for the file of each engine that creates
// them.
#include "base/json_writer.hpp"
#include "port/writers.hpp"

namespace agal::port {
namespace {

using base::JsonWriter;

std::string_view dimension_name(TextureKind kind) {
  switch (kind) {
    case TextureKind::Plane: return "2d";
    case TextureKind::Cube: return "cube";
    case TextureKind::Volume: return "3d";
  }
  return {};
}

std::string_view wrap_name(bool repeats) { return repeats ? "repeat" : "clamp"; }

void write_sampler(JsonWriter& json, const Sampler& sampler) {
  const std::string_view mip = sampler.mip.substr(std::string_view("mip").size());
  json.object({{"name", sampler.name},
               {"dimension", dimension_name(sampler.kind)},
               {"wrapU", wrap_name(repeats_u(sampler))},
               {"wrapV", wrap_name(repeats_v(sampler))},
               {"filter", sampler.filter},
               {"mip", mip},
               {"anisotropy", sampler.anisotropy}});
}

void write_shader(JsonWriter& json, const Shader& shader, Target target) {
  json.object([&] {
    json.members({{"shader", shader.path}, {"program", shader.hash}, {"entryPoint", shader.entry_point(target)}});
    json.key("constants").list(shader.constants, [&](const Constants& each) {
      json.object({{"name", each.name}, {"count", each.count}});
    });
    json.key("samplers").list(shader.samplers, [&](const Sampler& each) { write_sampler(json, each); });
  });
}

void write_attribute(JsonWriter& json, const Attribute& attribute) {
  json.object([&] {
    json.members({{"name", attribute.name},
                  {"location", attribute.location},
                  {"format", attribute.format_info().word},
                  {"offset", attribute.offset},
                  {"stride", attribute.stride}});
    if (attribute.instances > 0) json.member("instances", attribute.instances);
  });
}

void write_surface(JsonWriter& json, const Surface& surface) {
  json.object({{"kind", surface.is_texture ? "texture" : "backBuffer"},
               {"samples", surface.samples},
               {"depth", surface.has_depth}});
}

void write_material(JsonWriter& json, const Material& material, const WriterInfo& writer) {
  const State& state = material.state;
  json.object([&] {
    json.members({{"create", writer.function_name(material)}, {"name", material.name}, {"origin", material.title}});
    json.key("targets").list(material.targets, [&](const Surface& each) { write_surface(json, each); });
    json.member("flipped", material.flipped);
    write_shader(json.key("vertex"), material.vertex, info(writer.host).target);
    write_shader(json.key("fragment"), material.fragment, info(writer.host).target);
    json.key("attributes").list(material.attributes, [&](const Attribute& each) { write_attribute(json, each); });
    json.key("blend").object({{"source", info(state.source).word}, {"destination", info(state.destination).word}});
    json.key("depth").object({{"write", state.depth_write}, {"compare", info(state.depth_compare).word}});
    json.members({{"culling", stage3d::word_of(state.culling)}, {"colorMask", state.color_mask}});
    if (const auto& stencil = state.stencil)
      json.key("stencil").object({{"compare", stage3d::word_of(stencil->compare)},
                                  {"pass", stage3d::word_of(stencil->pass)},
                                  {"depthFail", stage3d::word_of(stencil->depth_fail)},
                                  {"stencilFail", stage3d::word_of(stencil->fail)}});
  });
}

}  // namespace

File materials_json(const WriterInfo& writer, const std::vector<Material>& materials) {
  JsonWriter json;
  json.object([&] {
    json.members({{"about", head_line(writer.host)}, {"version", 1u}, {"host", info(writer.host).name}});
    json.key("materials").list(materials, [&](const Material& each) { write_material(json, each, writer); });
  });
  return {std::string(materials_file), json.line()};
}

}  // namespace agal::port
