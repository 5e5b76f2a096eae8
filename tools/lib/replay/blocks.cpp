#include "blocks.hpp"

#include <algorithm>
#include <array>

#ifdef AGAL_WITH_LIBETC1
#include <ETC1/etc1.h>
#endif

namespace agal::frames {
namespace {

using base::Bytes;

constexpr std::size_t block_side = 4, block_pixels = block_side * block_side, channel_count = 4;
using BlockColors = std::array<Color, block_pixels>;
using BlockAlphas = std::array<std::uint32_t, block_pixels>;

Color mix(const Color& a, const Color& b, std::uint32_t of_a, std::uint32_t of_b) {
  Color result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = (a[i] * of_a + b[i] * of_b) / (of_a + of_b);
  return result;
}

// Blocks of DXT1 may have a transparent color.
BlockColors dxt_colors(Bytes block, bool is_dxt1) {
  base::ByteReader reader(block);
  const std::uint32_t first = reader.u16(), second = reader.u16(), indices = reader.u32();
  std::array<Color, 4> colors{color_565(first), color_565(second), {}, {}};
  if (first > second || !is_dxt1) {
    colors[2] = mix(colors[0], colors[1], 2, 1);
    colors[3] = mix(colors[0], colors[1], 1, 2);
  } else {
    colors[2] = mix(colors[0], colors[1], 1, 1);
  }
  BlockColors result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = colors[indices >> 2 * i & 3];
  return result;
}

BlockAlphas dxt_alphas(Bytes block) {
  base::ByteReader reader(block);
  const std::uint32_t first = reader.u8(), second = reader.u8();
  std::array<std::uint32_t, 8> alphas{first, second, 0, 0, 0, 0, 0, 255};
  const std::uint32_t steps = first > second ? 7 : 5;
  for (std::uint32_t i = 1; i < steps; ++i) alphas[i + 1] = (first * (steps - i) + second * i) / steps;
  BlockAlphas result;
  const std::array halves{reader.u24(), reader.u24()};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = alphas[halves[i / 8] >> 3 * (i % 8) & 7];
  return result;
}

std::size_t columns_of(const Level& level) { return (level.width + block_side - 1) / block_side; }

// Sets the pixels of a block. Pixels outside the level are left out.
void put_block(Level& level, std::size_t number, const BlockColors& colors) {
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const std::size_t x = number % columns_of(level) * block_side + i % block_side,
                      y = number / columns_of(level) * block_side + i / block_side;
    if (x >= level.width || y >= level.height) continue;
    std::byte* const to = level.pixels.data() + channel_count * (y * level.width + x);
    for (std::size_t c = 0; c < channel_count; ++c) to[c] = static_cast<std::byte>(colors[i][c]);
  }
}

#ifdef AGAL_WITH_LIBETC1
BlockColors etc1_colors(Bytes block) {
  std::array<etc1_byte, ETC1_DECODED_BLOCK_SIZE> pixels;
  etc1_decode_block(reinterpret_cast<const etc1_byte*>(block.data()), pixels.data());
  BlockColors result;
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = {pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2], 255};
  return result;
}
#endif

}  // namespace

std::size_t blocks_of(const Level& level) { return columns_of(level) * ((level.height + block_side - 1) / block_side); }

void decode_dxt(Bytes blocks, bool has_alpha, Level& level) {
  const std::size_t size = has_alpha ? 2 * color_block_bytes : color_block_bytes;
  for (std::size_t number = 0; number < blocks.size() / size; ++number) {
    const Bytes block = blocks.subspan(number * size, size);
    BlockColors colors = dxt_colors(block.last(color_block_bytes), !has_alpha);
    if (has_alpha) {
      const BlockAlphas alphas = dxt_alphas(block);
      for (std::size_t i = 0; i < colors.size(); ++i) colors[i][3] = alphas[i];
    }
    put_block(level, number, colors);
  }
}

#ifdef AGAL_WITH_LIBETC1
std::string decode_etc1(Bytes blocks, bool has_alpha, Level& level) {
  const std::size_t count = blocks.size() / color_block_bytes / (has_alpha ? 2 : 1);
  const auto colors_of = [&](std::size_t number) {
    return etc1_colors(blocks.subspan(number * color_block_bytes, color_block_bytes));
  };
  for (std::size_t number = 0; number < count; ++number) {
    BlockColors colors = colors_of(number);
    if (has_alpha) {
      const BlockColors alphas = colors_of(count + number);
      for (std::size_t i = 0; i < colors.size(); ++i) colors[i][3] = alphas[i][0];
    }
    put_block(level, number, colors);
  }
  return {};
}
#else
std::string decode_etc1(Bytes, bool, Level&) { return "this build of agalc does not have libETC1, which decodes ETC1"; }
#endif

}  // namespace agal::frames
