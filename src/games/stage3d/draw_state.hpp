// The settings of a draw that Stage3D names by words: blending, depth and stencil tests, culling and vertex formats
// (draw_state.def).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace agal::stage3d {

#define AGAL_BLEND_FACTOR(id, ...) id,
enum class BlendFactor : std::uint8_t {
#include "stage3d/draw_state.def"
};
#define AGAL_COMPARE(id, ...) id,
enum class Compare : std::uint8_t {
#include "stage3d/draw_state.def"
};
#define AGAL_CULLING(id, ...) id,
enum class Culling : std::uint8_t {
#include "stage3d/draw_state.def"
};
#define AGAL_STENCIL_ACTION(id, ...) id,
enum class StencilAction : std::uint8_t {
#include "stage3d/draw_state.def"
};
#define AGAL_VERTEX_FORMAT(id, ...) id,
enum class VertexFormat : std::uint8_t {
#include "stage3d/draw_state.def"
};

/// Returns the words of Stage3D for one of these enumerations, in the order of its enumerators.
template <class E>
std::vector<std::string_view> words_of();

template <class E>
std::string_view word_of(E value) {
  return words_of<E>()[static_cast<std::size_t>(value)];
}

/// Returns the enumerator of a word; nullopt: the word is unknown.
template <class E>
std::optional<E> find_word(std::string_view word) {
  const std::vector<std::string_view> words = words_of<E>();
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<E>(i);
  return std::nullopt;
}

inline constexpr std::size_t max_draw_triangles = 4'000'000;  // triangles times instances

struct Blend {
  BlendFactor source = BlendFactor::One, destination = BlendFactor::Zero;

  static const Blend Premultiplied;  // color + (1 - alpha) background
  static const Blend None;
  auto operator<=>(const Blend&) const = default;
};
inline constexpr Blend Blend::Premultiplied{BlendFactor::One, BlendFactor::OneMinusSourceAlpha};
inline constexpr Blend Blend::None{};

using ColorMask = std::array<bool, 4>;                // true for each channel that is written
using PixelRectangle = std::array<std::uint32_t, 4>;  // x, y, width, height

}  // namespace agal::stage3d
