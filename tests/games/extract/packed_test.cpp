// SWF files in projectors and other data, compressed data, and formats that agalc names but cannot read.
#include <fmt/format.h>

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

// The first bytes of a signed library in PKCS #7 format. The signature of an APK has the same format without the data.
constexpr char signed_data[] =
    "0\x82\1\1\6\x09\x2a\x86\x48\x86\xf7\x0d\1\7\2\xa0\x30\2\1\1\x31\x0f\x30\x80\6\x09\x2a\x86\x48\x86\xf7\x0d\1\7\1"
    "\xa0..";
constexpr char signature[] =
    "0\x82\1\1\6\x09\x2a\x86\x48\x86\xf7\x0d\1\7\2\xa0\x30\2\1\1\x31\x0f\x30\x0b\6\x09\x2a\x86\x48\x86\xf7\x0d\1\7\1"
    "\xa0..";

TEST(Packed, FindsSwfInProjector) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build();
  const ByteVector exe =
      bytes_of("MZ....FWS....") + movie + little(0xfa123456) + little(static_cast<std::uint32_t>(movie.size()));
  EXPECT_THAT(texts(found_in(exe, "game.exe")), ElementsAre(canonical(vertex_text)));
  const Extraction anywhere = found_in(bytes_of("MZ..") + movie + ByteVector(40), "game.exe");
  ASSERT_THAT(texts(anywhere), ElementsAre(canonical(vertex_text)));
  EXPECT_EQ(anywhere.programs[0].origins[0].container, "game.exe!swf-at-0x4");
}

TEST(Packed, RejectsWrongLengthOfProjector) {
  for (const std::uint32_t length : {0u, 1u, 8u, 0xffffffffu})
    EXPECT_FALSE(extract(bytes_of("MZ......") + little(0xfa123456) + little(length), "game.exe"));
}

TEST(Packed, DecompressesBinaryData) {
  const ByteVector text = bytes_of(vertex_text);
  for (const auto& packed : {container::deflate(text), container::pack_lzma(text)}) {
    ASSERT_TRUE(packed);
    ByteVector data = *packed;
    // ByteArray.compress() writes the length after the five bytes of properties.
    if (data[0] == std::byte{0x5d}) data.insert(data.begin() + 5, 8, std::byte{0xff});
    const Extraction found = found_in(SwfBuilder().binary_data("app.Data", data).build());
    ASSERT_THAT(texts(found), ElementsAre(canonical(vertex_text)));
    EXPECT_EQ(found.programs[0].origins[0].container, "game.swf!app.Data");
  }
}

TEST(Packed, DecompressesGzip) {
  const ByteVector text = bytes_of(vertex_text);
  const ByteVector zlib = *container::deflate(text);
  const ByteVector head = bytes_of(std::string("\x1f\x8b\x08\x08\0\0\0\0\0\x03name\0", 15));
  const ByteVector raw(zlib.begin() + 2, zlib.end() - 4);
  EXPECT_THAT(texts(found_in(head + raw + ByteVector(8), "a.gz")), ElementsAre(canonical(vertex_text)));
  EXPECT_TRUE(extract(head, "a.gz").diagnostics().contains(1027));
  // The members of a gzip file are concatenated.
  const ByteVector second = bytes_of("//\nmov v1, va1\n"), zlib_of_second = *container::deflate(second);
  const ByteVector raw_second(zlib_of_second.begin() + 2, zlib_of_second.end() - 4);
  EXPECT_THAT(texts(found_in(head + raw + ByteVector(8) + head + raw_second + ByteVector(8) + ByteVector(16), "a.gz")),
              ElementsAre(canonical(vertex_text + std::string("mov v1, va1\n"))));
}

