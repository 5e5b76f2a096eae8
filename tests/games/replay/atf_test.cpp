// Tests textures in Adobe's Texture Format, which the tests write themselves.
#include <algorithm>
#include <random>

#include "container/streams.hpp"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "replay/jxr_writer.hpp"
#include "replay/textures.hpp"
#include "support/example.hpp"
#include "support/facility.hpp"

namespace agal::frames {
namespace {

using base::Bytes;
using base::ByteVector;
using test::from_hex;
using testing::HasSubstr;

enum AtfKind : std::uint8_t { Rgb = 0, Rgba = 1, Packed = 2, Raw = 3, PackedAlpha = 4, RawAlpha = 5, Cube = 128 };

void put_big(ByteVector& out, std::size_t value, std::size_t bytes) {
  for (std::size_t i = bytes; i > 0; --i) out.push_back(static_cast<std::byte>(value >> 8 * (i - 1) & 255));
}

std::byte log2_of(std::uint32_t side) {
  return static_cast<std::byte>(side <= 1 ? 0 : std::to_integer<int>(log2_of(side / 2)) + 1);
}

// Version 0 has lengths of three bytes.
ByteVector write_atf(unsigned kind, std::uint32_t width, std::uint32_t height, std::uint8_t levels,
                     const std::vector<ByteVector>& parts, std::uint8_t version = 0) {
  ByteVector body = {static_cast<std::byte>(kind), log2_of(width), log2_of(height), std::byte{levels}};
  const std::size_t length_bytes = version == 0 ? 3 : 4;
  for (const ByteVector& part : parts) {
    put_big(body, part.size(), length_bytes);
    base::put_bytes(body, part);
  }
  ByteVector file;
  base::put_text(file, "ATF");
  if (version > 0)
    base::put_bytes(file, ByteVector{std::byte{0}, std::byte{0}, std::byte{0}, std::byte{255}, std::byte{version}});
  put_big(file, body.size(), length_bytes);
  base::put_bytes(file, body);
  return file;
}

AtfImage decode(const ByteVector& file, std::uint32_t width, std::uint32_t height, bool is_cube = false) {
  return decode_atf(file, {width, height, is_cube});
}

std::string pixel(const Level& level, std::size_t x, std::size_t y) {
  std::string text;
  for (std::size_t i = 0; i < 4; ++i)
    text += std::to_string(std::to_integer<int>(level.pixels[4 * (y * level.width + x) + i])) + (i < 3 ? "," : "");
  return text;
}

// Red, blue, and what is between them, in each row.
const ByteVector dxt1 = from_hex("00 f8 1f 00 e4 e4 e4 e4");
// The first color is less than the second, so the last color is transparent.
const ByteVector dxt1_with_hole = from_hex("1f 00 00 f8 e4 e4 e4 e4");
// The alphas 255 and 0, alternating; red.
const ByteVector dxt5 = from_hex("ff 00 88 88 88 88 88 88 00 f8 00 f8 00 00 00 00");
// The colors of both halves are 8 of 15; the first table adds 2 or 8, or subtracts as much.
const ByteVector etc1 = from_hex("88 88 88 00 00 00 00 00");

ByteVector repeat(const ByteVector& bytes, std::size_t count) {
  ByteVector all;
  for (std::size_t i = 0; i < count; ++i) base::put_bytes(all, bytes);
  return all;
}

ByteVector random_bytes(std::size_t count) {
  std::mt19937 random(7);
  ByteVector bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255);
  return bytes;
}

TEST(Atf, DecodesRawDxt1) {
  const AtfImage image = decode(write_atf(Raw, 8, 4, 2, {repeat(dxt1, 2), {}, {}, dxt1_with_hole, {}, {}}), 8, 4);
  ASSERT_EQ(image.problem, "");
  ASSERT_EQ(image.sides[0].size(), 2u);
  const Level& first = image.sides[0][0];
  EXPECT_EQ(pixel(first, 4, 3), "255,0,0,255");
  EXPECT_EQ(pixel(first, 5, 3), "0,0,255,255");
  EXPECT_EQ(pixel(first, 6, 3), "170,0,85,255");
  EXPECT_EQ(pixel(first, 7, 3), "85,0,170,255");
  const Level& second = image.sides[0][1];
  EXPECT_EQ(second.width, 4u);
  EXPECT_EQ(second.height, 2u);
  EXPECT_EQ(pixel(second, 2, 1), "127,0,127,255");
  EXPECT_EQ(pixel(second, 3, 1), "0,0,0,0");
}

TEST(Atf, DecodesRawDxt5) {
  const AtfImage image = decode(write_atf(RawAlpha, 4, 4, 1, {dxt5, {}, {}}), 4, 4);
  ASSERT_EQ(image.problem, "");
  EXPECT_EQ(pixel(image.sides[0][0], 0, 0), "255,0,0,255");
  EXPECT_EQ(pixel(image.sides[0][0], 1, 2), "255,0,0,0");
}

TEST(Atf, ReadsAllVersions) {
  for (std::uint8_t version = 0; version <= 3; ++version)
    for (const std::size_t others : {0u, 2u, 3u}) {
      std::vector<ByteVector> parts{dxt1};
      parts.resize(1 + others);
      EXPECT_EQ(decode(write_atf(Raw, 4, 4, 1, parts, version), 4, 4).problem, "") << int{version} << ", " << others;
    }
}

TEST(Atf, IgnoresBytesAfterFile) {
  ByteVector file = write_atf(Raw, 4, 4, 1, {dxt1});
  base::put_text(file, "more");
  EXPECT_EQ(decode(file, 4, 4).problem, "");
}

// A file has the negative side of each axis before the positive side.
TEST(Atf, OrdersSidesLikeStage3D) {
  std::vector<ByteVector> parts;
  for (const char* color : {"00 08", "00 10", "00 18", "00 20", "00 28", "00 30"})
    parts.push_back(from_hex(std::string(color) + " 00 00 00 00 00 00"));
  const AtfImage image = decode(write_atf(Raw | Cube, 4, 4, 1, parts), 4, 4, true);
  ASSERT_EQ(image.problem, "");
  std::vector<std::string> reds;
  for (const std::vector<Level>& side : image.sides) reds.push_back(pixel(side[0], 0, 0));
  EXPECT_THAT(reds,
              testing::ElementsAre("16,0,0,255", "8,0,0,255", "33,0,0,255", "24,0,0,255", "49,0,0,255", "41,0,0,255"));
}

TEST(Atf, LeavesOutLevelsWithoutData) {
  const AtfImage image = decode(write_atf(Raw, 8, 8, 3, {repeat(dxt1, 4), {}, {}, {}, {}, {}, {}, {}, {}}), 8, 8);
  ASSERT_EQ(image.problem, "");
  EXPECT_EQ(image.sides[0].size(), 1u);
  EXPECT_THAT(decode(write_atf(Raw, 4, 4, 1, {{}, {}, {}}), 4, 4).problem, HasSubstr("no data"));
}

TEST(Atf, NamesProblems) {
  const ByteVector file = write_atf(Raw, 4, 4, 1, {dxt1});
  EXPECT_THAT(decode(file, 8, 4).problem, HasSubstr("another size"));
  EXPECT_THAT(decode(file, 4, 4, true).problem, HasSubstr("another size"));
  EXPECT_THAT(decode(write_atf(6, 4, 4, 1, {dxt1}), 4, 4).problem, HasSubstr("format 6"));
  EXPECT_THAT(decode(write_atf(Raw, 4, 4, 1, {{}, dxt1}), 4, 4).problem, HasSubstr("neither DXT nor ETC1"));
  EXPECT_THAT(decode(write_atf(Raw, 8, 4, 1, {dxt1}), 8, 4).problem, HasSubstr("complete blocks"));
  EXPECT_THAT(decode(write_atf(Raw, 4, 4, 2, {dxt1}), 4, 4).problem, HasSubstr("parts of all levels"));
  EXPECT_THAT(decode(write_atf(Packed, 4, 4, 1, {dxt1, dxt1}), 4, 4).problem, HasSubstr("LZMA"));
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_NE(decode(ByteVector(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)), 4, 4).problem, "");
}

