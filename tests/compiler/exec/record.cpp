#include "exec/record.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "agal/bytecode.hpp"

namespace agal::exec {
namespace {

using nlohmann::ordered_json;

ordered_json number(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

ordered_json lanes(const Float4& value) {
  ordered_json list = ordered_json::array();
  for (const float lane : value) list.push_back(number(lane));
  return list;
}

ordered_json registers(const std::vector<Float4>& values) {
  ordered_json list = ordered_json::array();
  for (const Float4& value : values) list.push_back(lanes(value));
  return list;
}

ordered_json option_names(SamplerOperand state) {
  ordered_json list = ordered_json::array();
  for (const SamplerField field : {SamplerField::Filter, SamplerField::Mip, SamplerField::Wrap})
    if (const SamplerOptionInfo* const option = find_sampler_option(field, state.field(field)))
      list.push_back(std::string(option->text));
  return list;
}

ordered_json texture_json(const TextureSlot& slot) {
  const Texture& texture = slot.texture;
  const Texture::Level& base = texture.levels.front();
  ordered_json json;
  json["dimension"] = find_sampler_option(SamplerField::Dim, static_cast<std::uint32_t>(texture.kind))->text;
  json["size"] = {base.width, base.height};
  if (texture.kind == Texture::Kind::Volume) json["size"].push_back(base.depth);
  for (const Texture::Level& level : texture.levels) {
    ordered_json texels = ordered_json::array();
    for (const Float4& texel : level.texels)
      for (const float lane : texel) texels.push_back(lane);
    json["levels"].push_back(std::move(texels));
  }
  json["state"] = option_names(slot.state);
  return json;
}

}  // namespace

std::string inputs_json(const Subject& subject, std::size_t draw) {
  const bool vertex = subject.program.stage == Stage::Vertex;
  ordered_json json;
  json["constants"][vertex ? "vc0" : "fc0"] = registers(subject.draws[draw].constants);
  if (vertex) {
    for (const std::uint32_t n : subject.interface.attributes)
      json["attributes"][fmt::format("va{}", n)] = lanes(subject.points[draw].attributes[n]);
    json["instance"] = subject.points[draw].instance;
  } else {
    for (const std::uint32_t n : subject.interface.varyings)
      for (const auto& pixel : subject.quads[draw].varyings)
        json["varyings"][fmt::format("v{}", n)].push_back(lanes(pixel[n]));
  }
  for (const TextureSlot& slot : subject.textures)
    json["textures"][fmt::format("{}{}", vertex ? "vs" : "fs", slot.sampler)] = texture_json(slot);
  return json.dump() + "\n";
}

void save(const Subject& subject, std::size_t draw, const std::string& folder, const std::string& stem) {
  std::filesystem::create_directories(folder);
  const std::vector<std::byte> bytes = write_bytecode(subject.program);
  std::ofstream(folder + "/" + stem + ".agal", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  std::ofstream(folder + "/" + stem + ".json") << inputs_json(subject, draw);
}

}  // namespace agal::exec
