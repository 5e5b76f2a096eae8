#include "render/rasterizer.hpp"

#include <algorithm>
#include <cmath>

namespace agal::render {
namespace {

constexpr std::int64_t subpixels = 256;

// A vertex in screen space. The exact position is for interpolation, and the position that is snapped to a grid is for
// coverage.
struct ScreenVertex {
  double x = 0, y = 0, z = 0, inverse_w = 0;
  std::int64_t snapped_x = 0, snapped_y = 0;
  const ClipVertex* clip = nullptr;
};

ScreenVertex to_screen(const ClipVertex& vertex, std::uint32_t width, std::uint32_t height) {
  const Float4& p = vertex.position;
  ScreenVertex s;
  s.inverse_w = 1 / double{p[3]};
  s.x = (0.5 + 0.5 * p[0] * s.inverse_w) * width;
  s.y = (0.5 - 0.5 * p[1] * s.inverse_w) * height;
  s.z = p[2] * s.inverse_w;
  s.snapped_x = std::llround(s.x * subpixels);
  s.snapped_y = std::llround(s.y * subpixels);
  s.clip = &vertex;
  return s;
}

using ScreenTriangle = std::array<ScreenVertex, 3>;

// Returns twice the signed area. It is positive if the corners are in clockwise order on the picture.
std::int64_t snapped_area(const ScreenTriangle& t) {
  return (t[1].snapped_x - t[0].snapped_x) * (t[2].snapped_y - t[0].snapped_y) -
         (t[2].snapped_x - t[0].snapped_x) * (t[1].snapped_y - t[0].snapped_y);
}

// Returns true if the center of a pixel is on the inner side of the edge from a to b. Centers on upper and left edges
// are inside (top-left rule).
bool covers(const ScreenVertex& a, const ScreenVertex& b, std::uint32_t x, std::uint32_t y) {
  const std::int64_t middle_x = std::int64_t{x} * subpixels + subpixels / 2;
  const std::int64_t middle_y = std::int64_t{y} * subpixels + subpixels / 2;
  const std::int64_t dx = b.snapped_x - a.snapped_x, dy = b.snapped_y - a.snapped_y;
  const std::int64_t side = dx * (middle_y - a.snapped_y) - dy * (middle_x - a.snapped_x);
  const bool owns = dy < 0 || (dy == 0 && dx > 0);
  return owns ? side >= 0 : side > 0;
}

class Interpolation {
 public:
  explicit Interpolation(const ScreenTriangle& t) : t_(t) {
    area_ = (t[1].x - t[0].x) * (t[2].y - t[0].y) - (t[2].x - t[0].x) * (t[1].y - t[0].y);
  }
  bool possible() const { return area_ != 0; }

  void at(std::uint32_t px, std::uint32_t py, float& depth, std::vector<Float4>& varyings) const {
    const double x = px + 0.5, y = py + 0.5;
    const auto part = [&](const ScreenVertex& a, const ScreenVertex& b) {
      return ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area_;
    };
    std::array<double, 3> weight{part(t_[1], t_[2]), part(t_[2], t_[0]), 0};
    weight[2] = 1 - weight[0] - weight[1];
    const double z = weight[0] * t_[0].z + weight[1] * t_[1].z + weight[2] * t_[2].z;
    depth = static_cast<float>(std::clamp(z, 0.0, 1.0));
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      weight[i] *= t_[i].inverse_w;
      sum += weight[i];
    }
    const std::size_t count = t_[0].clip->varyings.size();
    varyings.resize(count);
    for (std::size_t n = 0; n < count; ++n)
      for (std::size_t c = 0; c < 4; ++c) {
        double value = 0;
        for (std::size_t i = 0; i < 3; ++i) value += weight[i] * t_[i].clip->varyings[n][c];
        varyings[n][c] = static_cast<float>(value / sum);
      }
  }

 private:
  const ScreenTriangle& t_;
  double area_ = 0;
};

// Returns the pixels [first, last) that may have their centers between two snapped coordinates.
std::pair<std::uint32_t, std::uint32_t> span_of(std::int64_t low, std::int64_t high, std::uint32_t size) {
  const auto limit = static_cast<std::int64_t>(size);
  const auto first = std::clamp<std::int64_t>(low / subpixels - 1, 0, limit);
  const auto last = std::clamp<std::int64_t>(high / subpixels + 1, 0, limit);
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
}

}  // namespace

void rasterize(const ClipTriangle& triangle, std::uint32_t width, std::uint32_t height, const Shade& shade,
               stage3d::Culling culling) {
  ScreenTriangle t{to_screen(*triangle[0], width, height), to_screen(*triangle[1], width, height),
                   to_screen(*triangle[2], width, height)};
  if (snapped_area(t) == 0 || culling == stage3d::Culling::FrontAndBack) return;
  if (culling == (snapped_area(t) > 0 ? stage3d::Culling::Front : stage3d::Culling::Back)) return;
  if (snapped_area(t) < 0) std::swap(t[1], t[2]);
  const Interpolation interpolation(t);
  if (!interpolation.possible()) return;
  const auto by_x = std::minmax({t[0].snapped_x, t[1].snapped_x, t[2].snapped_x});
  const auto by_y = std::minmax({t[0].snapped_y, t[1].snapped_y, t[2].snapped_y});
  const auto [x_begin, x_end] = span_of(by_x.first, by_x.second, width);
  const auto [y_begin, y_end] = span_of(by_y.first, by_y.second, height);
  PixelQuad quad;
  for (quad.y = y_begin & ~1u; quad.y < y_end; quad.y += 2)
    for (quad.x = x_begin & ~1u; quad.x < x_end; quad.x += 2) {
      quad.covered = 0;
      for (std::uint32_t i = 0; i < quad_size; ++i) {
        const std::uint32_t x = quad.x + i % 2, y = quad.y + i / 2;
        const bool inside =
            x < width && y < height && covers(t[0], t[1], x, y) && covers(t[1], t[2], x, y) && covers(t[2], t[0], x, y);
        if (inside) quad.covered = static_cast<std::uint8_t>(quad.covered | 1u << i);
      }
      if (quad.covered == 0) continue;
      for (std::uint32_t i = 0; i < quad_size; ++i)
        interpolation.at(quad.x + i % 2, quad.y + i / 2, quad.depth[i], quad.input.varyings[i]);
      shade(quad);
    }
}

}  // namespace agal::render
