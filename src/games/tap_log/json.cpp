// Writes captures as JSON (docs/manifest.schema.json).
#include <cmath>

#include "agal/games/tap_log.hpp"
#include "base/json_writer.hpp"

namespace agal {
namespace {

using base::JsonWriter;

void add_known(JsonWriter& json, std::string_view key, const std::optional<std::uint32_t>& value) {
  if (value) json.member(key, *value);
}

void write_attribute(JsonWriter& json, const CapturedAttribute& attribute) {
  json.object([&] {
    json.members({{"index", attribute.index}, {"offset", attribute.offset}, {"format", attribute.format}});
    add_known(json, "vertices", attribute.vertices);
    add_known(json, "stride", attribute.stride);
    add_known(json, "instances", attribute.instances);
  });
}

void add_texture(JsonWriter& json, const CapturedTexture& texture) {
  json.members({{"index", texture.index}, {"class", name(texture.kind)}});
  add_known(json, "width", texture.width);
  add_known(json, "height", texture.height);
  if (!texture.format.empty()) json.members({{"format", texture.format}, {"renderTarget", texture.render_target}});
  if (texture.levels > 1) json.member("levels", texture.levels);
  if (!texture.atf.empty()) json.member("atf", texture.atf);
}

void write_texture(JsonWriter& json, const CapturedTexture& texture) {
  json.object([&] { add_texture(json, texture); });
}

void write_target(JsonWriter& json, const CapturedTarget& target) {
  json.object([&] {
    add_texture(json, target);
    json.members({{"depthAndStencil", target.depth_and_stencil}, {"antiAlias", target.anti_alias}});
  });
}

void write_captured_sampler(JsonWriter& json, const CapturedSampler& sampler) {
  json.object({{"index", sampler.index}, {"wrap", sampler.wrap}, {"filter", sampler.filter}, {"mip", sampler.mip}});
}

void write_component(JsonWriter& json, float value) {
  if (std::isfinite(value)) return json.value(value);
  json.value(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

void write_captured_registers(JsonWriter& json, const std::vector<CapturedRegister>& registers) {
  json.list([&] {
    for (const CapturedRegister& row : registers)
      json.list([&] {
        for (const float value : row) write_component(json, value);
      });
  });
}

template <class T>
void add_list(JsonWriter& json, std::string_view key, const std::vector<T>& list,
              void (*write)(JsonWriter&, const T&)) {
  json.key(key).list([&] {
    for (const T& each : list) write(json, each);
  });
}

void add_call(JsonWriter& json, const CapturedDraw& draw) {
  json.member("draw", draw.number);
  if (draw.record > 0) json.member("record", draw.record);
  json.member("call", draw.instanced ? "drawTrianglesInstanced" : "drawTriangles");
  add_known(json, "indices", draw.indices);
  json.member("firstIndex", draw.first_index);
  add_known(json, "triangles", draw.triangles);
  if (draw.instanced) json.member("instances", draw.instances);
}

void add_state(JsonWriter& json, const CapturedDraw& draw) {
  json.key("blend").object({{"source", draw.blend_source}, {"destination", draw.blend_destination}});
  json.key("depth").object({{"write", draw.depth_write}, {"compare", draw.depth_compare}});
  json.members({{"culling", draw.culling}, {"colorMask", draw.color_mask}});
  if (const auto& stencil = draw.stencil)
    json.key("stencil").object({{"face", stencil->face},
                                {"compare", stencil->compare},
                                {"pass", stencil->pass},
                                {"depthFail", stencil->depth_fail},
                                {"stencilFail", stencil->stencil_fail}});
  if (const auto& buffer = draw.back_buffer)
    json.key("backBuffer")
        .object({{"width", buffer->width},
                 {"height", buffer->height},
                 {"antiAlias", buffer->anti_alias},
                 {"depthAndStencil", buffer->depth_and_stencil}});
  if (draw.target) write_target(json.key("target"), *draw.target);
}

void write_draw(JsonWriter& json, const CapturedDraw& draw) {
  json.object([&] {
    add_call(json, draw);
    add_list(json, "attributes", draw.attributes, write_attribute);
    add_list(json, "textures", draw.textures, write_texture);
    add_list(json, "samplers", draw.samplers, write_captured_sampler);
    add_state(json, draw);
    if (!draw.constants) return;
    json.key("constants").object([&] {
      write_captured_registers(json.key("vertex"), draw.constants->vertex);
      write_captured_registers(json.key("fragment"), draw.constants->fragment);
    });
  });
}

// Writes one capture. `with` is the hash of the partner, or "" if the context names the partner.
void write_capture(JsonWriter& json, const Capture& capture, std::string_view with, std::size_t max_bytes) {
  json.object([&] {
    if (!with.empty()) json.member("with", with);
    json.members({{"log", capture.log}, {"run", capture.run}});
    if (!capture.player.empty()) json.member("player", capture.player);
    if (!capture.game.hash.empty()) json.member("game", capture.game.hash);
    if (!capture.game.file.empty()) json.member("file", capture.game.file);
    json.members({{"pair", capture.pair}, {"upload", capture.upload}, {"uploads", capture.uploads}});
    json.key("draws").list([&] {
      for (const CapturedDraw& draw : capture.draws)
        if (json.text().size() < max_bytes) write_draw(json, draw);
    });
  });
}

}  // namespace

std::string_view name(CapturedTextureClass kind) {
  switch (kind) {
    case CapturedTextureClass::Unknown: return "unknown";
    case CapturedTextureClass::Texture: return "texture";
    case CapturedTextureClass::Cube: return "cube";
    case CapturedTextureClass::Rectangle: return "rectangle";
    case CapturedTextureClass::Video: return "video";
  }
  return {};
}

std::string to_json(const std::vector<Capture>& captures, std::size_t max_bytes) {
  JsonWriter json(base::JsonStyle::Compact);
  json.list([&] {
    for (const Capture& capture : captures) write_capture(json, capture, {}, max_bytes);
  });
  return std::string(json.text());
}

std::string add_captures(std::string reflection, const std::vector<PartnerCaptures>& partners) {
  // The reflection and the object with one key both have a line for each key. The lines of the object are moved to the
  // end of the reflection, before its last brace.
  constexpr std::string_view opening = "{\n", closing = "\n}\n";
  constexpr std::size_t max_bytes = std::size_t{16} << 20;
  if (partners.empty() || !reflection.ends_with(closing)) return reflection;
  JsonWriter json;
  json.object([&] {
    json.key("captured").list([&] {
      for (const PartnerCaptures& partner : partners)
        for (const Capture& capture : *partner.captures) write_capture(json, capture, partner.with, max_bytes);
    });
  });
  const std::string object = json.line();
  reflection.resize(reflection.size() - closing.size());
  return reflection + ",\n" + object.substr(opening.size());
}

}  // namespace agal
