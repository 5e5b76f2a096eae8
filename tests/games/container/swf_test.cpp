// Programs in SWF files and in archives of SWF files.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

SwfBuilder game() {
  return SwfBuilder()
      .binary_data("Shaders_WaterVertex", bytecode(vertex_text))
      .binary_data("", bytes_of("no shader, but something of some length that is no program"))
      .abc(pool({"Sprite", "mov oc, v0", "addEventListener"}))
      .binary_data("Shaders_WaterFragment", bytecode(fragment_text));
}

void expect_game(const Extraction& found, const std::string& container) {
  ASSERT_THAT(found.programs, SizeIs(3));
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text), canonical("mov oc, v0"), canonical(fragment_text)));
  EXPECT_EQ(found.programs[0].origins[0].container, container);
  EXPECT_EQ(found.programs[0].origins[0].tag, 87);
  EXPECT_EQ(found.programs[0].origins[0].name, "Shaders_WaterVertex");
  EXPECT_EQ(found.programs[0].form, FindForm::Bytecode);
  EXPECT_EQ(found.programs[0].program.name, container + "#Shaders_WaterVertex");
  EXPECT_EQ(found.programs[1].origins[0].tag, 82);
  EXPECT_EQ(found.programs[1].form, FindForm::Assembly);
  EXPECT_EQ(found.programs[2].origins[0].name, "Shaders_WaterFragment");
}

TEST(Swf, ResultDoesNotDependOnCompression) {
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma})
    expect_game(found_in(game().build(compression)), "game.swf");
}

TEST(Swf, AcceptsLzmaWithoutEndMark) {
  const ByteVector plain = game().build();
  const ByteVector packed = example::compress_lzma(std::span(plain).subspan(8), example::EndMark::Omitted);
  ByteVector file = game().build(Compression::Lzma);
  file.resize(12);
  for (unsigned i = 0; i < 4; ++i) file[8 + i] = static_cast<std::byte>((packed.size() - 5) >> (8 * i) & 0xff);
  expect_game(found_in(file + packed), "game.swf");
}

TEST(Swf, OffsetsReferToUnpackedFile) {
  const ByteVector plain = game().build();
  for (const Compression compression : {Compression::None, Compression::Zlib, Compression::Lzma}) {
    for (const FoundProgram& found : found_in(game().build(compression)).programs) {
      const ByteVector bytes =
          found.form == FindForm::Bytecode ? write_bytecode(found.program) : bytes_of("mov oc, v0");
      const auto at = plain.begin() + static_cast<std::ptrdiff_t>(found.origins[0].offset);
      EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), at)) << found.program.name;
    }
  }
}

TEST(Swf, IsFoundInSwc) {
  expect_game(found_in(build_swc(game().build(Compression::Zlib)), "lib.swc"), "lib.swc!library.swf");
}

TEST(Swf, IsFoundInOtherSwfs) {
  const ByteVector loader = SwfBuilder().binary_data("Preloader_Game", game().build(Compression::Lzma)).build();
  expect_game(found_in(loader, "loader.swf"), "loader.swf!Preloader_Game");
  const ByteVector archive = build_archive({{"a/loader.swf", loader}});
  expect_game(found_in(archive, "x.zip"), "x.zip!a/loader.swf!Preloader_Game");
}

TEST(Swf, ReadsOlderCodeTag) {
  const Extraction found = found_in(SwfBuilder().old_abc(pool({vertex_text})).build());
  ASSERT_THAT(found.programs, SizeIs(1));
  EXPECT_EQ(found.programs[0].origins[0].tag, 72);
  EXPECT_EQ(found.programs[0].text, vertex_text);
}

TEST(Swf, NumbersUnnamedData) {
  const Extraction found = found_in(SwfBuilder().binary_data("", bytecode(vertex_text)).build());
  ASSERT_THAT(found.programs, SizeIs(1));
  EXPECT_EQ(found.programs[0].origins[0].name, "binary-1");
}

TEST(Swf, FindsTextInBinaryData) {
  const Extraction found = found_in(SwfBuilder().binary_data("Water", bytes_of(vertex_text)).build());
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text)));
  EXPECT_EQ(found.programs[0].form, FindForm::Assembly);
  EXPECT_EQ(found.programs[0].origins[0].tag, 87);
}

TEST(Swf, FindsBytecodeInAnyTag) {
  const ByteVector image = bytes_of("\x89PNG and so on") + bytecode(fragment_text) + bytes_of("and more of it");
  const Extraction found = found_in(SwfBuilder().tag(36, image).build());
  EXPECT_THAT(texts(found), ElementsAre(canonical(fragment_text)));
  EXPECT_EQ(found.programs[0].origins[0].tag, 36);
}