// Games hide programs from tools that search files.
TEST(Packed, FindsHiddenPrograms) {
  const ByteVector program = write_bytecode(*assemble(vertex_text));
  for (const ByteVector& content : {program, bytes_of(vertex_text)}) {
    const ByteVector zlib = *container::deflate(content);
    const ByteVector raw(zlib.begin() + 2, zlib.end() - 4);
    EXPECT_THAT(texts(found_in(SwfBuilder().binary_data("app.Data", raw).build())),
                ElementsAre(canonical(vertex_text)));
    // Bytes after the data say that it is something else.
    const Result<Extraction> other =
        extract(SwfBuilder().binary_data("app.Data", raw + ByteVector(1)).build(), "a.swf");
    EXPECT_TRUE(!other || other->programs.empty());
  }
  ByteVector masked = program;
  for (std::byte& byte : masked) byte ^= std::byte{0x5a};
  EXPECT_THAT(texts(found_in(masked, "a.bin")), ElementsAre(canonical(vertex_text)));
}

TEST(Packed, LimitsNestingOfCompressedData) {
  ByteVector data = bytes_of(vertex_text);
  for (int i = 0; i < 6; ++i) data = *container::deflate(data);
  const Result<Extraction> found = extract(data, "a.bin");
  EXPECT_TRUE(found.diagnostics().contains(1029));
}

