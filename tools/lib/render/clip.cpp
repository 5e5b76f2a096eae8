// Clips triangles in homogeneous coordinates, one plane at a time.
#include <algorithm>
#include <cmath>

#include "render/rasterizer.hpp"

namespace agal::render {
namespace {

// Returns the signed distance of a position from a plane. A negative distance is outside.
using Distance = float (*)(const Float4&);

constexpr float band = 8;  // the size of the guard band, in multiples of the picture's size
constexpr float min_w = 1e-6f;

constexpr std::array<Distance, 7> planes{
    [](const Float4& p) { return p[3] - min_w; },       [](const Float4& p) { return p[2]; },
    [](const Float4& p) { return p[3] - p[2]; },        [](const Float4& p) { return band * p[3] + p[0]; },
    [](const Float4& p) { return band * p[3] - p[0]; }, [](const Float4& p) { return band * p[3] + p[1]; },
    [](const Float4& p) { return band * p[3] - p[1]; }};

ClipVertex between(const ClipVertex& a, const ClipVertex& b, float part) {
  const auto mix = [part](const Float4& from, const Float4& to) {
    Float4 result;
    for (std::size_t i = 0; i < 4; ++i) result[i] = from[i] + (to[i] - from[i]) * part;
    return result;
  };
  ClipVertex vertex;
  vertex.position = mix(a.position, b.position);
  for (std::size_t i = 0; i < a.varyings.size(); ++i) vertex.varyings.push_back(mix(a.varyings[i], b.varyings[i]));
  return vertex;
}

std::vector<ClipVertex> clip_at(std::vector<ClipVertex> polygon, Distance distance) {
  const auto inside = [&](const ClipVertex& vertex) { return distance(vertex.position) >= 0; };
  if (std::all_of(polygon.begin(), polygon.end(), inside)) return polygon;
  std::vector<ClipVertex> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClipVertex &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    if (inside(a)) result.push_back(a);
    if (inside(a) == inside(b)) continue;
    // The order is always from the inside to the outside, so that two triangles with a common edge are clipped at the
    // same point.
    const ClipVertex &in = inside(a) ? a : b, &out = inside(a) ? b : a;
    const float from = distance(in.position), to = distance(out.position);
    result.push_back(between(in, out, from / (from - to)));
  }
  return result;
}

bool finite(const Float4& position) {
  return std::all_of(position.begin(), position.end(), [](float lane) { return std::isfinite(lane); });
}

// Clamps positions that are still outside because of rounding, so that none is far outside of the picture.
void keep_inside(Float4& p) {
  p[3] = std::max(p[3], min_w);
  p[2] = std::clamp(p[2], 0.0f, p[3]);
  for (std::size_t i = 0; i < 2; ++i) p[i] = std::clamp(p[i], -band * p[3], band * p[3]);
}

}  // namespace

std::vector<ClipVertex> clip(const ClipTriangle& triangle) {
  std::vector<ClipVertex> polygon;
  for (const ClipVertex* vertex : triangle) {
    if (!finite(vertex->position)) return {};
    polygon.push_back(*vertex);
  }
  for (const Distance distance : planes) {
    polygon = clip_at(std::move(polygon), distance);
    if (polygon.size() < 3) return {};
  }
  for (ClipVertex& vertex : polygon) {
    if (!finite(vertex.position)) return {};
    keep_inside(vertex.position);
  }
  return polygon;
}

}  // namespace agal::render
