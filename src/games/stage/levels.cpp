#include "stage/levels.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace agal::frames {
namespace {

using base::Bytes;
using base::ByteVector;

constexpr std::size_t rgba = 4, half_bytes = 8;

void put(std::byte* to, std::uint32_t red, std::uint32_t green, std::uint32_t blue, std::uint32_t alpha) {
  const std::array channels{red, green, blue, alpha};
  for (std::size_t i = 0; i < rgba; ++i) to[i] = static_cast<std::byte>(channels[i]);
}

void put_565(std::byte* to, std::uint32_t value) {
  const Color color = color_565(value);
  put(to, color[0], color[1], color[2], color[3]);
}

struct Format {
  std::string_view name;
  std::size_t bytes;  // the size of an uploaded pixel
  void (*decode)(Bytes pixel, std::byte* to);
};

constexpr std::array formats{
    Format{"bgra", 4,
           [](Bytes p, std::byte* to) { put(to, byte_at(p, 2), byte_at(p, 1), byte_at(p, 0), byte_at(p, 3)); }},
    Format{"rgba", 4, [](Bytes p, std::byte* to) { std::memcpy(to, p.data(), rgba); }},
    Format{"bgrPacked565", 2, [](Bytes p, std::byte* to) { put_565(to, word_at(p, 0)); }},
    Format{"bgraPacked4444", 2,
           [](Bytes p, std::byte* to) {
             const std::uint32_t value = word_at(p, 0);
             put(to, (value >> 8 & 15) * 17, (value >> 4 & 15) * 17, (value & 15) * 17, (value >> 12) * 17);
           }},
    Format{half_format, half_bytes, [](Bytes p, std::byte* to) { std::memcpy(to, p.data(), half_bytes); }},
};

// Players store colors multiplied by alpha. `getPixels` returns `color * n / alpha`, rounded, where n depends on alpha
// and is between 254 and 255. The table has 64 * (n - 254) for the alphas from 176 to 255. For smaller alphas, one n
// gives the stored colors (docs/adr/0039-one-decoder-of-textures.md).
constexpr std::uint32_t first_listed_alpha = 176, steps_below = 47;
constexpr std::array<std::uint8_t, 80> steps_of_alpha{
    21, 26, 27, 33, 34, 33, 38, 30, 28, 20, 19, 54, 51, 44, 36, 26, 57, 51, 38, 25, 56, 45, 28, 57, 41, 25, 55,
    34, 52, 40, 17, 44, 21, 45, 17, 43, 14, 37, 59, 30, 51, 19, 39, 58, 22, 43, 60, 23, 39, 56, 12, 30, 45, 60,
    17, 29, 42, 53, 7,  18, 27, 38, 46, 55, 61, 11, 18, 24, 30, 36, 41, 45, 50, 53, 56, 58, 60, 62, 63, 48};

// Returns the color that the player stores for a color of `getPixels`.
std::uint32_t premultiplied(std::uint32_t color, std::uint32_t alpha) {
  constexpr std::uint32_t steps = 64;
  const std::uint32_t above = alpha < first_listed_alpha ? steps_below : steps_of_alpha[alpha - first_listed_alpha];
  const std::uint32_t n = steps * 254 + above;
  return std::min((2 * steps * color * alpha + n) / (2 * n), alpha);
}

}  // namespace

Color color_565(std::uint32_t value) {
  const std::uint32_t red = value >> 11, green = value >> 5 & 63, blue = value & 31;
  return {red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2, 255};
}

bool is_format(std::string_view name) {
  const auto has_name = [&](const Format& format) { return format.name == name; };
  return name == "compressed" || name == "compressedAlpha" || std::any_of(formats.begin(), formats.end(), has_name);
}

std::size_t bytes_of_pixel(std::string_view format) { return format == half_format ? half_bytes : rgba; }

bool decode_bytes(Bytes data, std::string_view format, Level& level) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const Format& f) { return f.name == format; });
  if (found == formats.end()) return false;
  const std::size_t size = bytes_of_pixel(format);
  const std::size_t count = std::min(std::size_t{level.width} * level.height, data.size() / found->bytes);
  for (std::size_t i = 0; i < count; ++i)
    found->decode(data.subspan(i * found->bytes, found->bytes), level.pixels.data() + i * size);
  return true;
}

void decode_bitmap(Bytes data, std::uint32_t width, std::uint32_t height, Level& level) {
  for (std::uint32_t y = 0; y < std::min(height, level.height); ++y)
    for (std::uint32_t x = 0; x < std::min(width, level.width); ++x) {
      const std::size_t from = rgba * (std::size_t{y} * width + x);
      if (from + rgba > data.size()) return;
      const std::uint32_t alpha = byte_at(data, from);
      const auto color = [&](std::size_t i) { return premultiplied(byte_at(data, from + i), alpha); };
      put(level.pixels.data() + rgba * (std::size_t{y} * level.width + x), color(1), color(2), color(3), alpha);
    }
}

Level marked_level(std::uint32_t width, std::uint32_t height, std::string_view format) {
  constexpr std::uint32_t square = 8;
  constexpr std::uint16_t half_one = 0x3c00;
  Level level{width, height, ByteVector(bytes_of_pixel(format) * width * height)};
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const bool is_magenta = (x / square + y / square) % 2 == 0;
      const std::size_t at = std::size_t{y} * width + x;
      if (format == half_format) {
        const std::uint16_t color = is_magenta ? half_one : std::uint16_t{0};
        const std::array<std::uint16_t, 4> channels{color, 0, color, half_one};
        std::memcpy(level.pixels.data() + at * half_bytes, channels.data(), half_bytes);
      } else {
        put(level.pixels.data() + at * rgba, is_magenta ? 255 : 0, 0, is_magenta ? 255 : 0, 255);
      }
    }
  return level;
}

}  // namespace agal::frames