TEST(Atf, DecodesEtc1) {
  const AtfImage image = decode(write_atf(Raw, 4, 4, 1, {{}, {}, etc1}), 4, 4);
#ifdef AGAL_WITH_LIBETC1
  const AtfImage translucent = decode(write_atf(RawAlpha, 4, 4, 1, {{}, {}, repeat(etc1, 2)}), 4, 4);
  ASSERT_EQ(image.problem, "");
  ASSERT_EQ(translucent.problem, "");
  EXPECT_EQ(pixel(image.sides[0][0], 1, 2), "138,138,138,255");
  EXPECT_EQ(pixel(translucent.sides[0][0], 1, 2), "138,138,138,138");
#else
  EXPECT_THAT(image.problem, HasSubstr("libETC1"));
#endif
}

TEST(Atf, NamesMissingLibrary) {
  if (missing_jxr().empty()) return;
  EXPECT_THAT(decode(write_atf(Rgb, 1, 1, 1, {dxt1}), 1, 1).problem, HasSubstr("libjxr"));
}

// ---------------------------------------------------------------------------------------------------- JPEG XR

class PackedAtf : public testing::Test {
 protected:
  void SetUp() override { AGAL_NEED(test::Facility::Setup, missing_jxr()); }
};

// The bytes of each item from `begin` on, one item after the other.
ByteVector column(const ByteVector& items, std::size_t item, std::size_t begin, std::size_t size) {
  ByteVector bytes;
  for (std::size_t at = begin; at + size <= items.size(); at += item)
    base::put_bytes(bytes, Bytes(items).subspan(at, size));
  return bytes;
}

