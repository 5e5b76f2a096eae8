// Damaged and malicious containers.
#include <random>

#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSubsetOf;
using testing::SizeIs;

const std::vector<std::string>& hidden() {
  static const std::vector<std::string> list{canonical(vertex_text), canonical("mov oc, v0"), canonical(fragment_text)};
  return list;
}

SwfBuilder small_game() {
  return SwfBuilder()
      .binary_data("Shaders_WaterVertex", bytecode(vertex_text))
      .abc(pool({"Sprite", "mov oc, v0", "end"}))
      .binary_data("Shaders_WaterFragment", bytecode(fragment_text) + ByteVector(30));
}

ByteVector first_bytes(const ByteVector& file, std::size_t size) {
  return {file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)};
}

std::vector<std::string> texts_of(const Result<Extraction>& found) {
  return found ? texts(*found) : std::vector<std::string>();
}

/// Expects a message, and only programs of the original file.
void expect_nothing_false(const ByteVector& file, const std::string& what) {
  const Result<Extraction> found = extract(file, "game.swf");
  for (const std::string& text : texts_of(found)) ASSERT_THAT(hidden(), testing::Contains(text)) << what;
  ASSERT_FALSE(found.diagnostics().empty()) << what;
}

TEST(Hostile, SurvivesEveryTruncationOfSwf) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const ByteVector file = small_game().build(compression);
    std::size_t most = 0;
    for (std::size_t size = 0; size < file.size(); ++size) {
      const ByteVector part = first_bytes(file, size);
      expect_nothing_false(part, std::to_string(size));
      const Result<Extraction> found = extract(part, "game.swf");
      if (found) most = std::max(most, found->programs.size());
    }
    // Programs before the damage are found.
    EXPECT_EQ(most, hidden().size());
  }
}

TEST(Hostile, RejectsEveryTruncationOfArchive) {
  const ByteVector file = build_swc(small_game().build(Compression::Zlib));
  for (std::size_t size = 0; size < file.size(); ++size) {
    const ByteVector part = first_bytes(file, size);
    const Result<Extraction> found = extract(part, "lib.swc");
    EXPECT_THAT(texts_of(found), IsSubsetOf(hidden())) << size;
    EXPECT_TRUE(found.diagnostics().has_errors()) << size;
  }
}

TEST(Hostile, SurvivesAnyDamagedByte) {
  std::mt19937 random(4);
  for (const ByteVector& file :
       {small_game().build(), small_game().build(Compression::Zlib), small_game().build(Compression::Lzma),
        build_swc(small_game().build(Compression::Zlib))}) {
    for (int round = 0; round < 1000; ++round) {
      ByteVector damaged = file;
      damaged[random() % damaged.size()] ^= static_cast<std::byte>(1 + random() % 255);
      const Result<Extraction> found = extract(damaged, "game.swf");
      EXPECT_TRUE(found || found.diagnostics().has_errors());
    }
  }
}

TEST(Hostile, RejectsRandomBytesAfterMagic) {
  std::mt19937 random(5);
  for (const std::string magic : {"FWS", "CWS", "ZWS", "PK\x03\x04", "PK\x05\x06"}) {
    for (int round = 0; round < 200; ++round) {
      ByteVector file = bytes_of(magic);
      for (std::size_t i = random() % 2000; i > 0; --i) file.push_back(static_cast<std::byte>(random()));
      const Result<Extraction> found = extract(file, "game.swf");
      EXPECT_THAT(texts_of(found), IsEmpty());
    }
  }
}

TEST(Hostile, ReportsTagBeyondEndOfFile) {
  const ByteVector file = small_game().build();
  // Replaces the last tag with a binary data tag that declares a huge length.
  ByteVector cut = first_bytes(file, file.size() - 2);
  cut = cut + ByteVector{std::byte{0xff}, std::byte{0x15}, std::byte{0xff},
                         std::byte{0xff}, std::byte{0xff}, std::byte{0x7f}};
  const Result<Extraction> found = extract(cut, "game.swf");
  EXPECT_THAT(texts(*found), SizeIs(3));
  EXPECT_THAT(render_text(found.diagnostics()), HasSubstr("error[AGAL1025]: the SWF file is damaged: its tag"));
}

