#include "replay/textures.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace agal::frames {
namespace {

constexpr std::size_t rgba = 4;

// Infinity and NaN become large numbers, which all uses clamp.
float float_of_half(std::uint32_t bits) {
  const auto fraction = static_cast<float>(bits & 1023);
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const float value = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 != 0 ? -value : value;
}

}  // namespace

render::Picture picture_of(const Level& level, std::string_view format) {
  render::Picture picture(level.width, level.height, {});
  if (format != half_format) {
    std::memcpy(picture.pixels.data(), level.pixels.data(),
                std::min(level.pixels.size(), rgba * picture.pixels.size()));
    return picture;
  }
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    for (std::size_t c = 0; c < rgba; ++c)
      picture.pixels[i][c] = render::to_byte(float_of_half(word_at(level.pixels, 2 * (rgba * i + c))));
  return picture;
}

}  // namespace agal::frames