ByteVector packed(const ByteVector& bytes) { return *container::pack_lzma(bytes); }

// Two columns of blocks, as an image with the first column in its upper half.
ByteVector image_of(const ByteVector& first, const ByteVector& second, std::uint32_t width, JxrFormat format,
                    std::size_t bytes) {
  ByteVector pixels = first;
  base::put_bytes(pixels, second);
  return write_jxr(pixels, width, static_cast<std::uint32_t>(pixels.size() / bytes / width), format);
}

// The colors of blocks of DXT, and what selects them, packed.
std::vector<ByteVector> packed_colors(const ByteVector& blocks, std::size_t block, std::uint32_t width) {
  return {packed(column(blocks, block, block - 4, 4)),
          image_of(column(blocks, block, block - 8, 2), column(blocks, block, block - 6, 2), width / 4,
                   JxrFormat::Rgb565, 2)};
}

TEST_F(PackedAtf, EqualsRawDxt1) {
  const ByteVector blocks = random_bytes(16 * 8 * 8);
  const AtfImage raw = decode(write_atf(Raw, 64, 32, 1, {blocks, {}, {}}), 64, 32);
  ASSERT_EQ(raw.problem, "");
  for (const std::size_t others : {0u, 6u, 9u, 10u}) {
    std::vector<ByteVector> parts = packed_colors(blocks, 8, 64);
    parts.resize(parts.size() + others);
    const AtfImage image = decode(write_atf(Packed, 64, 32, 1, parts), 64, 32);
    ASSERT_EQ(image.problem, "");
    EXPECT_EQ(image.sides[0][0].pixels, raw.sides[0][0].pixels);
  }
}

TEST_F(PackedAtf, EqualsRawDxt5) {
  for (const std::uint32_t side : {4u, 8u, 64u}) {
    const ByteVector blocks = random_bytes(side * side);
    const AtfImage raw = decode(write_atf(RawAlpha, side, side, 1, {blocks, {}, {}}), side, side);
    std::vector<ByteVector> parts = {
        packed(column(blocks, 16, 2, 6)),
        image_of(column(blocks, 16, 0, 1), column(blocks, 16, 1, 1), side / 4, JxrFormat::Gray8, 1)};
    for (ByteVector& part : packed_colors(blocks, 16, side)) parts.push_back(std::move(part));
    parts.resize(10);
    const AtfImage image = decode(write_atf(PackedAlpha, side, side, 1, parts, 2), side, side);
    ASSERT_EQ(image.problem, "");
    EXPECT_EQ(image.sides[0][0].pixels, raw.sides[0][0].pixels);
  }
}

// Words of both colors of ETC1 with five bits a channel.
std::array<ByteVector, 2> etc1_colors(const ByteVector& blocks) {
  std::array<ByteVector, 2> words;
  for (std::size_t at = 0; at < blocks.size(); at += 8) {
    std::uint32_t first = 0, second = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t byte = byte_at(blocks, at + c), low = byte & 15;
      const bool has_difference = (byte_at(blocks, at + 3) & 2) != 0;
      const std::uint32_t added = (byte & 7) < 4 ? byte & 7 : (byte & 7) - 8;
      first = first << 5 | (has_difference ? byte >> 3 : byte >> 4 << 1 | byte >> 7);
      second = second << 5 | (has_difference ? ((byte >> 3) + added) & 31 : low << 1 | low >> 3);
    }
    base::put_little(words[0], first, 2);
    base::put_little(words[1], second, 2);
  }
  return words;
}

