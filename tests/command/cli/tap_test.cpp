// Tests agalc tap, which changes SWF files so that they log their uploads.
#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::cli {
namespace {

using example::AbcBuilder;
using example::ByteVector;
using example::Code;
using example::Compression;
using example::SwfBuilder;
using testing::HasSubstr;
using testing::IsEmpty;

class Tap : public Cli {
 protected:
  Tap() {
    AbcBuilder abc;
    Code code(abc);
    abc.add_class("game", "Renderer", {code.op(0xd0).call_void("upload", 0).return_void()});
    const ByteVector file = SwfBuilder().abc(abc.build()).build(Compression::Zlib);
    write("game.swf", {reinterpret_cast<const char*>(file.data()), file.size()});
  }
};

TEST_F(Tap, WritesTappedFile) {
  const Outcome run = agalc({"tap", "game.swf", "-o", "game.tapped.swf"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_EQ(run.err, "1 SWF file tapped, 1 ABC file renamed\n");
  EXPECT_EQ(read("game.tapped.swf").substr(0, 3), "CWS");
  EXPECT_GT(read("game.tapped.swf").size(), read("game.swf").size());
  EXPECT_THAT(agalc({"tap", "game.swf", "-o", "game.tapped.swf", "-q"}).err, IsEmpty());
}

TEST_F(Tap, ReadsStdinAndWritesStdout) {
  agalc({"tap", "game.swf", "-o", "game.tapped.swf"});
  EXPECT_EQ(agalc({"tap", "game.swf", "-o", "-", "-q"}).out, read("game.tapped.swf"));
  // The log contains the name of the file, which is <stdin> for stdin.
  write("<stdin>", read("game.swf"));
  agalc({"tap", "<stdin>", "-o", "named.swf"});
  EXPECT_EQ(agalc({"tap", "-", "-q"}, read("game.swf")).out, read("named.swf"));
}

TEST_F(Tap, RecordsFrames) {
  EXPECT_EQ(agalc({"tap", "game.swf", "-o", "plain.swf"}).status, done);
  EXPECT_EQ(agalc({"tap", "game.swf", "-o", "default.swf", "--frames"}).status, done);
  const std::string address = "http://127.0.0.1:7272/";
  EXPECT_EQ(agalc({"tap", "game.swf", "-o", "named.swf", "--frames", "--receiver", address}).status, done);
  EXPECT_EQ(read("default.swf"), read("named.swf"));
  EXPECT_NE(read("default.swf"), read("plain.swf"));
  EXPECT_EQ(agalc({"tap", "game.swf", "--receiver", address}).status, usage);
  for (const std::string wrong : {"", "127.0.0.1", "file:///tmp", "http://a\" b", "http://a\nb"}) {
    const Outcome run = agalc({"tap", "game.swf", "--frames", "--receiver", wrong});
    EXPECT_EQ(run.status, usage) << wrong;
    EXPECT_THAT(run.err, HasSubstr("it is not an address of HTTP"));
  }
}

TEST_F(Tap, ReportsTappedFile) {
  agalc({"tap", "game.swf", "-o", "once.swf"});
  const Outcome run = agalc({"tap", "once.swf", "-o", "twice.swf"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err, HasSubstr("AGAL1095"));
  EXPECT_EQ(read("twice.swf"), read("once.swf"));
}

TEST_F(Tap, RejectsFilesOtherThanSwf) {
  write("water.agal", vertex);
  const Outcome run = agalc({"tap", "water.agal", "-o", "water.swf"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL1090"));
  EXPECT_EQ(agalc({"tap", "game.swf", "-o", "game.swf"}).status, usage);
  EXPECT_EQ(agalc({"tap", "nowhere.swf"}).status, io);
}

}  // namespace
}  // namespace agal::cli
