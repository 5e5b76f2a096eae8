// agalc's own decompression of zlib streams, which builds without zlib use, beside that of zlib.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "container/streams.hpp"

namespace agal::container {
std::optional<ByteVector> own_deflate(Bytes bytes);
}

// Under other names, because the library of this build has the same functions, with zlib.
#define ZlibStream OwnStream
#define Wrapper OwnWrapper
#define crc32_of own_crc32_of
#define deflate own_deflate
#include "container/inflate_own.cpp"
#undef ZlibStream
#undef Wrapper
#undef crc32_of
#undef deflate

namespace agal::container {
namespace {

ByteVector bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// In pieces of this size, so that blocks and matches do not end where a piece does.
Unpacked own_inflate(Bytes input, std::size_t piece) {
  OwnStream stream(input, OwnWrapper::Zlib);
  Unpacked out;
  for (std::size_t count = piece; count == piece;) {
    ByteVector room(piece);
    count = stream.read(room);
    out.bytes.insert(out.bytes.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(count));
  }
  out.status = stream.status();
  out.problem = stream.problem();
  return out;
}

// Texts that give blocks of each kind: random bytes are stored, short texts have fixed codes, long ones their own.
std::vector<ByteVector> contents() {
  std::mt19937 random(7);
  std::vector<ByteVector> out{{}, bytes_of("a"), bytes_of("mov oc, v0\n"), ByteVector(100000, std::byte{0})};
  ByteVector noise(70000);
  for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
  out.push_back(noise);
  std::string program;
  for (int i = 0; i < 6000; ++i)
    program += "mul ft" + std::to_string(random() % 8) + ", v0, fc" + std::to_string(i) + "\n";
  out.push_back(bytes_of(program));
  return out;
}

TEST(DeflateOwn, ZlibReadsIt) {
  std::vector<ByteVector> all = contents();
  for (const std::size_t size : {65534U, 65535U, 65536U, 131070U, 131071U}) all.emplace_back(size, std::byte{7});
  for (const ByteVector& content : all) {
    const std::optional<ByteVector> packed = own_deflate(content);
    ASSERT_TRUE(packed);
    const Unpacked unpacked = inflate(*packed, {}, content.size());
    EXPECT_EQ(unpacked.status, UnpackStatus::Complete) << unpacked.problem;
    EXPECT_TRUE(unpacked.bytes == content) << content.size();
  }
}

TEST(InflateOwn, ReadsWhatZlibWrites) {
  for (const ByteVector& content : contents())
    for (const std::size_t piece : {std::size_t{1}, std::size_t{313}, std::size_t{1} << 20}) {
      const std::optional<ByteVector> packed = deflate(content);
      ASSERT_TRUE(packed);
      const Unpacked unpacked = own_inflate(*packed, piece);
      EXPECT_EQ(unpacked.status, UnpackStatus::Complete) << unpacked.problem;
      EXPECT_TRUE(unpacked.bytes == content);
    }
}

TEST(InflateOwn, ReportsTruncationAsZlibDoes) {
  const std::optional<ByteVector> packed = deflate(contents()[2]);
  ASSERT_TRUE(packed);
  for (std::size_t size = 0; size < packed->size(); ++size) {
    const Bytes part = Bytes(*packed).first(size);
    const Unpacked expected = inflate(part, {}, 1 << 20), unpacked = own_inflate(part, 1 << 20);
    EXPECT_EQ(unpacked.status, expected.status) << size;
    EXPECT_TRUE(unpacked.bytes == expected.bytes) << size;
  }
}

// zlib may have written less than it has decoded where a stream is damaged, so only the beginning is compared.
TEST(InflateOwn, RejectsDamagedStreamsAsZlibDoes) {
  std::mt19937 random(11);
  std::size_t damaged = 0;
  for (const ByteVector& content : contents()) {
    const std::optional<ByteVector> packed = deflate(content);
    ASSERT_TRUE(packed);
    for (int i = 0; i < 250; ++i) {
      ByteVector changed = *packed;
      // Mostly at the beginning, where the codes are.
      const std::size_t at = random() % std::min<std::size_t>(changed.size(), i % 4 == 0 ? changed.size() : 120);
      changed[at] ^= static_cast<std::byte>(1u << random() % 8);
      const Unpacked expected = inflate(changed, {}, 1 << 20), unpacked = own_inflate(changed, 1 << 20);
      EXPECT_EQ(unpacked.status, expected.status) << at << ": " << unpacked.problem << " / " << expected.problem;
      EXPECT_EQ(unpacked.problem, expected.problem) << at;
      const std::size_t common = std::min(unpacked.bytes.size(), expected.bytes.size());
      EXPECT_TRUE(std::equal(expected.bytes.begin(), expected.bytes.begin() + static_cast<std::ptrdiff_t>(common),
                             unpacked.bytes.begin()));
      damaged += expected.status == UnpackStatus::Damaged ? 1u : 0u;
    }
  }
  EXPECT_GT(damaged, 300u);
}

TEST(InflateOwn, ChecksumIsThatOfZipFiles) {
  EXPECT_EQ(own_crc32_of(0, bytes_of("123456789")), 0xcbf43926u);
  EXPECT_EQ(own_crc32_of(own_crc32_of(0, bytes_of("1234")), bytes_of("56789")), 0xcbf43926u);
}

}  // namespace
}  // namespace agal::container