TEST(Packed, NamesUnreadFormats) {
  using namespace std::string_literals;
  struct Case {
    std::string file, name;
  };
  const std::vector<Case> cases{{"\xa5\x01\0\0\0\xa4"s, "Pixel Bender"},
                                {"Q1dTCwAA", "base64"},
                                {"\xcf\xfa\xed\xfe....", "Mach-O"},
                                {"\xca\xfe\xba\xbe\0\0\0\2...."s, "Mach-O executable for several"},
                                {signed_data, "SWZ"},
                                {"\xb0\x0c\0#version 100"s, "GLSL in a container (b0)"},
                                {"\xb0\x0e\0void main() {}"s, "GLSL in a container (b0)"},
                                {"version https://git-lfs.github.com/spec/v1\noid", "Git LFS"},
                                {"7z\xbc\xaf\x27\x1c..", "7z"},
                                {"Rar!\x1a\7..", "RAR"},
                                {"MSCF\0\0\0\0..."s, "a cabinet"},
                                {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..", "OLE"}};
  for (const Case& each : cases) {
    const Result<Extraction> alone = extract(bytes_of(each.file), "a");
    ASSERT_TRUE(alone.diagnostics().contains(1131)) << each.name;
    const Diagnostic& found = *alone.diagnostics().begin();
    EXPECT_NE(found.message.find(each.name), std::string::npos) << found.message;
    EXPECT_EQ(found.help.find("docs/"), std::string::npos) << "each format has its cure";
    // In a container, a note reports the format.
    for (const ByteVector& container : {build_archive({{"a.bin", bytes_of(each.file)}}),
                                        SwfBuilder().binary_data("a.bin", bytes_of(each.file)).build()}) {
      const Result<Extraction> inside = extract(container, "game");
      EXPECT_TRUE(inside.diagnostics().contains(1132)) << each.name << render_text(inside.diagnostics());
    }
  }
  // Ignores the signature of an APK and a native library, which do not contain ActionScript.
  const std::string library =
      "\xca\xfe\xba\xbe\0\0\0\1"s + std::string(8, '.') + "\0\0\0\x20"s + std::string(12, '.') + "!<arch>\n";
  for (const std::string& file : {std::string(signature), library}) {
    const Result<Extraction> inside = extract(build_archive({{"a.bin", bytes_of(file)}}), "game");
    EXPECT_FALSE(inside.diagnostics().contains(1132)) << render_text(inside.diagnostics());
  }
  // Java class files and fat Mach-O files have the same magic number.
  EXPECT_TRUE(extract(bytes_of("\xca\xfe\xba\xbe\0\0\0\x34...."s), "a").diagnostics().contains(1034));
}

// The ActionScript of an application for iOS is machine code. Libraries, extensions and players for macOS never were
// ActionScript.
TEST(Packed, MachineCodeOfAnApplicationIsIncomplete) {
  const ByteVector executable = bytes_of("\xcf\xfa\xed\xfe....");
  for (const char* const name : {"Payload/Game.app/Game", "Game.app/Game", "Payload/A b.app/A b"}) {
    const Result<Extraction> found =
        extract(build_archive({{name, executable}, {"Payload/x.png", ByteVector(4)}}), "game.ipa");
    ASSERT_TRUE(found) << name;
    EXPECT_TRUE(found.diagnostics().contains(1132)) << name;
    EXPECT_TRUE(found->incomplete()) << name;
    ASSERT_EQ(found->containers_missing_programs.size(), 1u) << name;
    EXPECT_EQ(found->containers_missing_programs[0], "game.ipa!" + std::string(name));
  }
  for (const char* const name : {"Payload/Game.app/Frameworks/a.framework/a", "Payload/Game.app/b.dylib",
                                 "META-INF/ANE/iPhone-ARM/library", "Game.app/Contents/MacOS/Game"}) {
    const Result<Extraction> found = extract(build_archive({{name, executable}}), "game.ipa");
    ASSERT_TRUE(found) << name;
    EXPECT_FALSE(found->incomplete()) << name;
  }
  // A SWF file in the archive may be only a part of the game.
  const Result<Extraction> both =
      extract(build_archive({{"Payload/Game.app/Game", executable},
                             {"Payload/Game.app/game.swf", swf_with_pool({vertex_text, fragment_text})}}),
              "game.ipa");
  ASSERT_TRUE(both);
  EXPECT_THAT(both->programs, testing::SizeIs(2));
  EXPECT_TRUE(both->incomplete());
}

// In AIR files, the checksum of META-INF/AIR/hash is always wrong.
TEST(Packed, IgnoresChecksumOfAirHash) {
  // The offset in the header of the first entry.
  constexpr std::size_t checksum_at = 14;
  for (const std::string_view name : {"META-INF/AIR/hash", "META-INF/AIR/other"}) {
    ByteVector file = build_archive({{std::string(name), ByteVector(32)}, {"b.agal", bytes_of(fragment_text)}});
    file[checksum_at] ^= std::byte{1};
    const Result<Extraction> found = extract(file, "game.air");
    ASSERT_TRUE(found);
    EXPECT_THAT(texts(*found), ElementsAre(canonical(fragment_text)));
    EXPECT_EQ(found.diagnostics().contains(1027), name.ends_with("other")) << render_text(found.diagnostics());
  }
}

// Changes a byte in both headers of the only entry, "a.bin". In the header in the directory, the fields are two bytes
// later.
void set_in_headers(ByteVector& archive, std::size_t at, std::byte value) {
  constexpr std::size_t directory_bytes = 46 + 5, end_bytes = 22;
  archive[at] = archive[archive.size() - end_bytes - directory_bytes + 2 + at] = value;
}

TEST(Packed, EntryWithWrongChecksumIsReportedAndSearched) {
  constexpr std::size_t checksum_at = 14;
  ByteVector file = build_archive({{"a.bin", bytecode(fragment_text)}});
  set_in_headers(file, checksum_at, ~file[checksum_at]);
  const Result<Extraction> found = extract(file, "a.zip");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found.diagnostics().contains(1027)) << render_text(found.diagnostics());
  EXPECT_THAT(texts(*found), ElementsAre(canonical(fragment_text)));
}

TEST(Packed, NamesUnknownCompressionOfEntry) {
  constexpr std::size_t method_at = 8;
  for (const unsigned method : {1u, 9u, 12u, 14u, 93u}) {
    ByteVector file = build_archive({{"a.bin", bytecode(fragment_text)}});
    set_in_headers(file, method_at, static_cast<std::byte>(method));
    const std::string messages = render_text(extract(file, "a.zip").diagnostics());
    EXPECT_NE(messages.find(fmt::format("it uses compression method {};", method)), std::string::npos) << messages;
  }
}

TEST(Packed, FindsProgramInTruncatedArchive) {
  const ByteVector program = bytecode(fragment_text);
  const ByteVector head = bytes_of(std::string("PK\3\4", 4)) + ByteVector(26);
  // The header after the program shows where the program ends.
  const Result<Extraction> found = extract(head + program + bytes_of("PK\1\2......"), "a.zip");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found.diagnostics().contains(1027)) << render_text(found.diagnostics());
  EXPECT_THAT(texts(*found), ElementsAre(canonical(fragment_text)));
  // Without the header, the program may be truncated.
  EXPECT_THAT(texts(*extract(head + program, "a.zip")), testing::IsEmpty());
}