TEST(Hostile, IgnoresProgramInTruncatedData) {
  // The file ends after the first of two tokens. The remaining token would be a valid program.
  ByteVector file = SwfBuilder().binary_data("", bytecode("mov op, va0\nmov v0, va1\n")).build();
  const std::size_t end = file.size() - 4;  // before the tags ShowFrame and End
  EXPECT_THAT(extract(first_bytes(file, end - 24), "game.swf")->programs, IsEmpty());
}

TEST(Hostile, WarnsOfWrongLengthInHeader) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    for (const unsigned length : {0u, 1u, 100u, 0xffff'ffffu}) {
      ByteVector file = small_game().build(compression);
      for (unsigned i = 0; i < 4; ++i) file[4 + i] = static_cast<std::byte>(length >> (8 * i) & 0xff);
      const Result<Extraction> found = extract(file, "game.swf");
      EXPECT_THAT(texts(*found), SizeIs(3));
      EXPECT_TRUE(found.diagnostics().contains(1026));
      EXPECT_FALSE(found.diagnostics().has_errors());
    }
  }
}

TEST(Hostile, LzmaStaysInsideItsDictionary) {
  std::mt19937 random(1);
  ByteVector noise(6000);
  for (std::byte& byte : noise) byte = static_cast<std::byte>(random() & 0xff);
  ByteVector file = SwfBuilder()
                        .binary_data("WaterVertex", bytecode(vertex_text))
                        .tag(90, noise)
                        .tag(90, noise)
                        .binary_data("WaterFragment", bytecode(fragment_text))
                        .build(Compression::Lzma);
  EXPECT_THAT(extract(file, "game.swf")->programs, SizeIs(2));
  // The header declares a dictionary of 4,096 bytes. LZMA copies the second noise from a greater distance.
  constexpr std::size_t dictionary = 13;
  for (unsigned i = 0; i < 4; ++i) file[dictionary + i] = static_cast<std::byte>(4096u >> (8 * i) & 0xff);
  const Result<Extraction> found = extract(file, "game.swf");
  EXPECT_THAT(texts(*found), ElementsAre(canonical(vertex_text)));
  EXPECT_THAT(render_text(found.diagnostics()), HasSubstr("its LZMA data is not valid"));
}

ByteVector bomb(Compression compression) {
  return SwfBuilder()
      .binary_data("WaterVertex", bytecode(vertex_text))
      .tag(90, ByteVector(std::size_t{4} << 20))
      .binary_data("WaterFragment", bytecode(fragment_text))
      .build(compression);
}

TEST(Hostile, DecompressionBombsStopAtLimit) {
  ExtractOptions options;
  options.max_unpacked_bytes = std::size_t{1} << 20;
  for (const Compression compression : {Compression::Zlib, Compression::Lzma}) {
    for (const ByteVector& file :
         {bomb(compression), build_swc(bomb(compression)), SwfBuilder().binary_data("x", bomb(compression)).build()}) {
      const Result<Extraction> found = extract(file, "bomb.swf", options);
      EXPECT_THAT(texts(*found), ElementsAre(canonical(vertex_text)));
      EXPECT_THAT(render_text(found.diagnostics()), HasSubstr("error[AGAL1028]"));
    }
  }
  EXPECT_THAT(extract(bomb(Compression::Zlib), "bomb.swf")->programs, SizeIs(2));
}

TEST(Hostile, AcceptsDataOfExactlyTheLimit) {
  const ByteVector plain = small_game().build();
  for (const Compression compression : {Compression::Zlib, Compression::Lzma}) {
    ExtractOptions options;
    options.max_unpacked_bytes = plain.size() - 8;
    EXPECT_TRUE(extract(small_game().build(compression), "game.swf", options).diagnostics().empty());
    --options.max_unpacked_bytes;
    EXPECT_TRUE(extract(small_game().build(compression), "game.swf", options).diagnostics().contains(1028));
  }
}

