// Tests PNG files of all formats, written by libpng.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <png.h>

#include <random>

#include "agal/diagnostic.hpp"
#include "render/picture.hpp"

namespace agal::render {
namespace {

struct Format {
  int color, depth;
  std::uint32_t channels() const {
    return color == PNG_COLOR_TYPE_RGB          ? 3
           : color == PNG_COLOR_TYPE_GRAY_ALPHA ? 2
           : color == PNG_COLOR_TYPE_RGB_ALPHA  ? 4
                                                : 1;
  }
};

constexpr std::uint32_t width = 21, height = 13;

// The samples of all pixels in order.
using Samples = std::vector<std::uint32_t>;

Samples random_samples(const Format& format, std::mt19937& random) {
  Samples samples(width * height * format.channels());
  for (std::uint32_t& sample : samples) sample = static_cast<std::uint32_t>(random()) & ((1u << format.depth) - 1);
  return samples;
}

std::vector<png_byte> packed_row(const Format& format, const Samples& samples, std::uint32_t y) {
  const std::uint32_t count = width * format.channels();
  std::vector<png_byte> row(count * 2);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t sample = samples[y * count + i];
    const std::uint32_t bit = i * static_cast<std::uint32_t>(format.depth);
    if (format.depth == 16) {
      row[2 * i] = static_cast<png_byte>(sample >> 8);
      row[2 * i + 1] = static_cast<png_byte>(sample & 255);
    } else {
      const std::uint32_t shift = 8 - static_cast<std::uint32_t>(format.depth) - bit % 8;
      row[bit / 8] = static_cast<png_byte>(row[bit / 8] | sample << shift);
    }
  }
  return row;
}

std::vector<png_color> palette_of(const Format& format) {
  std::vector<png_color> colors(std::size_t{1} << format.depth);
  for (std::size_t i = 0; i < colors.size(); ++i)
    colors[i] = {static_cast<png_byte>(i * 7), static_cast<png_byte>(i * 31), static_cast<png_byte>(255 - i)};
  return colors;
}

void append(png_structp png, png_bytep data, std::size_t size) {
  auto& out = *static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
  const auto bytes = std::as_bytes(std::span(data, size));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

// Writes a file. If `transparent` is true, the first color or palette entry is transparent.
std::vector<std::byte> file_of(const Format& format, const Samples& samples, bool interlaced, bool transparent) {
  std::vector<std::byte> out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, width, height, format.depth, format.color,
               interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(png, 0, PNG_ALL_FILTERS);
  const std::vector<png_color> palette = palette_of(format.color == PNG_COLOR_TYPE_PALETTE ? format : Format{0, 1});
  if (format.color == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
  if (transparent) {
    const auto number = [&](std::size_t i) { return static_cast<png_uint_16>(samples[i]); };
    const png_byte half = 100;
    const png_color_16 color{0, number(0), number(format.channels() > 2 ? 1 : 0), number(format.channels() > 2 ? 2 : 0),
                             number(0)};
    png_set_tRNS(png, info, &half, 1, &color);
  }
  png_write_info(png, info);
  for (int pass = png_set_interlace_handling(png); pass > 0; --pass)
    for (std::uint32_t y = 0; y < height; ++y) png_write_row(png, packed_row(format, samples, y).data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}

std::uint8_t as_byte(std::uint32_t sample, int depth) {
  const std::uint32_t max = (1u << depth) - 1;
  return static_cast<std::uint8_t>((sample * 255 + max / 2) / max);
}

Pixel pixel_of(const Format& format, const Samples& samples, std::size_t index, bool transparent) {
  const std::uint32_t channels = format.channels();
  const std::span<const std::uint32_t> own = std::span(samples).subspan(index * channels, channels);
  if (format.color == PNG_COLOR_TYPE_PALETTE) {
    const png_color color = palette_of(format)[own[0]];
    return {color.red, color.green, color.blue, static_cast<std::uint8_t>(transparent && own[0] == 0 ? 100 : 255)};
  }
  const bool gray = channels < 3;
  Pixel pixel{};
  for (std::size_t i = 0; i < 3; ++i) pixel[i] = as_byte(own[gray ? 0 : i], format.depth);
  const bool is_first = std::equal(own.begin(), own.end(), samples.begin());
  pixel[3] = channels % 2 == 0 ? as_byte(own[channels - 1], format.depth)
                               : static_cast<std::uint8_t>(transparent && is_first ? 0 : 255);
  return pixel;
}

TEST(Png, IsReadInEveryFormat) {
  std::mt19937 random(7);
  std::size_t count = 0;
  for (const int color : {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_PALETTE, PNG_COLOR_TYPE_GRAY_ALPHA,
                          PNG_COLOR_TYPE_RGB_ALPHA})
    for (const int depth : {1, 2, 4, 8, 16})
      for (const bool interlaced : {false, true})
        for (const bool transparent : {false, true}) {
          const bool small = color == PNG_COLOR_TYPE_GRAY || color == PNG_COLOR_TYPE_PALETTE;
          const bool has_alpha = (color & PNG_COLOR_MASK_ALPHA) != 0;
          if ((depth < 8 && !small) || (depth == 16 && color == PNG_COLOR_TYPE_PALETTE) || (transparent && has_alpha))
            continue;
          // The simplified interface of libpng 1.6.39 returns wrong colors for these files.
          if (depth == 16 && interlaced) continue;
          const Format format{color, depth};
          const Samples samples = random_samples(format, random);
          const Result<Picture> picture = read_png(file_of(format, samples, interlaced, transparent), "x.png");
          ASSERT_TRUE(picture) << render_text(picture.diagnostics());
          Picture expected(width, height, {});
          for (std::size_t i = 0; i < expected.pixels.size(); ++i)
            expected.pixels[i] = pixel_of(format, samples, i, transparent);
          EXPECT_EQ(*picture, expected) << fmt::format("color {}, depth {}, {}, {}", color, depth, interlaced,
                                                       transparent);
          ++count;
        }
  EXPECT_EQ(count, 46u);
}

}  // namespace
}  // namespace agal::render
