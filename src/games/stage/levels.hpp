// The levels of textures, and the data that games upload into them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"

namespace agal::frames {

/// A level of a texture. Rows go from top to bottom. A pixel is red, green, blue and alpha, as bytes or as half floats.
struct Level {
  std::uint32_t width = 0, height = 0;
  base::ByteVector pixels;
};

inline constexpr std::string_view half_format = "rgbaHalfFloat";
/// Returns true if Stage3D has a texture format with this name.
bool is_format(std::string_view name);
/// Returns the bytes of a pixel of Level: 8 for textures in half floats, 4 for all others.
std::size_t bytes_of_pixel(std::string_view format);

inline std::uint32_t byte_at(base::Bytes data, std::size_t at) { return std::to_integer<std::uint32_t>(data[at]); }
/// Returns a word of two bytes, little-endian.
inline std::uint32_t word_at(base::Bytes data, std::size_t at) {
  return byte_at(data, at) | byte_at(data, at + 1) << 8;
}

/// Red, green, blue and alpha, from 0 to 255.
using Color = std::array<std::uint32_t, 4>;

/// Expands 5, 6 and 5 bits of red, green and blue to eight bits each, by repeating the upper bits. Alpha is 255.
Color color_565(std::uint32_t value);

/// Decodes the pixels of `uploadFromByteArray`. Pixels that `data` does not have keep their values. Returns false if
/// the format is not supported.
bool decode_bytes(base::Bytes data, std::string_view format, Level& level);

/// Decodes a bitmap in the format of `getPixels`: alpha, red, green, blue, not premultiplied. The result is
/// premultiplied. Only the upper left part that fits into the level is decoded.
void decode_bitmap(base::Bytes data, std::uint32_t width, std::uint32_t height, Level& level);

/// The size of the first level, and the number of sides: six if `is_cube`.
struct TextureShape {
  std::uint32_t width = 0, height = 0;
  bool is_cube = false;
};

/// The textures in a file in Adobe's Texture Format: a list of levels for each side. Sides are in the order of Stage3D.
struct AtfImage {
  std::vector<std::vector<Level>> sides;
  std::string problem;  // the reason why the file was not decoded; "" if it was
};

/// Decodes a file whose texture has this shape. The list of a side ends before the first level without data.
using AtfDecoder = AtfImage (*)(base::Bytes file, const TextureShape& shape);

/// Returns a pattern that replaces a texture that cannot be decoded.
Level marked_level(std::uint32_t width, std::uint32_t height, std::string_view format);

}  // namespace agal::frames