TEST(Swf, SearchesBytesAfterLastTag) {
  const ByteVector file = SwfBuilder().build() + bytecode(fragment_text);
  const Result<Extraction> found = extract(file, "game.swf");
  EXPECT_THAT(texts(*found), ElementsAre(canonical(fragment_text)));
  EXPECT_TRUE(found.diagnostics().contains(1026)) << render_text(found.diagnostics());
  EXPECT_FALSE(found.diagnostics().has_errors());
}

TEST(Swf, MergesIdenticalPrograms) {
  const ByteVector file = SwfBuilder()
                              .binary_data("A", bytecode(vertex_text))
                              .abc(pool({vertex_text}))
                              .binary_data("B", bytecode(vertex_text))
                              .build();
  const Extraction found = found_in(file);
  ASSERT_THAT(found.programs, SizeIs(1));
  EXPECT_EQ(found.programs[0].form, FindForm::Bytecode);
  std::vector<std::string> names;
  for (const Origin& origin : found.programs[0].origins) names.push_back(origin.name);
  EXPECT_THAT(names, ElementsAre("A", "", "B"));
}

TEST(Swf, AcceptsFileWithoutPrograms) { EXPECT_THAT(found_in(SwfBuilder().build()).programs, IsEmpty()); }

TEST(Swf, ReplacesUnprintableCharactersInNames) {
  const Extraction found = found_in(SwfBuilder().binary_data("a\n\xff\x1b[31m", bytecode(vertex_text)).build());
  ASSERT_THAT(found.programs, SizeIs(1));
  EXPECT_EQ(found.programs[0].origins[0].name, "a???[31m");
  // Control characters for the direction of text.
  const Extraction marked =
      found_in(SwfBuilder().binary_data("\u202eטקסט\u2066\u009bgpj", bytecode(vertex_text)).build());
  ASSERT_THAT(marked.programs, SizeIs(1));
  EXPECT_EQ(marked.programs[0].origins[0].name, "?טקסט??gpj");
  const Extraction large = found_in(SwfBuilder().binary_data(std::string(65536, 'x'), bytecode(vertex_text)).build());
  ASSERT_THAT(large.programs, SizeIs(1));
  EXPECT_LE(large.programs[0].origins[0].name.size(), 512u);
}

TEST(Archive, ReadsEveryKindOfEntry) {
  const ByteVector archive = build_archive({{"readme.txt", bytes_of("add some water\n")},
                                            {"shaders/a.vert.agal", bytes_of(vertex_text)},
                                            {"shaders/b.bin", bytecode(fragment_text)},
                                            {"deep.zip", build_swc(game().build())}});
  const Extraction found = found_in(archive, "x.zip");
  EXPECT_THAT(texts(found),
              UnorderedElementsAre(canonical(vertex_text), canonical(fragment_text), canonical("mov oc, v0")));
  ASSERT_THAT(found.programs[0].origins, SizeIs(2));
  EXPECT_EQ(found.programs[0].origins[0].container, "x.zip!shaders/a.vert.agal");
  EXPECT_EQ(found.programs[0].origins[0].name, "shaders/a.vert.agal");
  EXPECT_EQ(found.programs[0].program.name, "x.zip!shaders/a.vert.agal");
  EXPECT_EQ(found.programs[0].origins[1].container, "x.zip!deep.zip!library.swf");
}

TEST(Archive, ReportsErrorsInTexts) {
  const ByteVector archive =
      build_archive({{"a.vert.agal", bytes_of("mov op, va0\nmvo v0, va1\n")}, {"b.vert.agal", bytes_of(vertex_text)}});
  const Result<Extraction> found = extract(archive, "x.zip");
  ASSERT_TRUE(found);
  EXPECT_THAT(texts(*found), ElementsAre(canonical(vertex_text)));
  EXPECT_THAT(render_text(found.diagnostics()), HasSubstr("x.zip!a.vert.agal:2:1: error[AGAL2020]"));
}

TEST(Archive, KeepsUnsafePathsAsNames) {
  const ByteVector archive = build_archive({{"../../etc/x.vert.agal", bytes_of(vertex_text)}});
  const Extraction found = found_in(archive, "x.zip");
  ASSERT_THAT(found.programs, SizeIs(1));
  EXPECT_EQ(found.programs[0].origins[0].name, "../../etc/x.vert.agal");
}

}  // namespace
}  // namespace agal::test
