#include "interpret/sampler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace agal {
namespace {

using Level = Texture::Level;

constexpr std::uint32_t max_size = 1u << 14;
constexpr std::uint32_t cube_faces = 6;

std::uint32_t halved(std::uint32_t size) { return std::max(size / 2, 1u); }

Level level_below(const Level& level, Texture::Kind kind) {
  const bool volume = kind == Texture::Kind::Volume;
  Level below;
  below.width = halved(level.width);
  below.height = halved(level.height);
  below.depth = volume ? halved(level.depth) : level.depth;
  below.texels.reserve(std::size_t{below.width} * below.height * below.depth);
  const auto second = [](std::uint32_t i, std::uint32_t size) { return std::min(2 * i + 1, size - 1); };
  for (std::uint32_t z = 0; z < below.depth; ++z)
    for (std::uint32_t y = 0; y < below.height; ++y)
      for (std::uint32_t x = 0; x < below.width; ++x) {
        Float4 sum{};
        for (const std::uint32_t from_z : {volume ? 2 * z : z, volume ? second(z, level.depth) : z})
          for (const std::uint32_t from_y : {2 * y, second(y, level.height)})
            for (const std::uint32_t from_x : {2 * x, second(x, level.width)}) {
              const std::size_t row = std::size_t{from_z} * level.height + from_y;
              const Float4& texel = level.texels[row * level.width + from_x];
              for (std::size_t c = 0; c < 4; ++c) sum[c] += texel[c];
            }
        for (float& lane : sum) lane /= 8;
        below.texels.push_back(sum);
      }
  return below;
}

bool smallest(const Level& level, Texture::Kind kind) {
  return level.width == 1 && level.height == 1 && (kind != Texture::Kind::Volume || level.depth == 1);
}

std::string fault_of_size(const Level& level, Texture::Kind kind) {
  if (level.width == 0 || level.height == 0 || level.depth == 0) return "a size is zero";
  if (std::max({level.width, level.height, level.depth}) > max_size)
    return fmt::format("a size is greater than {}", max_size);
  switch (kind) {
    case Texture::Kind::Plane: return level.depth == 1 ? "" : "a 2d texture has one slice";
    case Texture::Kind::Cube:
      if (level.depth != cube_faces) return "a cube has six faces";
      return level.width == level.height ? "" : "the faces of a cube are square";
    case Texture::Kind::Volume: return "";
  }
  return "";
}

}  // namespace

std::string interpret::fault_of(const Texture& texture) {
  if (texture.levels.empty()) return "it does not have a level";
  for (std::size_t i = 0; i < texture.levels.size(); ++i) {
    const Level& level = texture.levels[i];
    if (const std::string fault = fault_of_size(level, texture.kind); !fault.empty())
      return fmt::format("level {}: {}", i, fault);
    const std::size_t texels = std::size_t{level.width} * level.height * level.depth;
    if (level.texels.size() != texels)
      return fmt::format("level {} has {}, but its size needs {}", i, base::counted(level.texels.size(), "texel"),
                         texels);
    if (i == 0) continue;
    const Level& above = texture.levels[i - 1];
    const std::uint32_t depth = texture.kind == Texture::Kind::Volume ? halved(above.depth) : above.depth;
    if (smallest(above, texture.kind)) return fmt::format("level {} follows a level of a single texel", i);
    if (level.width != halved(above.width) || level.height != halved(above.height) || level.depth != depth)
      return fmt::format("level {} is not half the size of the previous level", i);
  }
  return "";
}

Texture with_box_filtered_levels(Texture texture) {
  if (!interpret::fault_of(texture).empty()) return texture;  // the error is reported when the texture is sampled
  texture.levels.resize(1);
  while (!smallest(texture.levels.back(), texture.kind))
    texture.levels.push_back(level_below(texture.levels.back(), texture.kind));
  return texture;
}

}  // namespace agal
