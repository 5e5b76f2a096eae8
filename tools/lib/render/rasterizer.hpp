// From clip space to quads of pixels, as GPUs do it.
#pragma once

#include <functional>

#include "agal/interpret.hpp"

namespace agal::render {

struct ClipVertex {
  Float4 position{};
  std::vector<Float4> varyings;
};

using ClipTriangle = std::array<const ClipVertex*, 3>;

/// What is left of a triangle inside 0 <= z <= w, w > 0 and a band around the picture: a polygon, empty where nothing
/// is. All vertices must have the same number of varyings.
std::vector<ClipVertex> clip(const ClipTriangle& triangle);

/// Two by two pixels of a triangle, upper left at (x, y), both even. Varyings are there for all four.
struct PixelQuad {
  std::uint32_t x = 0, y = 0;
  std::uint8_t covered = 0;  // bit i: pixel i
  std::array<float, quad_size> depth{};
  QuadInput input;
};
using Shade = std::function<void(const PixelQuad&)>;

/// Calls `shade` for each quad in which a triangle with w > 0 covers the middle of a pixel. Middles on an edge belong
/// to the triangle whose upper or left edge it is. Varyings are interpolated with perspective.
void rasterize(const ClipTriangle& triangle, std::uint32_t width, std::uint32_t height, const Shade& shade);

}  // namespace agal::render
