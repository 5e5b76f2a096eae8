// Generates cube and volume textures.
#include <algorithm>
#include <cmath>

#include "render/textures.hpp"

namespace agal::render {
namespace {

constexpr std::uint32_t cube_texels = 128;
constexpr std::uint32_t volume_texels = 32;

using Vector = std::array<float, 3>;

// Returns the direction through the position (s, t) on a face. Both are from -1 to 1, and t points downward. All APIs
// have this layout.
Vector direction(std::uint32_t face, float s, float t) {
  switch (face) {
    case 0: return {1, -t, -s};
    case 1: return {-1, -t, s};
    case 2: return {s, 1, t};
    case 3: return {s, -1, -t};
    case 4: return {s, -t, 1};
    case 5: return {-s, -t, -1};
  }
  return {0, 0, 1};
}

Vector mix(const Vector& a, const Vector& b, float part) {
  return {a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part};
}

Float4 sky(Vector d) {
  constexpr Vector horizon{0.75f, 0.85f, 0.95f}, zenith{0.2f, 0.4f, 0.8f}, ground{0.35f, 0.27f, 0.2f},
      sun{0.4f, 0.6f, 0.69f};
  const float length = std::hypot(d[0], d[1], d[2]);
  for (float& lane : d) lane /= length;
  const float up = d[1];
  Vector color = mix(horizon, zenith, std::sqrt(std::max(up, 0.0f)));
  color = mix(color, ground, std::clamp(0.5f - 20 * up, 0.0f, 1.0f));
  const float toward = std::max(d[0] * sun[0] + d[1] * sun[1] + d[2] * sun[2], 0.0f);
  const float glow = std::pow(std::min(toward, 1.0f), 64.0f);
  color = mix(color, {1, 0.97f, 0.85f}, glow);
  return {color[0], color[1], color[2], 1};
}

}  // namespace

Texture cube_sky() {
  Texture texture;
  texture.kind = Texture::Kind::Cube;
  texture.levels.push_back({cube_texels, cube_texels, 6, {}});
  const auto place = [](std::uint32_t i) { return (2 * static_cast<float>(i) + 1) / cube_texels - 1; };
  for (std::uint32_t face = 0; face < 6; ++face)
    for (std::uint32_t y = 0; y < cube_texels; ++y)
      for (std::uint32_t x = 0; x < cube_texels; ++x)
        texture.levels.front().texels.push_back(sky(direction(face, place(x), place(y))));
  return texture;
}

Texture color_volume() {
  Texture texture;
  texture.kind = Texture::Kind::Volume;
  texture.levels.push_back({volume_texels, volume_texels, volume_texels, {}});
  const auto place = [](std::uint32_t i) { return (static_cast<float>(i) + 0.5f) / volume_texels; };
  for (std::uint32_t z = 0; z < volume_texels; ++z)
    for (std::uint32_t y = 0; y < volume_texels; ++y)
      for (std::uint32_t x = 0; x < volume_texels; ++x)
        texture.levels.front().texels.push_back({place(x), place(y), place(z), 1});
  return texture;
}

}  // namespace agal::render
