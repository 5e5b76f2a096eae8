// The search for bytecode among other bytes.
#include <random>

#include "support/extraction.hpp"

namespace agal::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ByteVector random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  ByteVector bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

Result<Extraction> in_data(const ByteVector& data) {
  return extract(SwfBuilder().binary_data("Data", data).build(), "game.swf");
}

std::vector<std::string> texts_in_data(const ByteVector& data) {
  const Result<Extraction> found = in_data(data);
  return found ? texts(*found) : std::vector<std::string>{"none"};
}

TEST(Bytecode, EndsAtFirstInvalidToken) {
  const ByteVector program = bytecode(vertex_text);
  for (const ByteVector& rest : {ByteVector(48), ByteVector(48, std::byte{0xff}), random_bytes(480, 1),
                                 bytes_of("something that is text, and long enough for a token"), bytecode(vertex_text),
                                 bytes_of("?") + bytecode(vertex_text)}) {
    EXPECT_THAT(texts_in_data(program + rest), ElementsAre(canonical(vertex_text)));
    EXPECT_THAT(texts_in_data(random_bytes(33, 2) + program + rest), ElementsAre(canonical(vertex_text)));
  }
}

TEST(Bytecode, ReadsConsecutivePrograms) {
  EXPECT_THAT(texts_in_data(bytecode(vertex_text) + bytecode(fragment_text) + bytecode("mov oc, v0")),
              ElementsAre(canonical(vertex_text), canonical(fragment_text), canonical("mov oc, v0")));
}

TEST(Bytecode, KeepsBytesAfterLastToken) {
  const ByteVector data = bytecode(vertex_text) + bytes_of("tail");
  const Result<Extraction> found = in_data(data);
  ASSERT_THAT(found->programs, testing::SizeIs(1));
  EXPECT_EQ(write_bytecode(found->programs[0].program), data);
}

TEST(Bytecode, AcceptsProgramsRejectedByPlayers) {
  // The program reads an unwritten temporary, and two constants in one token. Players reject both.
  const std::string text = "add vt0, vc0, vc1\nadd op, vt0, vt1\n";
  EXPECT_THAT(texts_in_data(bytecode(text)), ElementsAre(canonical(text)));
  EXPECT_THAT(texts_in_data(bytes_of("!") + bytecode(text)), ElementsAre(canonical(text)));
}

TEST(Bytecode, RejectsDataWithInvalidToken) {
  ByteVector data = bytecode("mov vt0, va0\nm44 op, vt0, vc0\nmov v0, va1\n");
  data[7 + 48] = std::byte{0x7f};  // the opcode of the last token
  const Result<Extraction> found = in_data(data);
  EXPECT_THAT(found->programs, IsEmpty());
  EXPECT_TRUE(found.diagnostics().contains(1033));
  EXPECT_THAT(render_text(found.diagnostics()), HasSubstr("looks like AGAL bytecode, but is not a valid program"));
}

TEST(Bytecode, RejectsProgramWithoutOutput) {
  const Result<Extraction> found = in_data(bytecode("mov vt0, va0\n"));
  EXPECT_THAT(found->programs, IsEmpty());
  EXPECT_THAT(render_text(found.diagnostics()), HasSubstr("it does not write an output"));
}

TEST(Bytecode, RejectsUnclosedConditional) {
  ByteVector data = bytecode("//! agal 2 vertex\nmov op, va0\nifg va0.x, va1.x\nmov vt0, va0\neif\n");
  data[7 + 72] = std::byte{0x7f};  // `eif`
  EXPECT_THAT(in_data(data)->programs, IsEmpty());
  EXPECT_THAT(in_data(bytes_of("!") + data)->programs, IsEmpty());
}

TEST(Bytecode, IgnoresHeaderWithUnknownVersion) {
  for (const std::byte version : {std::byte{0}, std::byte{5}, std::byte{0x80}}) {
    ByteVector data = bytes_of("!") + bytecode(vertex_text);
    data[2] = version;
    const Result<Extraction> found = in_data(data);
    EXPECT_THAT(found->programs, IsEmpty());
    EXPECT_TRUE(found.diagnostics().empty());
  }
}

TEST(Bytecode, IsNotFoundInRandomBytes) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const ByteVector bytes = random_bytes(std::size_t{1} << 20, seed);
    EXPECT_THAT(in_data(bytes)->programs, IsEmpty());
    EXPECT_THAT(found_in(SwfBuilder().tag(36, bytes).build()).programs, IsEmpty());
  }
}

TEST(Bytecode, IsNotFoundInRandomBytesAfterAHeader) {
  const ByteVector program = bytecode(vertex_text);
  const ByteVector header(program.begin(), program.begin() + 7);
  for (unsigned seed = 1; seed <= 500; ++seed)
    EXPECT_THAT(in_data(header + random_bytes(240 + seed, seed))->programs, IsEmpty());
}

}  // namespace
}  // namespace agal::test
