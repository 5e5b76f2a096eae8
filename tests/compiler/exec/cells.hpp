// The layout of a fragment job's draws on the render target, and the conversion of the pixels to an outcome. All APIs
// use the same layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/backend.hpp"

namespace agal::exec {

// The size of a draw's cell, which has 2 × 2 pixels. The viewport begins at the first pixel of the cell and is as large
// as the triangle, so that the triangle is not clipped: clipping would add vertices, and interpolation between added
// vertices is not exact. The scissor rectangle is the cell.
inline constexpr std::uint32_t cell_size = 2;
inline constexpr std::uint32_t triangle_size = 4;
inline constexpr std::uint32_t cells_in_row = 16;
inline constexpr std::uint32_t surface_size = cell_size * cells_in_row;  // width and height
static_assert(cells_in_row * cells_in_row >= max_job_draws);

/// The corners of the triangle in the clip space of its viewport, in the order of Draw::corners.
inline constexpr std::array<Float4, 3> corner_places{{{-1, -1, 0, 1}, {1, -1, 0, 1}, {-1, 1, 0, 1}}};

/// The clear value of every channel. Pixels that still have it were killed.
inline constexpr float untouched = 1.25e30f;

struct Cell {
  std::uint32_t x = 0, y = 0;  // the position of its first pixel
};
constexpr Cell cell_of(std::size_t draw) {
  const auto number = static_cast<std::uint32_t>(draw);
  return {number % cells_in_row * cell_size, number / cells_in_row * cell_size};
}
/// Returns the number of rows of pixels for this many draws.
constexpr std::uint32_t rows_of(std::size_t draws) { return draws == 0 ? 0 : cell_of(draws - 1).y + cell_size; }

/// Converts images to an outcome. Images are `surface_size` pixels wide, and at least `rows_of` (the draws) high.
/// `colors` has an image for each register of Interface::colors, in that order, with four floats per pixel. `depth` has
/// one float per pixel if the job writes depth.
Outcome fragment_outcome(const Job& job, std::span<const std::span<const float>> colors, std::span<const float> depth);

}  // namespace agal::exec
