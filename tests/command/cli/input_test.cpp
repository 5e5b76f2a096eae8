// Tests inputs that are missing, hostile or huge. The command gives a message and a status, and never crashes.
#include <random>

#include "cli/cli.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Input : public Cli {
 protected:
  /// Runs every subcommand that reads a program on this file.
  std::vector<Outcome> run_all(const std::string& path, const std::string& input = {}) const {
    return {agalc({"compile", path, "--target", "essl100", "-o", "out.glsl"}, input),
            agalc({"as", path, "-o", "out.bin"}, input), agalc({"dis", path}, input), agalc({"validate", path}, input),
            agalc({"reflect", path}, input)};
  }
};

TEST_F(Input, MissingFileIsAnIoError) {
  for (const Outcome& run : run_all("nowhere.agal")) {
    EXPECT_EQ(run.status, io);
    EXPECT_THAT(run.err, HasSubstr("nowhere.agal: error[AGAL1001]"));
    EXPECT_THAT(run.out, IsEmpty());
  }
  EXPECT_THAT(list(), IsEmpty());
}

TEST_F(Input, DirectoryIsAnIoError) {
  std::filesystem::create_directory(folder() / "folder");
  for (const char* const command : {"as", "dis", "reflect", "run"}) {
    const Outcome run = agalc({command, "folder"});
    EXPECT_EQ(run.status, io) << command;
    EXPECT_THAT(run.err, HasSubstr("folder: error[AGAL1004]")) << command;
  }
}

TEST_F(Input, FolderWithoutProgramsIsRejected) {
  std::filesystem::create_directory(folder() / "folder");
  write("folder/notes.txt", "mov oc, fc0");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"compile", "folder", "-t", "wgsl", "-o", "out/"}, {"validate", "folder"}}) {
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, rejected) << words[0];
    EXPECT_THAT(run.err, HasSubstr("error[AGAL1047]: no program found in folder")) << words[0];
  }
}

TEST_F(Input, UnreadableFileIsAnIoError) {
  AGAL_NEED(test::Facility::Permissions, runs_as_anybody() ? "" : "this root cannot give its powers up");
  write("secret.agal", fragment);
  std::filesystem::permissions(folder() / "secret.agal", std::filesystem::perms::none);
  for (const Outcome& run : run_all("secret.agal")) {
    EXPECT_EQ(run.status, io);
    EXPECT_THAT(run.err, HasSubstr("secret.agal: error[AGAL1001]"));
  }
}

TEST_F(Input, UnwritableFolderIsAnIoError) {
  AGAL_NEED(test::Facility::Permissions, runs_as_anybody() ? "" : "this root cannot give its powers up");
  std::filesystem::create_directory(folder() / "locked");
  std::filesystem::permissions(folder() / "locked", std::filesystem::perms::owner_read);
  const Outcome run = agalc({"compile", "-", "-o", "locked/x.spv"}, fragment);
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("locked/x.spv: error[AGAL1002]"));
}

TEST_F(Input, RejectsEmptyFile) {
  write("empty.agal", "");
  for (const Outcome& run : run_all("empty.agal")) {
    EXPECT_EQ(run.status, rejected);
    EXPECT_THAT(run.err, HasSubstr("empty.agal: error[AGAL1003]"));
  }
}

TEST_F(Input, RejectsEmptyStdin) {
  for (const Outcome& run : run_all("-")) {
    EXPECT_EQ(run.status, rejected);
    EXPECT_THAT(run.err, HasSubstr("<stdin>: error[AGAL1003]"));
  }
}

TEST_F(Input, RejectsEndlessFile) {
  const Outcome run = agalc({"validate", "/dev/zero"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL1005"));
}

TEST_F(Input, RejectsBytecodeTruncatedAtAnyByte) {
  const std::string whole = bytecode(1);
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const Outcome run = agalc({"validate", "-"}, whole.substr(0, length));
    EXPECT_EQ(run.status, rejected) << length;
    EXPECT_THAT(run.err, HasSubstr("AGAL3615")) << length;
  }
  EXPECT_EQ(agalc({"validate", "-"}, whole).status, done);
}

TEST_F(Input, RandomBytesAreAcceptedOrRejected) {
  std::mt19937 random(20261121);
  for (int round = 0; round < 8; ++round) {
    std::string bytes = round % 2 == 0 ? bytecode(0) : std::string();
    for (int i = 0; i < 1000 * round + 50; ++i) bytes += static_cast<char>(random() & 0xff);
    for (const Outcome& run : run_all("-", bytes)) {
      EXPECT_THAT(run.status, AnyOf(done, rejected)) << run.err.substr(0, 400);
      if (run.status == rejected) {
        EXPECT_THAT(run.err, HasSubstr("error[AGAL"));
      }
    }
  }
}

TEST_F(Input, RejectsTenMegabytesOfTokens) {
  const Outcome run = agalc({"validate", "-"}, bytecode(436'906));
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL3629"));
  EXPECT_EQ(agalc({"compile", "-", "--target", "spv", "-o", "x.spv"}, bytecode(436'906)).status, rejected);
  EXPECT_FALSE(exists("x.spv"));
}

TEST_F(Input, RejectsTenMegabytesOfText) {
  std::string text;
  while (text.size() < 10'000'000) text += "mul ft0, ft0, v0\nxyz ft1\n";
  const Outcome run = agalc({"as", "-", "--stage", "fragment", "-o", "x.bin"}, text);
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("error[AGAL2"));
}

TEST_F(Input, ReadsBytecodeAndTextFromStdin) {
  EXPECT_EQ(agalc({"validate", "-"}, bytecode(1)).status, done);
  EXPECT_EQ(agalc({"validate", "-"}, fragment).status, done);
}

TEST_F(Input, RejectsStdinAsTwoInputs) {
  const Outcome run = agalc({"compile", "-", "-", "--target", "spv", "-o", "out/"}, fragment);
  EXPECT_EQ(run.status, usage);
}

TEST_F(Input, CompilesOtherInputsAfterAnError) {
  write("good.frag.agal", fragment);
  write("wrong.frag.agal", wrong);
  const Outcome run =
      agalc({"compile", "wrong.frag.agal", "nowhere.agal", "good.frag.agal", "--target", "spv", "-o", "out/"});
  EXPECT_EQ(run.status, io);  // the worse of the two statuses
  EXPECT_THAT(run.err, HasSubstr("AGAL3652"));
  EXPECT_THAT(list("out"), testing::ElementsAre("good.frag.spv"));
}

TEST_F(Input, WerrorTurnsWarningsIntoErrors) {
  write("x.frag.agal", "abc ft0\nmov oc, v0\n");
  const Outcome lenient = agalc({"as", "x.frag.agal", "--lenient", "-o", "x.bin"});
  EXPECT_EQ(lenient.status, done);
  EXPECT_THAT(lenient.err, HasSubstr("warning[AGAL2"));
  EXPECT_TRUE(exists("x.bin"));
  const Outcome firm = agalc({"as", "x.frag.agal", "--lenient", "-Werror", "-o", "y.bin"});
  EXPECT_EQ(firm.status, rejected);
  EXPECT_THAT(firm.err, Not(HasSubstr("warning[")));
  EXPECT_FALSE(exists("y.bin"));
}

}  // namespace
}  // namespace agal::cli
