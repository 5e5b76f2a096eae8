// Converts colors between floats and bytes, and blends them. Both backends round in the same way.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "agal/interpret.hpp"
#include "stage3d/draw_state.hpp"

namespace agal::render {

using Pixel = std::array<std::uint8_t, 4>;  // red, green, blue, alpha

/// Converts a channel to a byte. NaN and negative numbers become 0.
inline std::uint8_t to_byte(float value) {
  return value > 0 ? static_cast<std::uint8_t>(std::lround(std::min(value, 1.0f) * 255)) : std::uint8_t{0};
}

inline float from_byte(std::uint8_t value) { return static_cast<float>(value) / 255; }

/// Parses "#rgb", "#rrggbb" or "#rrggbbaa". Returns nullopt for anything else.
std::optional<Float4> parse_color(std::string_view text);

/// Return the pixel of the target after a fragment with this color: `store` without blending, `blend_over` with
/// blending.
Pixel store(const Float4& color);
Pixel blend_over(const Float4& color, const Pixel& below, const stage3d::Blend& blend);

}  // namespace agal::render
