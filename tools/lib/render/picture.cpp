#include "render/picture.hpp"

#include <algorithm>
#include <cstdlib>

namespace agal::render {
namespace {

std::uint32_t distance(std::uint8_t a, std::uint8_t b) { return static_cast<std::uint32_t>(std::abs(int{a} - int{b})); }

// Returns the greatest difference of a channel.
std::uint32_t distance(const Pixel& a, const Pixel& b) {
  std::uint32_t max = 0;
  for (std::size_t lane = 0; lane < 4; ++lane) max = std::max(max, distance(a[lane], b[lane]));
  return max;
}

}  // namespace

void paste(Picture& into, const Picture& from, std::uint32_t x, std::uint32_t y) {
  for (std::uint32_t row = 0; row < from.height; ++row)
    for (std::uint32_t column = 0; column < from.width; ++column) into.at(x + column, y + row) = from.at(column, row);
}

Difference compare(const Picture& a, const Picture& b, std::uint32_t tolerance) {
  Difference difference;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    const std::uint32_t max = distance(a.pixels[i], b.pixels[i]);
    difference.max = std::max(difference.max, max);
    difference.pixels += max > tolerance;
  }
  return difference;
}

std::vector<std::size_t> different_pixels(const Picture& a, const Picture& b, std::uint32_t tolerance) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    if (distance(a.pixels[i], b.pixels[i]) > tolerance) list.push_back(i);
  return list;
}

Picture difference_picture(const Picture& a, const Picture& b, std::uint32_t gain) {
  Picture picture(a.width, a.height, {0, 0, 0, 255});
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    for (std::size_t lane = 0; lane < 3; ++lane)
      picture.pixels[i][lane] =
          static_cast<std::uint8_t>(std::min(distance(a.pixels[i][lane], b.pixels[i][lane]) * gain, 255u));
  return picture;
}

}  // namespace agal::render
