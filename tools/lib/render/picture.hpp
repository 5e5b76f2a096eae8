// Pictures with eight bits per channel, and PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agal/result.hpp"
#include "render/color.hpp"

namespace agal::render {

struct Picture {
  std::uint32_t width = 0, height = 0;
  std::vector<Pixel> pixels;  // row by row, from the top

  Picture() = default;
  Picture(std::uint32_t w, std::uint32_t h, const Pixel& fill)
      : width(w), height(h), pixels(std::size_t{w} * h, fill) {}

  Pixel& at(std::uint32_t x, std::uint32_t y) { return pixels[std::size_t{y} * width + x]; }
  const Pixel& at(std::uint32_t x, std::uint32_t y) const { return pixels[std::size_t{y} * width + x]; }
  bool operator==(const Picture&) const = default;
};

/// The maximum width and height of a picture that is read as a texture.
inline constexpr std::uint32_t max_picture_side = 4096;

/// Reads a PNG file of any format as 8-bit channels. Colors are not converted, and alpha is not premultiplied.
Result<Picture> read_png(std::span<const std::byte> bytes, const std::string& name);

/// Writes a PNG file. The bytes depend only on the picture.
std::vector<std::byte> write_png(const Picture& picture);

/// Copies a picture into another one, which must have enough space.
void paste(Picture& into, const Picture& from, std::uint32_t x, std::uint32_t y);

/// The difference of two pictures that have the same size.
struct Difference {
  std::uint32_t max = 0;   // the maximum difference of a channel, in 255ths
  std::size_t pixels = 0;  // pixels with a channel that differs by more than `tolerance`
};
Difference compare(const Picture& a, const Picture& b, std::uint32_t tolerance);
/// Returns the indices of these pixels.
std::vector<std::size_t> different_pixels(const Picture& a, const Picture& b, std::uint32_t tolerance);

/// Returns the absolute difference of red, green and blue, times `gain`. Equal pixels are black.
Picture difference_picture(const Picture& a, const Picture& b, std::uint32_t gain);

// ------------------------------------------------------------------------------------------------------ text

/// Draws text in the built-in font. Characters have five by nine pixels in cells of six by ten. Missing characters are
/// boxes.
inline constexpr std::uint32_t cell_width = 6, cell_height = 10;
void draw_text(Picture& into, std::string_view text, std::uint32_t x, std::uint32_t y, const Pixel& color);
/// Returns the characters of the font.
std::string_view font_characters();

}  // namespace agal::render
