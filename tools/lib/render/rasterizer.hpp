// Converts triangles in clip space to quads of pixels, like GPUs.
#pragma once

#include <functional>

#include "agal/interpret.hpp"
#include "stage3d/draw_state.hpp"

namespace agal::render {

struct ClipVertex {
  Float4 position{};
  std::vector<Float4> varyings;
};

using ClipTriangle = std::array<const ClipVertex*, 3>;

/// Returns the part of a triangle inside 0 <= z <= w, w > 0 and a guard band around the picture. It is a polygon, which
/// may be empty. All vertices must have the same number of varyings.
std::vector<ClipVertex> clip(const ClipTriangle& triangle);

/// Two by two pixels of a triangle. The upper left one is at (x, y); x and y are even. All four pixels have varyings,
/// even if they are not covered.
struct PixelQuad {
  std::uint32_t x = 0, y = 0;
  std::uint8_t covered = 0;  // bit i is set if pixel i is covered
  std::array<float, quad_size> depth{};
  QuadInput input;
};
using Shade = std::function<void(const PixelQuad&)>;

/// Calls `shade` for each quad with a pixel center that is covered by a triangle with w > 0. A center on an edge
/// belongs to the triangle that has the edge as its upper or left edge. Varyings are interpolated with perspective.
void rasterize(const ClipTriangle& triangle, std::uint32_t width, std::uint32_t height, const Shade& shade,
               stage3d::Culling culling = stage3d::Culling::None);

}  // namespace agal::render
