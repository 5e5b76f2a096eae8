// The detection of the kind of a file.
#include "support/extraction.hpp"

namespace agal::test {
namespace {

FileKind kind(std::string_view content, std::string_view name = "x") { return file_kind(bytes_of(content), name); }

const std::string bytecode_header("\xa0\x01\0\0\0\xa1\x01", 7);

TEST(FileKind, DetectsContainersByFirstBytes) {
  EXPECT_EQ(kind("FWS\x0a...."), FileKind::Container);
  EXPECT_EQ(kind("CWS\x0a....", "x.agal"), FileKind::Container);
  EXPECT_EQ(kind("PK\x03\x04....", "x.agal"), FileKind::Container);
}

TEST(FileKind, DetectsBytecodeByTwoMagicBytes) {
  EXPECT_EQ(kind(bytecode_header), FileKind::Bytecode);
  EXPECT_EQ(kind(bytecode_header.substr(0, 6)), FileKind::Bytecode);
  EXPECT_EQ(kind(bytecode_header.substr(0, 1)), FileKind::Bytecode);  // truncated
  EXPECT_EQ(kind("\xa0\x09\x09\x09\x09\xa1\x09"), FileKind::Bytecode);
  EXPECT_EQ(kind("\xa0namespace"), FileKind::Other);
  EXPECT_EQ(kind("\xa0namespace", "x.agal"), FileKind::Bytecode);
  EXPECT_EQ(kind(""), FileKind::Bytecode);
}

TEST(FileKind, DetectsAssemblyByInstructionOrMagicComment) {
  for (const char* text : {"mov oc, v0\n", "\xef\xbb\xbfmov oc, v0", "\n\t mov oc, v0", "// a comment\n\nmov oc, v0",
                           "//! agal 2 vertex\n", "\n//! agal 1 fragment\nmvo oc, v0\n", "els\n", ".token 0 0 0 0\n",
                           "mov oc, v0 // \xe4\xf6\n"})
    EXPECT_EQ(kind(text), FileKind::Assembly) << text;
  EXPECT_EQ(kind(std::string("mov oc, v0\n\0\0\xff", 14)), FileKind::Assembly);
  for (const char* text : {"mvo oc, v0", "movement of water\n", "// a comment\n", "#version 100\nvoid main() {}\n",
                           "// first\n//! agal 1 fragment\n", " ", "\x89PNG\r\n\x1a\n", "{\"mov\": 1}"})
    EXPECT_EQ(kind(text), FileKind::Other) << text;
}

TEST(FileKind, ExtensionMarksAssembly) {
  for (const char* text : {"mvo oc, v0", "// a comment\n", "\x89PNG\r\n\x1a\n", "\x01\x02"})
    EXPECT_EQ(kind(text, "a/x.agal"), FileKind::Assembly) << text;
  EXPECT_EQ(kind("mvo oc, v0", "x.agal.bak"), FileKind::Other);
}

TEST(FileKind, ReadsOnlyFirstBytes) {
  const std::string comment = "// " + std::string(file_kind_bytes, 'x') + "\n";
  EXPECT_EQ(kind(comment + "mov oc, v0\n"), FileKind::Assembly);
  EXPECT_EQ(kind(comment + "something else\n"), FileKind::Assembly);
  EXPECT_EQ(kind(std::string(file_kind_bytes, ' ') + "mov oc, v0\n"), FileKind::Other);
  const std::string noise(file_kind_bytes, '\x07');
  EXPECT_EQ(kind(noise + "mov oc, v0\n"), FileKind::Other);
}

// A Pixel Bender kernel, its code, an image and prose each give one message.
TEST(FileKind, OtherFileGivesOneMessage) {
  const std::string kernel = std::string("\xa5\x01\0\0\0\xa4\x04\0Glow", 12) + "\xa0\x0cnamespace" + '\0' + "demo";
  std::string prose;
  for (int i = 0; i < 100; ++i) prose += "Water is drawn by two programs.\n";
  for (const std::string& file : {kernel, kernel.substr(12), std::string("\x89PNG\r\n\x1a\n\0\0", 10), prose}) {
    const Result<Extraction> found = extract(bytes_of(file), "x.bin");
    EXPECT_FALSE(found);
    ASSERT_EQ(found.diagnostics().size(), 1u) << render_text(found.diagnostics());
    // The message about the first file names its format, Pixel Bender.
    EXPECT_EQ(found.diagnostics()[0].code, file == kernel ? 1131 : 1034);
  }
}

TEST(FileKind, InvalidTextIsReportedWithLine) {
  for (const std::string& file : {std::string("mov oc, v0\n\0\0\xff", 14), std::string("mov oc, v0 // \xe4\n")}) {
    const Result<Extraction> found = extract(bytes_of(file), "x.txt");
    EXPECT_FALSE(found);
    ASSERT_EQ(found.diagnostics().size(), 1u) << render_text(found.diagnostics());
    EXPECT_TRUE(found.diagnostics()[0].location.line);
  }
}

}  // namespace
}  // namespace agal::test
