// Tests coverage, interpolation and clipping.
#include "render/rasterizer.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <vector>

namespace agal::render {
namespace {

constexpr std::uint32_t size = 8;

ClipVertex at(float x, float y, float z = 0.5f, float w = 1) {
  ClipVertex vertex;
  vertex.position = {x * w, y * w, z * w, w};
  return vertex;
}

struct Counts {
  std::vector<int> pixels = std::vector<int>(std::size_t{size} * size);
  int total() const {
    int sum = 0;
    for (const int n : pixels) sum += n;
    return sum;
  }
};

void draw(const ClipTriangle& triangle, Counts& counts) {
  const std::vector<ClipVertex> polygon = clip(triangle);
  for (std::size_t i = 2; i < polygon.size(); ++i)
    rasterize({&polygon[0], &polygon[i - 1], &polygon[i]}, size, size, [&](const PixelQuad& quad) {
      EXPECT_EQ(quad.x % 2 + quad.y % 2, 0u);
      EXPECT_NE(quad.covered, 0);
      for (std::uint32_t p = 0; p < quad_size; ++p)
        if (quad.covered >> p & 1) ++counts.pixels.at((quad.y + p / 2) * size + quad.x + p % 2);
    });
}

TEST(Rasterizer, TwoTrianglesCoverEachPixelOnce) {
  const ClipVertex a = at(-1, 1), b = at(1, 1), c = at(-1, -1), d = at(1, -1);
  for (const bool turned : {false, true}) {
    Counts counts;
    draw(turned ? ClipTriangle{&a, &c, &b} : ClipTriangle{&a, &b, &c}, counts);
    draw(turned ? ClipTriangle{&b, &c, &d} : ClipTriangle{&c, &b, &d}, counts);
    for (const int n : counts.pixels) EXPECT_EQ(n, 1);
  }
}

TEST(Rasterizer, FanCoversEachPixelCenterOnce) {
  // The hub is at the center of a pixel, and edges pass through the centers of others.
  const ClipVertex hub = at(0.125f, 0.125f);
  const std::vector<ClipVertex> rim{at(-1, 1), at(0.125f, 1),  at(1, 1),   at(1, 0.125f),
                                    at(1, -1), at(0.125f, -1), at(-1, -1), at(-1, 0.125f)};
  Counts counts;
  for (std::size_t i = 0; i < rim.size(); ++i) draw({&hub, &rim[i], &rim[(i + 1) % rim.size()]}, counts);
  for (const int n : counts.pixels) EXPECT_EQ(n, 1);
}

TEST(Rasterizer, UpperAndLeftEdgesOwnPixelCenters) {
  // The square from the center of pixel (1, 1) to the center of (3, 3) has 2 × 2 pixels.
  const auto place = [](float pixel) { return pixel / 4 - 1; };
  const ClipVertex a = at(place(1.5f), -place(1.5f)), b = at(place(3.5f), -place(1.5f)),
                   c = at(place(1.5f), -place(3.5f)), d = at(place(3.5f), -place(3.5f));
  Counts counts;
  draw({&a, &b, &c}, counts);
  draw({&c, &b, &d}, counts);
  EXPECT_EQ(counts.total(), 4);
  EXPECT_EQ(counts.pixels[1 * size + 1], 1);
  EXPECT_EQ(counts.pixels[2 * size + 2], 1);
  EXPECT_EQ(counts.pixels[3 * size + 3], 0);
}

TEST(Rasterizer, InterpolatesWithPerspective) {
  // The right edge is three times as far away, so the middle of the picture is at a quarter of the quad.
  std::vector<ClipVertex> corners{at(-1, 1, 0, 1), at(1, 1, 1, 3), at(-1, -1, 0, 1), at(1, -1, 1, 3)};
  for (std::size_t i = 0; i < corners.size(); ++i) corners[i].varyings = {{static_cast<float>(i % 2), 0, 0, 1}};
  std::size_t quads = 0;
  const auto look = [&](const PixelQuad& quad) {
    for (std::uint32_t p = 0; p < quad_size; ++p) {
      const float x = (static_cast<float>(quad.x + p % 2) + 0.5f) / size;
      EXPECT_NEAR(quad.input.varyings[p][0][0], x / 3 / (1 - x + x / 3), 1e-5);
      EXPECT_NEAR(quad.input.varyings[p][0][3], 1, 1e-6);
      EXPECT_NEAR(quad.depth[p], x, 1e-6);  // depth is linear in screen space
    }
    ++quads;
  };
  rasterize({&corners[0], &corners[1], &corners[2]}, size, size, look);
  rasterize({&corners[2], &corners[1], &corners[3]}, size, size, look);
  EXPECT_GE(quads, size * size / 4);
}

TEST(Rasterizer, CutsQuadsAtUnevenSizes) {
  const ClipVertex a = at(-1, 1), b = at(3, 1), c = at(-1, -3);
  std::size_t covered = 0;
  const std::vector<ClipVertex> polygon = clip({&a, &b, &c});
  for (std::size_t i = 2; i < polygon.size(); ++i)
    rasterize({&polygon[0], &polygon[i - 1], &polygon[i]}, 5, 3, [&](const PixelQuad& quad) {
      for (std::uint32_t p = 0; p < quad_size; ++p) {
        if (quad.covered >> p & 1) {
          ++covered;
          EXPECT_LT(quad.x + p % 2, 5u);
          EXPECT_LT(quad.y + p / 2, 3u);
        }
      }
    });
  EXPECT_EQ(covered, 15u);
}

TEST(Clip, RemovesOutsideTriangles) {
  const ClipVertex a = at(-1, 1, -1), b = at(1, 1, -1), c = at(-1, -1, -1);
  EXPECT_TRUE(clip({&a, &b, &c}).empty());
  const ClipVertex behind = at(0, 0, 0.5f, -1);
  EXPECT_TRUE(clip({&behind, &behind, &behind}).empty());
  ClipVertex broken = at(0, 0);
  broken.position[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(clip({&a, &b, &broken}).empty());
  broken.position[1] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(clip({&a, &b, &broken}).empty());
}

TEST(Clip, CutsAtTheNearPlane) {
  ClipVertex a = at(-1, 1, 0.5f), b = at(1, 1, 0.5f), c = at(0, -1, -0.5f);
  a.varyings = b.varyings = {{1, 0, 0, 0}};
  c.varyings = {{3, 0, 0, 0}};
  const std::vector<ClipVertex> polygon = clip({&a, &b, &c});
  ASSERT_EQ(polygon.size(), 4u);
  std::size_t cut = 0;
  for (const ClipVertex& vertex : polygon) {
    EXPECT_GE(vertex.position[2], 0);
    if (vertex.position[2] < 0.25f) {
      EXPECT_NEAR(vertex.varyings[0][0], 2, 1e-6);
      ++cut;
    }
  }
  EXPECT_EQ(cut, 2u);
}

TEST(Clip, KeepsHugeTrianglesInTheBand) {
  const ClipVertex a = at(-1e4f, -1e4f), b = at(1e4f, -1e4f), c = at(0, 1e4f);
  Counts counts;
  draw({&a, &b, &c}, counts);
  EXPECT_EQ(counts.total(), static_cast<int>(size * size));
  // Beyond the precision of floats, any pixels may be covered, but nothing may overflow.
  for (const float far : {1e20f, 1e30f, 3e38f}) {
    const ClipVertex d = at(-far, -far), e = at(far, -far), f = at(0, far);
    for (const ClipVertex& vertex : clip({&d, &e, &f}))
      EXPECT_LE(std::fabs(vertex.position[0]), 8 * vertex.position[3]);
    draw({&d, &e, &f}, counts);
  }
}

}  // namespace
}  // namespace agal::render
