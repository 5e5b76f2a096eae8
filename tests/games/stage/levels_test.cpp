// Pixels of bitmaps, as players store them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "stage/levels.hpp"

namespace agal::frames {
namespace {

// Returns the stored color of a pixel of `getPixels` with this alpha.
std::uint32_t stored(std::uint32_t alpha, std::uint32_t color) {
  const auto a = static_cast<std::byte>(alpha), c = static_cast<std::byte>(color);
  const std::vector<std::byte> pixel{a, c, c, c};
  Level level{1, 1, base::ByteVector(4)};
  decode_bitmap(pixel, 1, 1, level);
  EXPECT_EQ(level.pixels[3], a);
  return std::to_integer<std::uint32_t>(level.pixels[0]);
}

struct Pixel {
  std::uint32_t alpha, color, stored;
};

// For these colors, color * alpha / 255, rounded, is one less than the stored color.
TEST(Bitmap, HasStoredColors) {
  for (const auto& [alpha, color, expected] : std::vector<Pixel>{{141, 245, 136},
                                                                 {154, 216, 131},
                                                                 {162, 218, 139},
                                                                 {176, 212, 147},
                                                                 {181, 212, 151},
                                                                 {190, 214, 160},
                                                                 {208, 183, 150},
                                                                 {217, 187, 160},
                                                                 {226, 253, 225},
                                                                 {235, 186, 172},
                                                                 {244, 180, 173},
                                                                 {248, 201, 196},
                                                                 {250, 181, 178},
                                                                 {252, 213, 211},
                                                                 {254, 128, 128}})
    EXPECT_EQ(stored(alpha, color), expected) << alpha << ' ' << color;
}

TEST(Bitmap, StoredColorsAreAtMostAlphaAndComplete) {
  for (std::uint32_t alpha = 0; alpha < 256; ++alpha) {
    std::vector<std::uint32_t> found, all(alpha + 1);
    for (std::uint32_t color = 0; color < 256; ++color) found.push_back(stored(alpha, color));
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end())) << alpha;
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::iota(all.begin(), all.end(), 0u);
    EXPECT_EQ(found, all) << alpha;
  }
}

}  // namespace
}  // namespace agal::frames