TEST_F(PackedAtf, EqualsRawEtc1) {
#ifdef AGAL_WITH_LIBETC1
  for (const bool has_alpha : {false, true}) {
    const std::uint32_t side = 32;
    const ByteVector blocks = random_bytes(8 * 8 * 8 * (has_alpha ? 2 : 1));
    const AtfImage raw = decode(write_atf(has_alpha ? RawAlpha : Raw, side, side, 1, {{}, {}, blocks}), side, side);
    ASSERT_EQ(raw.problem, "");
    const std::array<ByteVector, 2> words = etc1_colors(blocks);
    std::vector<ByteVector> parts(has_alpha ? 7 : 5);
    parts.push_back(packed(column(blocks, 8, 3, 1)));
    parts.push_back(packed(column(blocks, 8, 4, 4)));
    parts.push_back(image_of(words[0], words[1], side / 4, JxrFormat::Rgb555, 2));
    const AtfImage image = decode(write_atf(has_alpha ? PackedAlpha : Packed, side, side, 1, parts), side, side);
    ASSERT_EQ(image.problem, "");
    EXPECT_EQ(image.sides[0][0].pixels, raw.sides[0][0].pixels);
  }
#else
  AGAL_NEED(test::Facility::Setup, "agalc was built without libETC1");
#endif
}

TEST_F(PackedAtf, DecodesImages) {
  const ByteVector bgra = random_bytes(16 * 8 * 4);
  const AtfImage image = decode(write_atf(Rgba, 16, 8, 1, {write_jxr(bgra, 16, 8, JxrFormat::Bgra32)}), 16, 8);
  ASSERT_EQ(image.problem, "");
  const Level& level = image.sides[0][0];
  constexpr std::array<std::size_t, 4> order{2, 1, 0, 3};
  for (std::size_t i = 0; i < bgra.size(); ++i) ASSERT_EQ(level.pixels[i], bgra[i - i % 4 + order[i % 4]]) << i;
  const AtfImage opaque =
      decode(write_atf(Rgb, 1, 1, 1, {write_jxr(from_hex("01 02 03"), 1, 1, JxrFormat::Rgb24)}), 1, 1);
  ASSERT_EQ(opaque.problem, "");
  EXPECT_EQ(pixel(opaque.sides[0][0], 0, 0), "1,2,3,255");
  EXPECT_THAT(decode(write_atf(Rgb, 2, 1, 1, {write_jxr(from_hex("01 02 03"), 1, 1, JxrFormat::Rgb24)}), 2, 1).problem,
              HasSubstr("JPEG XR"));
}

TEST_F(PackedAtf, SurvivesDamagedFiles) {
  std::vector<ByteVector> parts = {packed(column(repeat(dxt5, 4), 16, 2, 6)),
                                   write_jxr(random_bytes(8), 2, 4, JxrFormat::Gray8)};
  for (ByteVector& part : packed_colors(repeat(dxt5, 4), 16, 8)) parts.push_back(std::move(part));
  parts.resize(10);
  const ByteVector file = write_atf(PackedAlpha, 8, 8, 1, parts);
  std::mt19937 random(13);
  for (int i = 0; i < 200; ++i) {
    ByteVector damaged = file;
    for (int k = 0; k < 3; ++k) damaged[random() % damaged.size()] = static_cast<std::byte>(random() & 255);
    const AtfImage found = decode(damaged, 8, 8);
    EXPECT_EQ(found.problem.empty(), !found.sides.empty());
  }
}

// libjxr may crash, which must not end agalc.
TEST_F(PackedAtf, SurvivesDamagedImages) {
  const ByteVector image = write_jxr(random_bytes(32 * 32 * 4), 32, 32, JxrFormat::Bgra32);
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) {
    ByteVector damaged = image;
    for (int k = 0; k < 4; ++k) damaged[random() % damaged.size()] = static_cast<std::byte>(random() & 255);
    damaged.resize(damaged.size() - random() % 2 * (random() % damaged.size()));
    const AtfImage found = decode(write_atf(Rgba, 32, 32, 1, {damaged}), 32, 32);
    EXPECT_EQ(found.problem.empty(), !found.sides.empty());
  }
}

}  // namespace
}  // namespace agal::frames