TEST(Packed, OneNoteCoversAllFilesOfFormat) {
  const ByteVector shader = bytes_of(std::string_view("\xa5\x01\0\0\0\xa4", 6));
  const Extraction none = found_in(SwfBuilder().binary_data("a", shader).binary_data("b", shader).build());
  EXPECT_THAT(none.programs, testing::IsEmpty());
  const Result<Extraction> found = extract(build_archive({{"a.pbj", shader}, {"b.pbj", shader}}), "a.zip");
  ASSERT_EQ(found.diagnostics().size(), 1u) << render_text(found.diagnostics());
  EXPECT_EQ(found.diagnostics().begin()->message,
            "a.pbj (like 1 other file) is a Pixel Bender program (PBJ), which agalc does not read");
}

TEST(Packed, FindsSwfInSignedLibrary) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build();
  const ByteVector library = bytes_of(signed_data) + movie;
  EXPECT_THAT(texts(found_in(library, "framework.swz")), ElementsAre(canonical(vertex_text)));
}

// `openssl cms -stream` writes the content in pieces.
TEST(Packed, JoinsPiecesOfSignedLibrary) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build(Compression::Zlib);
  const std::string_view id("\x06\x09\x2a\x86\x48\x86\xf7\x0d\1\7", 10);
  ByteVector library = bytes_of(std::string_view("0\x80", 2)) + bytes_of(id) +
                       bytes_of(std::string_view("\2\xa0\x80\x30\x80\2\1\1\x31\x00\x30\x80", 12)) + bytes_of(id) +
                       bytes_of(std::string_view("\1\xa0\x80\x24\x80", 5));
  for (std::size_t at = 0; at < movie.size(); at += 30) {
    const std::size_t size = std::min<std::size_t>(30, movie.size() - at);
    library.push_back(std::byte{4});
    if (at == 0) library.push_back(std::byte{0x81});
    library.push_back(static_cast<std::byte>(size));
    library.insert(library.end(), movie.begin() + static_cast<std::ptrdiff_t>(at),
                   movie.begin() + static_cast<std::ptrdiff_t>(at + size));
  }
  EXPECT_THAT(texts(found_in(library + ByteVector(20), "a.swz")), ElementsAre(canonical(vertex_text)));
  for (std::size_t size = 0; size < library.size(); ++size) {
    const Result<Extraction> found =
        extract(ByteVector(library.begin(), library.begin() + static_cast<std::ptrdiff_t>(size)), "a.swz");
    EXPECT_FALSE(found.diagnostics().contains(1025)) << render_text(found.diagnostics());
    EXPECT_FALSE(found.diagnostics().empty());
  }
}

TEST(Packed, ReadsEntriesOfArchivesLikeFiles) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build();
  const ByteVector projector = bytes_of("MZ..") + movie + ByteVector(40);
  const Extraction found =
      found_in(build_archive({{"game.exe", projector}, {"water.txt", bytes_of(fragment_text)}}), "a.zip");
  ASSERT_THAT(texts(found), ElementsAre(canonical(vertex_text), canonical(fragment_text)));
  EXPECT_EQ(found.programs[0].origins[0].container, "a.zip!game.exe!swf-at-0x4");
  EXPECT_EQ(found.programs[1].origins[0].container, "a.zip!water.txt");
}

ByteVector program_before(const ByteVector& archive) { return bytes_of("MZ") + ByteVector(510) + archive; }

