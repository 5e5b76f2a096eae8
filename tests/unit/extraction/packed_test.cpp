// SWF files in projectors and other data, compressed data, and formats that are named and not read.
#include "container/streams.hpp"
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;

ByteVector little(std::uint32_t value) {
  ByteVector out;
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
  return out;
}

TEST(Packed, ProjectorsHaveASwf) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build();
  const ByteVector exe =
      bytes_of("MZ....FWS....") + movie + little(0xfa123456) + little(static_cast<std::uint32_t>(movie.size()));
  EXPECT_THAT(texts(found_in(exe, "game.exe")), ElementsAre(canonical(vertex_text)));
  const Extraction anywhere = found_in(bytes_of("MZ..") + movie + ByteVector(40), "game.exe");
  ASSERT_THAT(texts(anywhere), ElementsAre(canonical(vertex_text)));
  EXPECT_EQ(anywhere.programs[0].origins[0].container, "game.exe!swf-at-0x4");
}

TEST(Packed, LengthsOfProjectorsAreNotTrusted) {
  for (const std::uint32_t length : {0u, 1u, 8u, 0xffffffffu})
    EXPECT_FALSE(extract(bytes_of("MZ......") + little(0xfa123456) + little(length), "game.exe"));
}

TEST(Packed, BinaryDataMayBeCompressed) {
  const ByteVector text = bytes_of(vertex_text);
  for (const auto& packed : {container::deflate(text), container::pack_lzma(text)}) {
    ASSERT_TRUE(packed);
    ByteVector data = *packed;
    // ByteArray.compress() has the length after the five bytes of properties.
    if (data[0] == std::byte{0x5d}) data.insert(data.begin() + 5, 8, std::byte{0xff});
    const Extraction found = found_in(SwfBuilder().binary_data("app.Data", data).build());
    ASSERT_THAT(texts(found), ElementsAre(canonical(vertex_text)));
    EXPECT_EQ(found.programs[0].origins[0].container, "game.swf!app.Data");
  }
}

TEST(Packed, GzipIsUnpacked) {
  const ByteVector text = bytes_of(vertex_text);
  const ByteVector zlib = *container::deflate(text);
  const ByteVector head = bytes_of(std::string("\x1f\x8b\x08\x08\0\0\0\0\0\x03name\0", 15));
  const ByteVector raw(zlib.begin() + 2, zlib.end() - 4);
  EXPECT_THAT(texts(found_in(head + raw + ByteVector(8), "a.gz")), ElementsAre(canonical(vertex_text)));
  EXPECT_TRUE(extract(head, "a.gz").diagnostics().contains(1027));
}

TEST(Packed, CompressedDataInCompressedDataEndsAtTheLimit) {
  ByteVector data = bytes_of(vertex_text);
  for (int i = 0; i < 6; ++i) data = *container::deflate(data);
  const Result<Extraction> found = extract(data, "a.bin");
  EXPECT_TRUE(found.diagnostics().contains(1029));
}

TEST(Packed, FormatsThatAreNotReadHaveNames) {
  for (const std::string& file : {std::string(257, 'x') + "ustar", std::string("\xa5\x01\0\0\0\xa4", 6),
                                  std::string("Q1dTCwAA"), std::string("\xcf\xfa\xed\xfe....")})
    EXPECT_TRUE(extract(bytes_of(file), "a").diagnostics().contains(1131)) << file;
}

}  // namespace
}  // namespace agal::test
