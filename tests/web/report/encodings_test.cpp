// Tests base 85 and the zlib format, in pieces of any size, and Base64.
#include "report/encodings.hpp"

#include <gtest/gtest.h>

#include "report/decoded.hpp"
#include "report/deflater.hpp"

namespace agal::report {
namespace {

TEST(Base64, MatchesStandard) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64_of(std::string("\xff\xfe\xfd\0", 4)), "//79AA==");
}

TEST(Base85, LeavesOutTheBeginningOfTags) {
  EXPECT_EQ(base85_of(""), "");
  EXPECT_EQ(base85_of(std::string(5, '\0')), "(((((((");
  EXPECT_EQ(base85_of("\xff"), "yy");
  EXPECT_EQ(base85_of("\xff\xff\xff\xff"), "z?^4(");
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(i * 7919 >> 5);
  for (std::size_t size = bytes.size() - 4; size < bytes.size(); ++size) {
    const std::string text = base85_of(bytes.substr(0, size));
    EXPECT_EQ(text.find_first_of("<\"'"), std::string::npos);
    EXPECT_EQ(from_base85(text), bytes.substr(0, size));
  }
}

TEST(Base85, DoesNotDependOnPieces) {
  std::string bytes, out;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i * 37);
  Base85 base85([&](std::string_view text) { out += text; });
  for (std::size_t at = 0, step = 0; at < bytes.size(); at += step, step = (step + 1) % 5)
    base85.write(std::string_view(bytes).substr(at, step));
  base85.finish();
  EXPECT_EQ(out, base85_of(bytes));
}

TEST(Deflater, PreservesData) {
  std::string text, packed;
  Deflater deflater([&](std::string_view bytes) { packed += bytes; });
  std::uint32_t noise = 1;
  for (int i = 0; i < 200'000; ++i) {
    noise = noise * 1664525 + 1013904223;
    const std::string piece(noise >> 24 & 7, static_cast<char>(noise >> 16));
    text += piece;
    deflater.write(piece);
  }
  deflater.finish();
  EXPECT_LT(packed.size(), text.size());
  EXPECT_EQ(inflated(packed), text);
}

TEST(Deflater, AcceptsEmptyInput) {
  std::string packed;
  Deflater deflater([&](std::string_view bytes) { packed += bytes; });
  deflater.finish();
  EXPECT_EQ(inflated(packed), "");
}

}  // namespace
}  // namespace agal::report
