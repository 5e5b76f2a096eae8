// Tests agalc reduce, which makes a program smaller while a command succeeds.

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

// A program with only one relevant token.
constexpr char large[] =
    "//! agal 2 fragment\nmov ft0, v0\nifg v0.x, fc0.x\n  add ft0, ft0, v1\nels\n  rsq ft0.y, v1.z\n  mul ft0, ft0, "
    "v1\n"
    "eif\nadd ft0, ft0, fc3\nmov oc, ft0\n";

class Reduce : public Cli {
 protected:
  Reduce() { write("large.agal", large); }
};

TEST_F(Reduce, PrintsTheSmallestProgram) {
  const Outcome run = agalc({"reduce", "large.agal", "--until", "grep -q rsq"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_EQ(run.out, "//! agal 2 fragment\nrsq ft0, v0\n");
  EXPECT_THAT(run.err, HasSubstr("1 of 9 tokens"));
  EXPECT_THAT(run.err, MatchesRegex("(.|\n)*done: 1 of 9 tokens left after [0-9]+ candidates\n"));
  EXPECT_EQ(read("large.agal"), large);
  EXPECT_THAT(list(), ElementsAre("large.agal"));
}

TEST_F(Reduce, SubstitutesBracesWithPath) {
  const Outcome run = agalc({"reduce", "large.agal", "--quiet", "--until", "test -s {} && ! grep -qv 'agal\\|rsq' {}"});
  EXPECT_EQ(run.status, rejected);  // the whole program does not match
  const Outcome other = agalc({"reduce", "large.agal", "--quiet", "--until", "test -s {} && cat {} | grep -q els"});
  EXPECT_EQ(other.status, done) << other.err;
  EXPECT_EQ(other.out, "//! agal 2 fragment\nifg v0.x, v0.x\nels\neif\n");
  EXPECT_THAT(other.err, IsEmpty());
}

TEST_F(Reduce, ValidOptionKeepsCandidatesValid) {
  const Outcome run = agalc({"reduce", "large.agal", "-q", "--valid", "--until", "grep -q els"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, HasSubstr("els"));
  EXPECT_EQ(agalc({"validate", "-"}, run.out).status, done) << run.out;
}

TEST_F(Reduce, OutputHasFormOfInput) {
  ASSERT_EQ(agalc({"as", "large.agal", "-o", "large.bin"}).status, done);
  const std::vector<std::string> arguments{
      "reduce", "large.bin", "-q", "--until",
      std::string("test \"$(head -c 1 {})\" = \"$(printf '\\240')\" && '") + AGALC + "' dis {} | grep -q rsq"};
  std::vector<std::string> to_file = arguments;
  to_file.insert(to_file.end(), {"-o", "small.bin"});
  const Outcome run = agalc(to_file);
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_EQ(read("small.bin").size(), 7u + 24u);
  EXPECT_EQ(agalc(arguments).out, "//! agal 2 fragment\nrsq ft0, v0\n");
}

TEST_F(Reduce, ReducesIr) {
  ASSERT_EQ(agalc({"compile", "large.agal", "--emit-ir", "-O0", "-o", "large.ir"}).status, done);
  const Outcome run =
      agalc({"reduce", "large.ir", "--until", "case {} in *.frag.ir) grep -q rsqrt {};; *) false;; esac"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_EQ(run.out, "stage fragment\n%0: float = constant 0\n%1: float = rsqrt %0\n");
  EXPECT_THAT(run.err, MatchesRegex("(.|\n)*done: 2 of [0-9]+ instructions left after [0-9]+ candidates\n"));
  EXPECT_EQ(agalc({"opt", "-", "--passes=verify"}, run.out).out, run.out);
  EXPECT_EQ(agalc({"reduce", "-", "--until", "true"}, "stage fragment\nnonsense\n").status, rejected);
}

TEST_F(Reduce, RunsCommandInWorkingDirectory) {
  write("pattern", "rsq");
  const Outcome run = agalc({"reduce", "large.agal", "-q", "--until", "echo noise; grep -q -f pattern"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_EQ(run.out, "//! agal 2 fragment\nrsq ft0, v0\n");  // without the output of the command
}

TEST_F(Reduce, RejectsUninterestingProgram) {
  const Outcome run = agalc({"reduce", "large.agal", "--until", "grep -q sin", "-o", "small.agal"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, StartsWith("large.agal: error[AGAL1014]: the command does not succeed for the original program: "
                                  "exit status 1\n"));
  EXPECT_FALSE(exists("small.agal"));
  EXPECT_THAT(agalc({"reduce", "large.agal", "--until", "kill -9 $$ #"}).err, HasSubstr("terminated by signal 9"));
}

TEST_F(Reduce, TimeoutKillsCommand) {
  const Outcome run =
      agalc({"reduce", "large.agal", "--timeout", "0.2", "--until", "sleep infinity | sleep infinity; true"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("timeout"));
}

TEST_F(Reduce, RequiresCommandAndProgram) {
  EXPECT_EQ(agalc({"reduce", "large.agal"}).status, usage);
  EXPECT_EQ(agalc({"reduce", "--until", "true"}).status, usage);
  EXPECT_EQ(agalc({"reduce", "large.agal", "--until", "true", "--timeout", "0"}).status, usage);
  EXPECT_EQ(agalc({"reduce", "large.agal", "--until", "true", "-o", "large.agal"}).status, usage);
  EXPECT_EQ(read("large.agal"), large);
  EXPECT_EQ(agalc({"reduce", "nowhere.agal", "--until", "true"}).status, io);
  EXPECT_EQ(agalc({"reduce", "-", "--until", "true"}, "nonsense").status, rejected);
}

TEST_F(Reduce, HelpDescribesExitStatus) {
  const Outcome run = agalc({"reduce", "--help"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.out, HasSubstr("Exit status 0 means"));
  EXPECT_THAT(agalc({"--help"}).out, HasSubstr("reduce"));
}

}  // namespace
}  // namespace agal::cli
