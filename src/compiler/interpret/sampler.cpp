#include "interpret/sampler.hpp"

#include <algorithm>
#include <cmath>

namespace agal::interpret {
namespace {

using Level = Texture::Level;
using Texel = std::array<std::int64_t, 3>;

// A position on a cube: the face, and the coordinates on the face, 0 to 1.
struct FacePlace {
  std::uint32_t face = 0;
  float s = 0, t = 0;
};

// The orientation of a face: the major axis and its sign, and the axes of s and t with their signs.
struct Face {
  std::size_t major;
  float major_sign;
  std::size_t s;
  float s_sign;
  std::size_t t;
  float t_sign;
};
constexpr std::array<Face, 6> faces{{{0, 1, 2, -1, 1, -1},
                                     {0, -1, 2, 1, 1, -1},
                                     {1, 1, 0, 1, 2, 1},
                                     {1, -1, 0, 1, 2, -1},
                                     {2, 1, 0, 1, 1, -1},
                                     {2, -1, 0, -1, 1, -1}}};

// Returns the face that a direction hits. If the largest components are equal, the last one is the major axis.
std::uint32_t face_of(const std::array<float, 3>& r) {
  const float x = std::fabs(r[0]), y = std::fabs(r[1]), z = std::fabs(r[2]);
  const std::size_t major = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
  return static_cast<std::uint32_t>(2 * major + (std::signbit(r[major]) ? 1 : 0));
}

FacePlace place_on_cube(const std::array<float, 3>& r) {
  const std::uint32_t number = face_of(r);
  const Face& face = faces[number];
  const float length = std::fabs(r[face.major]);
  return {number, 0.5f * (face.s_sign * r[face.s] / length) + 0.5f, 0.5f * (face.t_sign * r[face.t] / length) + 0.5f};
}

// Returns the direction through a position in the plane of a face. The position may be outside the face.
std::array<float, 3> direction_of(const FacePlace& place) {
  const Face& face = faces[place.face];
  std::array<float, 3> r{};
  r[face.major] = face.major_sign;
  r[face.s] = face.s_sign * (2 * place.s - 1);
  r[face.t] = face.t_sign * (2 * place.t - 1);
  return r;
}

// Converts a float to an integer. It is clamped first, because converting a float that is out of range is undefined.
std::int64_t to_index(float f) {
  constexpr float limit = 0x1p30f;
  return std::isnan(f) ? 0 : static_cast<std::int64_t>(std::clamp(f, -limit, limit));
}

std::int64_t wrapped(std::int64_t i, std::int64_t size, bool repeat) {
  if (!repeat) return std::clamp<std::int64_t>(i, 0, size - 1);
  const std::int64_t rest = i % size;
  return rest < 0 ? rest + size : rest;
}

const Float4& texel_at(const Level& level, std::int64_t x, std::int64_t y, std::int64_t z) {
  return level.texels[static_cast<std::size_t>((z * level.height + y) * level.width + x)];
}

// Returns true for each axis with the wrap mode repeat.
std::array<bool, 3> repeats(SamplerOperand state) {
  const bool both = state.has(SamplerOption::Repeat);
  return {both || state.has(SamplerOption::RepeatUClampV), both || state.has(SamplerOption::ClampURepeatV), both};
}

Float4 fetch_wrapped(const Level& level, SamplerOperand state, const Texel& i) {
  const std::array<bool, 3> repeat = repeats(state);
  return texel_at(level, wrapped(i[0], level.width, repeat[0]), wrapped(i[1], level.height, repeat[1]),
                  wrapped(i[2], level.depth, repeat[2]));
}

// Fetches a texel of a cube. A position beyond one edge of a face is on the adjacent face. A position beyond two edges
// does not have a texel, so the result is the average of the three texels at the corner.
Float4 fetch_cube(const Level& level, std::uint32_t face, std::int64_t x, std::int64_t y) {
  const std::int64_t size = level.width;
  const bool beside_x = x < 0 || x >= size, beside_y = y < 0 || y >= size;
  if (!beside_x && !beside_y) return texel_at(level, x, y, face);
  const std::int64_t inside_x = wrapped(x, size, false), inside_y = wrapped(y, size, false);
  if (beside_x && beside_y) {
    const Float4 a = fetch_cube(level, face, inside_x, inside_y), b = fetch_cube(level, face, x, inside_y),
                 c = fetch_cube(level, face, inside_x, y);
    Float4 average;
    for (std::size_t lane = 0; lane < 4; ++lane) average[lane] = (a[lane] + b[lane] + c[lane]) / 3;
    return average;
  }
  const auto scale = static_cast<float>(size);
  const std::array<float, 3> direction =
      direction_of({face, (static_cast<float>(x) + 0.5f) / scale, (static_cast<float>(y) + 0.5f) / scale});
  const FacePlace place = place_on_cube(direction);
  return texel_at(level, wrapped(to_index(std::floor(place.s * scale)), size, false),
                  wrapped(to_index(std::floor(place.t * scale)), size, false), place.face);
}

// The texels around a coordinate. For each axis, the coordinate is between the centers of texel `low` and the next one,
// at the distance `fraction` from the center of `low`.
struct Taps {
  Texel low{};
  std::array<float, 3> fraction{};
};

Taps taps_of(const std::array<float, 3>& scaled, std::size_t axes) {
  Taps taps;
  for (std::size_t a = 0; a < axes; ++a) {
    const float shifted = scaled[a] - 0.5f;
    const float low = std::floor(shifted);
    taps.low[a] = to_index(low);
    taps.fraction[a] = std::isfinite(shifted) ? shifted - low : 0;
  }
  return taps;
}

template <class Fetch>
Float4 weighted(const Taps& taps, std::size_t axes, Fetch&& fetch) {
  Float4 sum{};
  for (std::uint32_t corner = 0; corner < 1u << axes; ++corner) {
    float weight = 1;
    Texel texel = taps.low;
    for (std::size_t a = 0; a < axes; ++a) {
      const bool upper = (corner >> a & 1) != 0;
      weight *= upper ? taps.fraction[a] : 1 - taps.fraction[a];
      texel[a] += upper;
    }
    if (weight == 0) continue;  // 0 times an infinite texel would be NaN
    const Float4 value = fetch(texel);
    for (std::size_t c = 0; c < 4; ++c) sum[c] += weight * value[c];
  }
  return sum;
}

Float4 sample_level(const Texture& texture, const Level& level, SamplerOperand state, const std::array<float, 3>& at) {
  const bool cube = texture.kind == Texture::Kind::Cube;
  const bool volume = texture.kind == Texture::Kind::Volume;
  const FacePlace place = cube ? place_on_cube(at) : FacePlace{};
  const std::array<float, 3> on_level = cube ? std::array<float, 3>{place.s, place.t, 0} : at;
  const std::array<float, 3> scaled{on_level[0] * static_cast<float>(level.width),
                                    on_level[1] * static_cast<float>(level.height),
                                    volume ? on_level[2] * static_cast<float>(level.depth) : 0};
  const auto fetch = [&](const Texel& i) {
    return cube ? fetch_cube(level, place.face, i[0], i[1]) : fetch_wrapped(level, state, i);
  };
  const std::uint32_t filter = state.field(SamplerField::Filter);
  const bool linear = filter != info(SamplerOption::Nearest).value && find_sampler_option(SamplerField::Filter, filter);
  if (linear) return weighted(taps_of(scaled, volume ? 3 : 2), volume ? 3 : 2, fetch);
  Texel nearest{to_index(std::floor(scaled[0])), to_index(std::floor(scaled[1])), to_index(std::floor(scaled[2]))};
  // Positions on the far edges of a face belong to this face.
  if (cube)
    for (std::size_t a = 0; a < 2; ++a) nearest[a] = wrapped(nearest[a], level.width, false);
  return fetch(nearest);
}

// Returns the squared length of a derivative, in texels of the first level.
float texels_squared(const std::array<float, 3>& d, const Level& base, std::size_t axes) {
  const std::array<float, 3> size{static_cast<float>(base.width), static_cast<float>(base.height),
                                  static_cast<float>(base.depth)};
  float sum = 0;
  for (std::size_t a = 0; a < axes; ++a) sum += d[a] * size[a] * (d[a] * size[a]);
  return sum;
}

// Returns the derivatives of s and t on the face of the direction `at`. `d` is the derivative of the direction.
std::array<float, 3> on_face(const std::array<float, 3>& at, const std::array<float, 3>& d) {
  const Face& face = faces[face_of(at)];
  const float length = std::fabs(at[face.major]);
  const float d_length = (std::signbit(at[face.major]) ? -1.0f : 1.0f) * d[face.major];
  const auto change = [&](std::size_t axis, float sign) {
    return 0.5f * (length * (sign * d[axis]) - sign * at[axis] * d_length) / (length * length);
  };
  return {change(face.s, face.s_sign), change(face.t, face.t_sign), 0};
}

}  // namespace

float level_of_detail(const Texture& texture, const Footprint& footprint) {
  const Level& base = texture.levels.front();
  const bool cube = texture.kind == Texture::Kind::Cube;
  const std::size_t axes = texture.kind == Texture::Kind::Volume ? 3 : 2;
  const std::array<float, 3> dx = cube ? on_face(footprint.at, footprint.dx) : footprint.dx;
  const std::array<float, 3> dy = cube ? on_face(footprint.at, footprint.dy) : footprint.dy;
  const float along_x = texels_squared(dx, base, axes), along_y = texels_squared(dy, base, axes);
  // The result is NaN if either length is NaN.
  return std::log2(std::sqrt(along_x > along_y || std::isnan(along_x) ? along_x : along_y));
}

Float4 sample(const Texture& texture, SamplerOperand state, const std::array<float, 3>& at, float lod) {
  const auto level_at = [&](float number) {
    const auto last = static_cast<float>(texture.levels.size() - 1);
    const float inside = number > 0 ? std::min(number, last) : 0;  // a NaN selects the first level
    return sample_level(texture, texture.levels[static_cast<std::size_t>(inside)], state, at);
  };
  if (state.has(SamplerOption::MipNearest)) return level_at(std::ceil(lod + 0.5f) - 1);
  if (!state.has(SamplerOption::MipLinear)) return level_at(0);
  const float high = std::floor(lod);
  const float fraction = high >= 0 && std::isfinite(lod) ? lod - high : 0;
  const Float4 upper = level_at(high);
  if (fraction == 0) return upper;
  const Float4 lower = level_at(high + 1);
  Float4 mixed;
  for (std::size_t c = 0; c < 4; ++c) mixed[c] = (1 - fraction) * upper[c] + fraction * lower[c];
  return mixed;
}

}  // namespace agal::interpret
