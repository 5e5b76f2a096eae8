// Tests pictures, PNG files, colors and letters.
#include "render/picture.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <set>

#include "agal/diagnostic.hpp"

namespace agal::render {
namespace {

using testing::HasSubstr;

Picture pattern(std::uint32_t width, std::uint32_t height) {
  Picture picture(width, height, {});
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x)
      picture.at(x, y) = {static_cast<std::uint8_t>(x * 37), static_cast<std::uint8_t>(y * 91),
                          static_cast<std::uint8_t>(x * y), static_cast<std::uint8_t>(255 - x)};
  return picture;
}

TEST(Png, PreservesPixels) {
  for (const auto& [width, height] : {std::pair(1u, 1u), std::pair(7u, 3u), std::pair(64u, 200u)}) {
    const Picture picture = pattern(width, height);
    const Result<Picture> back = read_png(write_png(picture), "x.png");
    ASSERT_TRUE(back) << render_text(back.diagnostics());
    EXPECT_EQ(*back, picture);
  }
}

TEST(Png, IsDeterministic) { EXPECT_EQ(write_png(pattern(20, 20)), write_png(pattern(20, 20))); }

TEST(Png, ReportsUnreadableFiles) {
  const auto said = [](std::span<const std::byte> bytes) {
    const Result<Picture> picture = read_png(bytes, "x.png");
    EXPECT_FALSE(picture);
    return render_text(picture.diagnostics());
  };
  const std::vector<std::byte> good = write_png(pattern(50, 50));
  EXPECT_THAT(said({}), HasSubstr("x.png: error[AGAL1019]"));
  for (const std::size_t length : {std::size_t{1}, std::size_t{8}, std::size_t{20}, good.size() / 2})
    EXPECT_THAT(said(std::span(good).first(length)), HasSubstr("AGAL1019")) << length;
  std::vector<std::byte> noise(500, std::byte{0x5a});
  EXPECT_THAT(said(noise), HasSubstr("AGAL1019"));
  EXPECT_THAT(said(write_png(Picture(max_picture_side + 1, 1, {}))), HasSubstr("larger than 4096"));
}

TEST(Png, SurvivesDamageOfEveryByte) {
  const std::vector<std::byte> good = write_png(pattern(9, 9));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::vector<std::byte> bad = good;
    bad[i] ^= std::byte{0xff};
    const Result<Picture> picture = read_png(bad, "x.png");
    EXPECT_TRUE(picture || picture.diagnostics().has_errors());
  }
}

TEST(Color, RoundsLikeGpu) {
  EXPECT_EQ(to_byte(0), 0);
  EXPECT_EQ(to_byte(1), 255);
  EXPECT_EQ(to_byte(-1), 0);
  EXPECT_EQ(to_byte(2), 255);
  EXPECT_EQ(to_byte(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(to_byte(std::numeric_limits<float>::infinity()), 255);
  EXPECT_EQ(to_byte(0.5f), 128);
  for (int i = 0; i < 256; ++i) EXPECT_EQ(to_byte(from_byte(static_cast<std::uint8_t>(i))), i);
}

TEST(Color, IsParsed) {
  EXPECT_EQ(parse_color("#fff"), (Float4{1, 1, 1, 1}));
  EXPECT_EQ(parse_color("#ff0000"), (Float4{1, 0, 0, 1}));
  EXPECT_EQ(parse_color("#00ff0000"), (Float4{0, 1, 0, 0}));
  for (const char* text : {"", "#", "fff", "#ffff", "#ggg", "#-12345", "#ff00", "red"})
    EXPECT_FALSE(parse_color(text)) << text;
}

TEST(Color, Blends) {
  const Pixel below{100, 200, 0, 255};
  EXPECT_EQ(blend_over({0.2f, 0, 1, 1}, below, stage3d::Blend::Premultiplied), (Pixel{51, 0, 255, 255}));
  EXPECT_EQ(blend_over({0, 0, 0, 0}, below, stage3d::Blend::Premultiplied), below);
  EXPECT_EQ(blend_over({0.5f, 0, 0, 0.5f}, below, stage3d::Blend::Premultiplied), (Pixel{178, 100, 0, 255}));
  EXPECT_EQ(blend_over({0.5f, 1, 0, 0.5f}, below, {stage3d::BlendFactor::DestinationColor, stage3d::BlendFactor::Zero}),
            (Pixel{50, 200, 0, 128}));
  EXPECT_EQ(blend_over({0.5f, 0, 0, 0.5f}, below,
                       {stage3d::BlendFactor::SourceAlpha, stage3d::BlendFactor::OneMinusSourceColor}),
            (Pixel{114, 200, 0, 191}));
  EXPECT_EQ(store({0.5f, 0, 0, 0.5f}), (Pixel{128, 0, 0, 128}));
}

TEST(Picture, CountsDifferences) {
  Picture a(4, 4, {10, 10, 10, 255}), b = a;
  EXPECT_EQ(compare(a, b, 0).pixels, 0u);
  b.at(1, 1)[2] = 30;
  b.at(2, 2)[0] = 12;
  EXPECT_EQ(compare(a, b, 2).pixels, 1u);
  EXPECT_EQ(compare(a, b, 1).pixels, 2u);
  EXPECT_EQ(compare(a, b, 0).max, 20u);
  const Picture difference = difference_picture(a, b, 16);
  EXPECT_EQ(difference.at(0, 0), (Pixel{0, 0, 0, 255}));
  EXPECT_EQ(difference.at(1, 1), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(difference.at(2, 2), (Pixel{32, 0, 0, 255}));
}

TEST(Font, HasDistinctCharacters) {
  std::set<std::vector<Pixel>> shapes;
  for (const char c : font_characters()) {
    Picture cell(cell_width, cell_height, {});
    draw_text(cell, std::string_view(&c, 1), 0, 0, {255, 255, 255, 255});
    EXPECT_TRUE(shapes.insert(cell.pixels).second) << c;
  }
  for (const char c : std::string("abcdefghijklmnopqrstuvwxyz0123456789_/+-.,="))
    EXPECT_NE(font_characters().find(c), std::string_view::npos) << c;
}

TEST(Font, StaysInsideThePicture) {
  Picture small(4, 4, {});
  draw_text(small, "water\xff", 0, 0, {255, 255, 255, 255});
  draw_text(small, "water", 100, 100, {255, 255, 255, 255});
  EXPECT_EQ(small.pixels.size(), 16u);
}

}  // namespace
}  // namespace agal::render
