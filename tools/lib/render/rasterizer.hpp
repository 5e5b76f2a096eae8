// From clip space to quads of pixels, like GPUs.
#pragma once

#include <functional>

#include "agal/interpret.hpp"
#include "render/draw_state.hpp"

namespace agal::render {

struct ClipVertex {
  Float4 position{};
  std::vector<Float4> varyings;
};

using ClipTriangle = std::array<const ClipVertex*, 3>;

/// The part of a triangle inside 0 <= z <= w, w > 0 and a guard band around the picture: a polygon, which may be empty.
/// All vertices must have the same number of varyings.
std::vector<ClipVertex> clip(const ClipTriangle& triangle);

/// Two by two pixels of a triangle, the upper left one at (x, y), both even. All four have varyings.
struct PixelQuad {
  std::uint32_t x = 0, y = 0;
  std::uint8_t covered = 0;  // bit i: pixel i
  std::array<float, quad_size> depth{};
  QuadInput input;
};
using Shade = std::function<void(const PixelQuad&)>;

/// Calls `shade` for each quad in which a triangle with w > 0 covers the center of a pixel. Centers on an edge belong
/// to the triangle whose upper or left edge it is. Varyings are interpolated with perspective.
void rasterize(const ClipTriangle& triangle, std::uint32_t width, std::uint32_t height, const Shade& shade,
               Culling culling = Culling::None);

}  // namespace agal::render