// Adobe's packager appends the archive of the application to a program. Self-extracting archives have the same form.
TEST(Packed, ReadsArchiveAppendedToProgram) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build(Compression::Zlib);
  const ByteVector archive = build_archive({{"game/Game.swf", movie}, {"b.agal", bytes_of(fragment_text)}});
  const auto both = ElementsAre(canonical(vertex_text), canonical(fragment_text));
  for (const ByteVector& file : {program_before(archive), program_before(archive) + ByteVector(9000, std::byte{7})}) {
    const Extraction found = found_in(file, "Setup.exe");
    EXPECT_THAT(texts(found), both);
    EXPECT_THAT(containers(found), ElementsAre("Setup.exe!game/Game.swf", "Setup.exe!b.agal"));
    const Extraction inside = found_in(build_archive({{"Setup.exe", file}}), "a.zip");
    EXPECT_THAT(texts(inside), both);
    EXPECT_THAT(containers(inside), ElementsAre("a.zip!Setup.exe!game/Game.swf", "a.zip!Setup.exe!b.agal"));
    const Extraction data = found_in(SwfBuilder().binary_data("app.Setup", file).build());
    EXPECT_THAT(containers(data), ElementsAre("game.swf!app.Setup!game/Game.swf", "game.swf!app.Setup!b.agal"));
  }
}

// Deflate stores what it cannot compress, so a SWF header can appear in an entry's compressed bytes.
TEST(Packed, IgnoresSwfInStoredBlockOfEntry) {
  constexpr std::uint32_t size = 40, declared = 1000;
  const ByteVector block =
      bytes_of("CWS\x0e") + little(declared) + bytes_of("\x78\xda") + ByteVector(size, std::byte{9});
  const ByteVector archive = build_archive({{"a.dat", bytes_of("..") + block}, {"b.agal", bytes_of(fragment_text)}});
  for (const ByteVector& file : {program_before(archive), program_before(archive) + ByteVector(40)})
    EXPECT_THAT(containers(*extract(file, "a.exe")), ElementsAre("a.exe!b.agal"));
}

TEST(Packed, SearchesDataAroundArchive) {
  const ByteVector movie = SwfBuilder().binary_data("app.Data", bytes_of(vertex_text)).build();
  const ByteVector archive = build_archive({{"b.agal", bytes_of(fragment_text)}});
  const Extraction found = found_in(bytes_of("MZ..") + movie + bytes_of("....") + bytecode("mov oc, v1") +
                                        ByteVector(40) + archive + bytecode("mov oc, v2"),
                                    "a.exe");
  EXPECT_THAT(containers(found), ElementsAre("a.exe!swf-at-0x4", "a.exe!b.agal", "a.exe", "a.exe"));
}

TEST(Packed, ArchiveInSwfIsNotAppendedArchive) {
  const ByteVector archive = build_archive({{"b.agal", bytes_of(fragment_text)}});
  const ByteVector movie = SwfBuilder().binary_data("app.Data", archive).build();
  for (const ByteVector& after :
       {ByteVector(40), little(0xfa123456) + little(static_cast<std::uint32_t>(movie.size()))})
    EXPECT_THAT(containers(found_in(bytes_of("MZ..") + movie + after, "a.exe")),
                ElementsAre("a.exe!swf-at-0x4!app.Data!b.agal"));
}

TEST(Packed, AppendedArchiveIsOneLevelDeeper) {
  const ByteVector file = program_before(build_archive({{"b.agal", bytes_of(fragment_text)}}));
  ExtractOptions options;
  options.max_nesting = 1;
  EXPECT_TRUE(extract(file, "a.exe", options).diagnostics().contains(1029));
  options.max_nesting = 2;
  EXPECT_THAT(texts(*extract(file, "a.exe", options)), ElementsAre(canonical(fragment_text)));
}

// Returns a SWF file with programs in its binary data. Compressed or not, it is at least 1 KiB.
ByteVector large_movie(Compression compression) {
  ByteVector noise;
  for (std::uint32_t i = 1, value = 1; i < 3000; ++i) {
    value = value * 1664525 + 1013904223;
    noise.push_back(static_cast<std::byte>(value >> 24));
  }
  return SwfBuilder()
      .binary_data("app.First", bytecode("mov oc, v5"))
      .binary_data("app.Noise", noise)
      .binary_data("app.Last", bytecode("mov oc, v6"))
      .build(compression);
}

ByteVector without_middle(const ByteVector& file) {
  const auto middle = file.begin() + static_cast<std::ptrdiff_t>(file.size() / 2);
  return ByteVector(file.begin(), middle) + ByteVector(512) + ByteVector(middle, file.end());
}