TEST(Hostile, LimitAppliesToSumOfEntries) {
  example::Entries entries;
  for (int i = 0; i < 8; ++i) entries.emplace_back("zeros" + std::to_string(i), ByteVector(std::size_t{1} << 20));
  entries.emplace_back("a.vert.agal", bytes_of(vertex_text));
  ExtractOptions options;
  options.max_unpacked_bytes = std::size_t{4} << 20;
  const Result<Extraction> found = extract(build_archive(entries), "x.zip", options);
  EXPECT_THAT(found->programs, IsEmpty());
  EXPECT_TRUE(found.diagnostics().contains(1028));
  EXPECT_THAT(extract(build_archive(entries), "x.zip")->programs, SizeIs(1));
}

TEST(Hostile, LimitsNestingOfContainers) {
  ByteVector file = small_game().build();
  for (int level = 0; level < 3; ++level) file = build_archive({{"in.zip", file}});
  EXPECT_THAT(found_in(file).programs, SizeIs(3));
  file = build_archive({{"in.zip", file}, {"a.vert.agal", bytes_of(vertex_text)}});
  const Result<Extraction> found = extract(file, "x.zip");
  EXPECT_THAT(texts(*found), ElementsAre(canonical(vertex_text)));
  EXPECT_TRUE(found.diagnostics().contains(1029));
}

TEST(Hostile, LimitsNumberOfEntries) {
  example::Entries entries;
  for (int i = 0; i < 10; ++i) entries.emplace_back(std::to_string(i) + ".vert.agal", bytes_of(vertex_text));
  ExtractOptions options;
  options.max_entries = 4;
  const Result<Extraction> found = extract(build_archive(entries), "x.zip", options);
  ASSERT_THAT(found->programs, SizeIs(1));
  EXPECT_THAT(found->programs[0].origins, SizeIs(4));
  EXPECT_TRUE(found.diagnostics().contains(1030));
}

TEST(Hostile, LimitsNumberOfPrograms) {
  SwfBuilder swf;
  for (int i = 0; i < 10; ++i) swf.binary_data("", bytecode("mov op, va" + std::to_string(i % 8) + "\n"));
  ExtractOptions options;
  options.max_programs = 4;
  const Result<Extraction> found = extract(swf.build(), "game.swf", options);
  EXPECT_THAT(found->programs, SizeIs(4));
  EXPECT_TRUE(found.diagnostics().contains(1031));
  EXPECT_THAT(found.diagnostics(), SizeIs(1));
}

TEST(Hostile, FindsProgramsBeforeDamagedCode) {
  const ByteVector whole = pool({"Sprite", "mov oc, v0", "end"});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Result<Extraction> found = extract(SwfBuilder().abc(first_bytes(whole, size)).build(), "game.swf");
    EXPECT_TRUE(found.diagnostics().contains(1032)) << size;
    EXPECT_FALSE(found.diagnostics().has_errors());
  }
  const Result<Extraction> most = extract(SwfBuilder().abc(first_bytes(whole, whole.size() - 1)).build(), "game.swf");
  EXPECT_THAT(texts(*most), ElementsAre(canonical("mov oc, v0")));
}

TEST(Hostile, RejectsImpossibleCounts) {
  // Declares 2^32 - 1 strings, and contains none.
  ByteVector abc(4 + 3);
  for (const unsigned byte : {0xffu, 0xffu, 0xffu, 0xffu, 0x0fu}) abc.push_back(static_cast<std::byte>(byte));
  const Result<Extraction> found = extract(SwfBuilder().abc(abc).build(), "game.swf");
  EXPECT_THAT(found->programs, IsEmpty());
  EXPECT_THAT(render_text(found.diagnostics()), HasSubstr("it is too short for 4294967295 strings"));
}

TEST(Hostile, LimitsNumberOfMessages) {
  ByteVector data;
  for (int i = 0; i < 1000; ++i) data = data + bytecode("mov vt0, va0\n") + ByteVector(5);
  const Result<Extraction> found = extract(SwfBuilder().tag(90, data).build(), "game.swf");
  EXPECT_THAT(found.diagnostics(), SizeIs(101));
  EXPECT_TRUE(found.diagnostics().contains(1035));
}

}  // namespace
}  // namespace agal::test
