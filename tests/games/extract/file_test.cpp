// Files that are not containers, and the hash of a program.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(File, ProgramFileGivesOneProgram) {
  for (const ByteVector& file : {bytes_of(vertex_text), bytecode(vertex_text)}) {
    const Extraction found = found_in(file, "a.agal");
    ASSERT_THAT(found.programs, SizeIs(1));
    EXPECT_EQ(found.programs[0].program.name, "a.agal");
    ASSERT_THAT(found.programs[0].origins, SizeIs(1));
    EXPECT_EQ(found.programs[0].origins[0].container, "a.agal");
    EXPECT_EQ(write_bytecode(found.programs[0].program), bytecode(vertex_text));
  }
}

TEST(File, AcceptsProgramsRejectedByPlayers) {
  const Extraction found = found_in(bytecode("mov vt0, va0\n"), "a.agal");
  ASSERT_THAT(found.programs, SizeIs(1));
  EXPECT_THAT(found_in(bytes_of("mov fc0, v0"), "a.agal").programs, SizeIs(1));
}

TEST(File, ReportsErrorsOfProgram) {
  const Result<Extraction> text = extract(bytes_of("mvo op, va0\n"), "a.agal");
  EXPECT_FALSE(text);
  EXPECT_TRUE(text.diagnostics().contains(2020));
  const Result<Extraction> cut = extract(ByteVector(12, std::byte{0xa0}), "a.agal");
  EXPECT_FALSE(cut);
  EXPECT_TRUE(cut.diagnostics().contains(3615));
}

TEST(File, FindsProgramsInAnyFile) {
  const ByteVector pack = bytes_of(std::string("pack\0\x02", 6)) + bytecode(vertex_text) + bytes_of("\x01\xff") +
                          bytecode(fragment_text) + ByteVector(100);
  const Extraction found = found_in(pack, "shaders.dat");
  EXPECT_THAT(texts(found), ElementsAre(canonical(vertex_text), canonical(fragment_text)));
  EXPECT_EQ(found.programs[0].origins[0].offset, 6u);
  EXPECT_EQ(found.programs[0].program.name, "shaders.dat@0x6");
  ASSERT_THAT(found.pairs, SizeIs(1));
}

TEST(File, RejectsFileWithoutPrograms) {
  const Result<Extraction> found = extract(bytes_of(std::string("\x7f\x45LF\0\0\0", 7)), "a.out");
  EXPECT_FALSE(found);
  EXPECT_TRUE(found.diagnostics().contains(1034));
}

TEST(Hash, CoversHeaderAndTokens) {
  Program program = *assemble(vertex_text);
  const std::string hash = content_hash(program);
  EXPECT_THAT(hash, SizeIs(32));
  EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
  program.trailing.push_back(std::byte{1});
  program.name = "other";
  EXPECT_EQ(content_hash(program), hash);
  program.version = 2;
  EXPECT_NE(content_hash(program), hash);
}

}  // namespace
}  // namespace agal::test