// OLE documents store files in sectors.
TEST(Packed, FragmentedSwfIsNotDamaged) {
  const ByteVector ole = bytes_of("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") + ByteVector(504);
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    const ByteVector pieces = without_middle(large_movie(compression));
    for (const ByteVector& file : {ole + pieces, bytes_of("MZ......") + pieces + ByteVector(600)}) {
      const Result<Extraction> found = extract(file, "a");
      const std::string messages = render_text(found.diagnostics());
      EXPECT_FALSE(found.diagnostics().contains(1025)) << messages;
      EXPECT_FALSE(found.diagnostics().contains(1032)) << messages;
      EXPECT_EQ(found.diagnostics().contains(1131), file[0] != std::byte{'M'}) << messages;
      const Result<Extraction> inside = extract(build_archive({{"a.dat", file}}), "a.zip");
      EXPECT_FALSE(inside.diagnostics().contains(1025)) << render_text(inside.diagnostics());
      EXPECT_EQ(inside.diagnostics().contains(1132), file[0] != std::byte{'M'});
    }
  }
}

TEST(Packed, IgnoresThumbnailCaches) {
  const ByteVector ole = bytes_of("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") + ByteVector(504);
  for (const char* const name : {"icons/Thumbs.db", "thumbs.db", "a\\ehthumbs_vista.db"})
    EXPECT_TRUE(extract(build_archive({{name, ole}}), "a.air").diagnostics().empty()) << name;
  EXPECT_TRUE(extract(build_archive({{"icons/Thumbs.dbx", ole}}), "a.air").diagnostics().contains(1132));
  EXPECT_TRUE(extract(ole, "Thumbs.db").diagnostics().contains(1131));
}

TEST(Packed, NamesUnreadArchiveWithPrograms) {
  using namespace std::string_literals;
  const ByteVector movie = large_movie(Compression::Zlib);
  for (const std::string& head :
       {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"s, "7z\xbc\xaf\x27\x1c"s, "Rar!\x1a\7"s, "MSCF\0\0\0\0"s}) {
    const Result<Extraction> found = extract(bytes_of(head) + movie, "a");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->programs.size(), 2u);
    ASSERT_EQ(found.diagnostics().size(), 1u) << render_text(found.diagnostics());
    EXPECT_TRUE(found.diagnostics().contains(1131));
    EXPECT_TRUE(extract(build_archive({{"a", bytes_of(head) + movie}}), "a.zip").diagnostics().contains(1132));
  }
}

TEST(Packed, WarnsOfFragmentedSwfWithPrograms) {
  const ByteVector pieces = without_middle(large_movie(Compression::Zlib));
  const Result<Extraction> found = extract(bytes_of("MZ......") + pieces + bytecode("mov oc, v7"), "a.exe");
  ASSERT_TRUE(found);
  // The data after the fragmented SWF file is searched too.
  EXPECT_THAT(texts(*found), testing::IsSupersetOf({canonical("mov oc, v5"), canonical("mov oc, v7")}));
  ASSERT_EQ(found.diagnostics().size(), 1u) << render_text(found.diagnostics());
  EXPECT_TRUE(found.diagnostics().contains(1026));
}

TEST(Packed, FalseSwfHeaderDoesNotHideSwf) {
  const ByteVector movie = large_movie(Compression::Zlib);
  const ByteVector head = bytes_of(std::string("FWS\x05", 4)) + little(200);
  EXPECT_EQ(found_in(bytes_of("MZ..") + head + bytes_of("....") + movie + ByteVector(200), "a.dat").programs.size(),
            2u);
}

// Projectors and signed libraries always contain a SWF file, so damage to it is an error.
TEST(Packed, ReportsDamagedSwfOfProjector) {
  const ByteVector pieces = without_middle(large_movie(Compression::Zlib));
  const ByteVector projector =
      bytes_of("MZ..") + pieces + little(0xfa123456) + little(static_cast<std::uint32_t>(pieces.size()));
  for (const ByteVector& file : {projector, bytes_of(signed_data) + pieces})
    EXPECT_TRUE(extract(file, "a").diagnostics().contains(1025));
}

}  // namespace
}  // namespace agal::test
