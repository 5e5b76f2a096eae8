// Tests the command that is printed after an internal error: it fails in the same way. The command under test has an
// internal error in --prove (faulty_proofs.cpp).
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr int internal = 70;
constexpr std::string_view announcement = "reproduce the bug with: ";

class FaultReport : public Cli {
 protected:
  FaultReport() {
    write("x.vert.agal", vertex);
    write("x.frag.agal", "tex ft0, v0, fs0 <2d, linear>\nmul oc, ft0, fc0\n");
  }

  // Runs the faulty command in the folder of the test, with temporary files there.
  Outcome faulty(const std::vector<std::string>& arguments, const std::string& input = {}) const {
    write("stdin", input);
    return shell("exec agalc \"$@\" < stdin", arguments);
  }

  Outcome shell(const std::string& command, const std::vector<std::string>& arguments = {}) const {
    const std::string path = fs::path(AGALC_FAULTY).parent_path().string();
    fs::create_directory(folder() / "tmp");
    std::vector<std::string> words{
        "PATH=" + path + ":/usr/bin:/bin", "TMPDIR=" + (folder() / "tmp").string(), "/bin/sh", "-c", command, "sh"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run("/usr/bin/env", words);
  }

  // Returns the printed command.
  static std::string command_in(const std::string& err) {
    const std::size_t at = err.find(announcement);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + announcement.size();
    return err.substr(begin, err.find('\n', begin) - begin);
  }

  // Returns the errors without the names of files.
  static std::vector<std::string> errors_in(const std::string& err) {
    std::vector<std::string> list;
    std::istringstream lines(err);
    for (std::string line; std::getline(lines, line);)
      for (const std::string_view kind : {"error[AGAL", "internal error: "})
        if (const std::size_t at = line.find(kind); at != std::string::npos) list.push_back(line.substr(at));
    return list;
  }

  // Checks that the printed command fails like the command with these arguments. Returns the printed command.
  std::string expect_same_failure(const std::vector<std::string>& arguments, const std::string& input = {}) const {
    const Outcome first = faulty(arguments, input);
    EXPECT_EQ(first.status, internal) << first.err;
    const std::string command = command_in(first.err);
    EXPECT_THAT(command, StartsWith("agalc " + arguments[0]));
    const Outcome again = shell(command + " < /dev/null");
    EXPECT_EQ(again.status, internal) << command << "\n" << again.err;
    EXPECT_EQ(errors_in(again.err), errors_in(first.err)) << command;
    EXPECT_FALSE(errors_in(first.err).empty());
    return command;
  }
};

TEST_F(FaultReport, CommandHasOptionsAsGiven) {
  const std::string command =
      expect_same_failure({"compile", "x.frag.agal", "-t", "spv", "--bind", "fs0=1:9", "--prove", "-o", "x.spv",
                           "--entry-point=shade", "--precision=mediump"});
  EXPECT_THAT(command, StartsWith("agalc compile -t spv --bind fs0=1:9 --prove -o x.spv --entry-point=shade "
                                  "--precision=mediump "));
  EXPECT_THAT(command, Not(HasSubstr(" x.frag.agal")));
  EXPECT_FALSE(exists("x.spv"));
}

TEST_F(FaultReport, CommandNamesOneOfSeveralInputs) {
  write("y.frag.agal", "mov oc, fc0\n");
  const Outcome run =
      faulty({"compile", "x.frag.agal", "y.frag.agal", "-t", "essl", "--prove", "-o", "out/", "--rename", "fc0=tint"});
  EXPECT_EQ(run.status, internal);
  EXPECT_THAT(command_in(run.err), AllOf(HasSubstr("x.frag.agal"), Not(HasSubstr("y.frag.agal"))));
  expect_same_failure({"compile", "y.frag.agal", "-t", "essl300", "--prove", "-o", "out/", "--rename", "fc0=tint"});
}

TEST_F(FaultReport, CommandExpandsArgumentFiles) {
  write("options", "--target=glsl330 --prove --rename 'fs0=map'\n");
  expect_same_failure({"compile", "@options", "-O0", "-o", "x.glsl", "x.frag.agal"});
}

TEST_F(FaultReport, CommandIsQuotedForTheShell) {
  write("it's $HOME/x y.vert.agal", vertex);
  write("it's $HOME/x y.frag.agal", fragment);
  const std::string command = expect_same_failure({"link", "it's $HOME/x y.vert.agal", "it's $HOME/x y.frag.agal",
                                                   "--target", "essl100", "--prove", "-o", "a 'new' folder;/"});
  EXPECT_THAT(command, HasSubstr("'a '\\''new'\\'' folder;/'"));
}

// The fragment program has version 2, which the vertex program takes over because its text does not name a version.
TEST_F(FaultReport, SavedTextsKeepVersionOpen) {
  write("z.vert.agal", vertex);
  write("z.frag.agal", "//! agal 2 fragment\nddx ft0, v0\nmov oc, ft0\n");
  expect_same_failure({"link", "z", "-t", "spv", "--prove", "-o", "out"});
  // The programs are in the wrong order.
  expect_same_failure({"link", "z.frag.agal", "z.vert.agal", "-t", "hlsl50", "--prove", "-o", "out"});
}

TEST_F(FaultReport, SavesStdin) {
  expect_same_failure({"compile", "-", "--stage", "fragment", "-t", "hlsl51", "--prove"}, "mov oc, v0\n");
  expect_same_failure({"compile", "-t", "spv", "--prove", "-"}, bytecode(3));
}

TEST_F(FaultReport, SavesBytecode) {
  write("w.bin", bytecode(2));
  expect_same_failure({"compile", "w.bin", "-t", "vulkan-glsl450", "--prove", "--samplers=separate", "-o", "w.glsl"});
}

TEST_F(FaultReport, InputMayLookLikeOption) {
  write("-v.frag.agal", fragment);
  expect_same_failure({"compile", "-t", "spv", "--prove", "-o", "x.spv", "--", "-v.frag.agal"});
}

TEST_F(FaultReport, BatchPrintsItsCommandLine) {
  const std::string command = expect_same_failure(
      {"batch", "x.frag.agal", "--prove", "--emit", "spv,essl300", "--no-cache", "-q", "-o", "an out"});
  EXPECT_EQ(command, "agalc batch --prove --emit spv,essl300 --no-cache -q -o 'an out' x.frag.agal");
}

TEST_F(FaultReport, ExceptionsAreReproducible) {
  EXPECT_EQ(expect_same_failure({"compile", "x.frag.agal", "-t", "spv", "--prove", "--entry-point", "throwing"}),
            "agalc compile -t spv --prove --entry-point throwing x.frag.agal");
}

TEST_F(FaultReport, JsonHasOnlyDiagnostics) {
  const Outcome run = faulty({"compile", "x.frag.agal", "-t", "spv", "--prove", "--diagnostics-format=json"});
  EXPECT_EQ(run.status, internal);
  EXPECT_THAT(run.err, AllOf(StartsWith("{"), Not(HasSubstr(std::string(announcement)))));
}

}  // namespace
}  // namespace agal::cli
