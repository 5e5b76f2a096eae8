#include "render/textures.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/color.hpp"

namespace agal::render {
namespace {

constexpr std::uint32_t texels = 128;
constexpr float pi = std::numbers::pi_v<float>;

// Returns the texel with this center.
using TexelOf = Float4 (*)(float u, float v);

Float4 gray(float value) { return {value, value, value, 1}; }

float from_middle(float u, float v) { return std::hypot(u - 0.5f, v - 0.5f); }

float wave(int s, float u, float v) {
  float sum = 0;
  const auto f = [](int n) { return static_cast<float>(n); };
  for (int k = 1; k <= 4; ++k)
    sum += std::sin(2 * pi * (f(k) * u * f((s + k) % 3) + v * f((k + s) % 4)) + 1.7f * f(s) + f(k)) *
           std::cos(2 * pi * f((k + s) % 3 + 1) * v + f(k * s));
  return 0.5f + 0.5f * std::clamp(sum / 2.5f, -1.0f, 1.0f);
}

// Returns a soft spot around a position. `width` is the distance where it has fallen to 1 / e.
float spot(float u, float v, float at_u, float at_v, float width) {
  const float x = (u - at_u) / width, y = (v - at_v) / width;
  return std::exp(-x * x - y * y);
}

Float4 white(float, float) { return gray(1); }

Float4 checker(float u, float v) {
  const bool dark = (static_cast<int>(u * 8) + static_cast<int>(v * 8)) % 2 != 0;
  return dark ? Float4{0.2f, 0.25f, 0.3f, 1} : Float4{0.9f, 0.9f, 0.85f, 1};
}

Float4 gradient(float u, float v) { return {u, v, 1 - u, 1}; }

Float4 noise(float u, float v) { return {wave(1, u, v), wave(2, u, v), wave(3, u, v), wave(4, u, v)}; }

Float4 height(float u, float v) {
  return gray(0.5f + 0.25f * std::sin(4 * pi * u) * std::cos(4 * pi * v) + 0.25f * std::sin(2 * pi * (u + v)));
}

Float4 normal(float u, float v) {
  const float x = 0.35f * std::sin(8 * pi * u), y = 0.35f * std::sin(8 * pi * v);
  const float z = std::sqrt(std::max(1 - x * x - y * y, 0.0f));
  return {0.5f + 0.5f * x, 0.5f + 0.5f * y, 0.5f + 0.5f * z,
          0.5f + 0.25f * std::cos(8 * pi * u) + 0.25f * std::cos(8 * pi * v)};
}

Float4 photo(float u, float v) {
  return {0.5f + 0.5f * std::sin(2 * pi * u + 1), 0.5f + 0.5f * std::sin(2 * pi * (v + u / 2) + 2),
          0.5f + 0.5f * std::cos(3 * pi * u * v + 0.5f), 1};
}

Float4 bricks(float u, float v) {
  constexpr float mortar = 0.08f;  // the share of a row's height, on each side
  const float row = std::floor(v * 8), shift = std::fmod(row, 2.0f) * 0.5f;
  const float x = u * 4 + shift - std::floor(u * 4 + shift), y = v * 8 - row;
  const bool inside = x > mortar / 2 && x < 1 - mortar / 2 && y > mortar && y < 1 - mortar;
  return inside ? Float4{0.6f, 0.25f, 0.18f, 1} : Float4{0.75f, 0.72f, 0.68f, 1};
}

Float4 ramp(float u, float) { return gray(0.25f * (1 + std::floor(u * 4))); }

Float4 disc(float u, float v) {
  const float a = std::clamp((0.45f - from_middle(u, v)) / 0.1f, 0.0f, 1.0f);
  return {a, a * (0.6f + 0.4f * v), 0.4f * a, a};
}

Float4 leaf(float u, float v) {
  const float across = std::fabs(u - 0.5f);
  const float inside = std::clamp(0.5f + 24 * (1.6f * v * (1 - v) - across), 0.0f, 1.0f);
  const float vein = std::max(1 - 16 * across, 0.0f);
  return {0.2f + 0.2f * vein, 0.5f + 0.2f * v + 0.2f * vein, 0.1f, inside};
}

Float4 glyph_sdf(float u, float v) {
  const float field = std::clamp(0.5f + 2.5f * (0.09f - std::fabs(from_middle(u, v) - 0.28f)), 0.0f, 1.0f);
  return {field, field, field, field};
}

Float4 splat(float u, float v) { return {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}; }
Float4 grass(float u, float v) { return {0.15f + 0.15f * wave(2, u, v), 0.4f + 0.3f * wave(1, u, v), 0.1f, 1}; }
Float4 sand(float u, float v) { return {0.8f + 0.1f * wave(1, u, v), 0.7f + 0.1f * wave(1, u, v), 0.45f, 1}; }
Float4 rock(float u, float v) { return gray(0.35f + 0.3f * wave(3, u, v)); }
Float4 snow(float, float) { return {0.9f, 0.93f, 0.97f, 1}; }

Float4 lightmap(float u, float v) {
  const float light = 0.25f + 0.6f * spot(u, v, 0.3f, 0.35f, 0.2f) + 0.5f * spot(u, v, 0.72f, 0.65f, 0.15f);
  return {light, 0.95f * light, 0.85f * light, 1};
}

Float4 bright(float u, float v) { return gray(spot(u, v, 0.35f, 0.35f, 0.15f) + spot(u, v, 0.7f, 0.6f, 0.1f)); }

// Packs depth like techniques/shadow_write: four bytes, each without the part that the next one holds.
Float4 packed_depth(float u, float v) {
  const float depth = from_middle(u, v) < 0.25f ? 0.35f : 0.8f;
  std::array<double, 4> part{};
  double scale = 1;
  for (double& p : part) {
    p = double{depth} * scale - std::floor(double{depth} * scale);
    scale *= 255;
  }
  Float4 packed;
  for (std::size_t i = 0; i < 4; ++i) packed[i] = static_cast<float>(i < 3 ? part[i] - part[i + 1] / 255 : part[i]);
  return packed;
}

Float4 plane_depth(float u, float v) { return gray(from_middle(u, v) < 0.3f ? 0.3f : 0.8f); }

// The normals of the sphere point to the viewer, along -z. Outside of the sphere there is not a surface, and the normal
// also points to the viewer.
Float4 gbuffer_normal(float u, float v) {
  const float x = (u - 0.5f) / 0.4f, y = (0.5f - v) / 0.4f, rest = 1 - x * x - y * y;
  if (rest <= 0) return {0.5f, 0.5f, 0, 1};
  return {0.5f + 0.5f * x, 0.5f + 0.5f * y, 0.5f - 0.5f * std::sqrt(rest), 1};
}

Float4 luma(float u, float v) { return gray(0.15f + 0.7f * (0.5f + 0.5f * std::sin(9 * u) * std::cos(7 * v))); }
Float4 chroma_b(float u, float) { return gray(0.5f + 0.3f * (u - 0.5f)); }
Float4 chroma_r(float, float v) { return gray(0.5f + 0.4f * (v - 0.5f)); }

Float4 green_screen(float u, float v) {
  return from_middle(u, v) < 0.33f ? photo(u, v) : Float4{0.1f, 0.85f, 0.15f, 1};
}

struct Row {
  std::string_view word;
  TexelOf texel;
};
constexpr std::array<Row, 26> pictures{{{"white", white},
                                        {"checker", checker},
                                        {"gradient", gradient},
                                        {"noise", noise},
                                        {"height", height},
                                        {"normal", normal},
                                        {"photo", photo},
                                        {"bricks", bricks},
                                        {"ramp", ramp},
                                        {"disc", disc},
                                        {"leaf", leaf},
                                        {"glyph-sdf", glyph_sdf},
                                        {"splat", splat},
                                        {"grass", grass},
                                        {"sand", sand},
                                        {"rock", rock},
                                        {"snow", snow},
                                        {"lightmap", lightmap},
                                        {"bright", bright},
                                        {"packed-depth", packed_depth},
                                        {"plane-depth", plane_depth},
                                        {"gbuffer-normal", gbuffer_normal},
                                        {"luma", luma},
                                        {"chroma-b", chroma_b},
                                        {"chroma-r", chroma_r},
                                        {"green-screen", green_screen}}};
constexpr std::string_view cube_word = "cube-sky";

Texture finished(Texture texture) {
  texture = with_box_filtered_levels(std::move(texture));
  round_to_bytes(texture);
  return texture;
}

Texture plane(TexelOf texel) {
  Texture texture;
  Texture::Level& level = texture.levels.emplace_back();
  level.width = level.height = texels;
  for (std::uint32_t y = 0; y < texels; ++y)
    for (std::uint32_t x = 0; x < texels; ++x)
      level.texels.push_back(texel((static_cast<float>(x) + 0.5f) / texels, (static_cast<float>(y) + 0.5f) / texels));
  round_to_bytes(texture);
  return finished(std::move(texture));
}

void append(std::vector<Float4>& list, const Picture& picture) {
  for (const Pixel& pixel : picture.pixels)
    list.push_back({from_byte(pixel[0]), from_byte(pixel[1]), from_byte(pixel[2]), from_byte(pixel[3])});
}

}  // namespace

void round_to_bytes(Texture& texture) {
  for (Texture::Level& level : texture.levels)
    for (Float4& texel : level.texels)
      for (float& lane : texel) lane = from_byte(to_byte(lane));
}

std::optional<Texture> texture_by_word(std::string_view word) {
  if (word == cube_word) return finished(cube_sky());
  for (const Row& row : pictures)
    if (row.word == word) return plane(row.texel);
  return std::nullopt;
}

std::vector<std::string_view> texture_words() {
  std::vector<std::string_view> words;
  words.reserve(std::size(pictures) + 1);
  for (const Row& row : pictures) words.push_back(row.word);
  words.push_back(cube_word);
  return words;
}

Texture default_texture(Texture::Kind kind) {
  switch (kind) {
    case Texture::Kind::Plane: return plane(photo);
    case Texture::Kind::Cube: return finished(cube_sky());
    case Texture::Kind::Volume: return finished(color_volume());
  }
  return {};
}

Texture plain_texture(Texture::Kind kind, const Float4& color) {
  Texture texture;
  texture.kind = kind;
  const std::uint32_t slices = kind == Texture::Kind::Cube ? 6 : 1;
  texture.levels.push_back({1, 1, slices, std::vector<Float4>(slices, color)});
  round_to_bytes(texture);
  return texture;
}

Texture texture_of(const Picture& picture) {
  Texture texture;
  texture.levels.push_back({picture.width, picture.height, 1, {}});
  append(texture.levels.front().texels, picture);
  return finished(std::move(texture));
}

Texture cube_of(std::span<const Picture> faces) {
  Texture texture;
  texture.kind = Texture::Kind::Cube;
  texture.levels.push_back({faces.front().width, faces.front().height, static_cast<std::uint32_t>(faces.size()), {}});
  for (const Picture& face : faces) append(texture.levels.front().texels, face);
  return finished(std::move(texture));
}

}  // namespace agal::render
