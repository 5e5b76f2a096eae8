// Tests the command line: help, suggestions for misspelled names, argument files.
#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Usage = Cli;
using Words = std::vector<std::string>;

TEST_F(Usage, VersionGoesToStdout) {
  const Outcome run = agalc({"--version"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.out, testing::MatchesRegex("agalc [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_EQ(agalc({"-V"}).out, run.out);
  EXPECT_EQ(agalc({"version"}).out, run.out);
}

TEST_F(Usage, CompileHelpListsTheOptionsOfTheManual) {
  const Outcome run = agalc({"compile", "--help"});
  for (const char* option : {"--target",
                             "--env",
                             "--validate",
                             "--strict",
                             "--profile",
                             "--ignore-limits",
                             "--constants",
                             "--clip-z",
                             "--flip-y",
                             "--precision",
                             "--bind",
                             "--entry-point",
                             "--optimize",
                             "-g",
                             "--no-validate-spirv",
                             "--ifg",
                             "--domain",
                             "--nrm-zero",
                             "--index",
                             "--indirect-offset",
                             "--unwritten",
                             "--no-clamp",
                             "--allow-reserved",
                             "--werror",
                             "--lenient",
                             "--stage",
                             "--agal-version",
                             "--write-depfile",
                             "--depfile",
                             "--diagnostics-format",
                             "--color",
                             "--print-after-all",
                             "--time-report",
                             "--emit-ir",
                             "--reflect",
                             "--output"})
    EXPECT_THAT(run.out, HasSubstr(option));
}

TEST_F(Usage, MissingCommandIsAUsageError) {
  const Outcome run = agalc({});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("Usage: agalc COMMAND"));
}

TEST_F(Usage, SuggestsCommand) {
  const Outcome run = agalc({"complie", "x.agal"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("unknown command 'complie'; did you mean 'compile'?"));
}

TEST_F(Usage, SuggestsOption) {
  const Outcome run = agalc({"compile", "x.agal", "--tagret", "spv"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("unknown option '--tagret'; did you mean '--target'?"));
}

TEST_F(Usage, SuggestsValues) {
  EXPECT_THAT(agalc({"compile", "x.agal", "--target", "esl100"}).err, HasSubstr("did you mean 'essl100'?"));
  EXPECT_THAT(agalc({"compile", "x.agal", "--profile=standart"}).err, HasSubstr("did you mean 'standard'?"));
  EXPECT_THAT(agalc({"compile", "x.agal", "--env", "vulcan11"}).err, HasSubstr("did you mean 'vulkan1.1'?"));
  const Outcome run = agalc({"compile", "x.agal", "--ifg=less"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("unknown meaning 'less'; expected one of gt, ge"));
}

TEST_F(Usage, RejectsMalformedBindings) {
  for (const char* bad :
       {"fs0", "fs0=", "=1:2", "fs0=1:x", "fs0=1:2:3", "ft0=1:2", "fs=3", "vc0=1", "fs0=99999999999"}) {
    const Outcome run = agalc({"compile", "x.agal", "-o", "x.spv", "--bind", bad});
    EXPECT_EQ(run.status, usage) << bad;
    EXPECT_THAT(run.err, HasSubstr("--bind")) << bad;
  }
}

TEST_F(Usage, RejectsInvalidEntryPoint) {
  EXPECT_EQ(agalc({"compile", "x.agal", "-o", "x.spv", "--entry-point", "a b"}).status, usage);
  EXPECT_EQ(agalc({"compile", "x.agal", "-o", "x.spv", "--entry-point", ""}).status, usage);
}

TEST_F(Usage, PrintsUsageErrorsAsJsonOnRequest) {
  const Outcome run = agalc({"complie", "--diagnostics-format=json"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, StartsWith("{"));
  EXPECT_THAT(run.err, HasSubstr("did you mean 'compile'?"));
}

TEST_F(Usage, ColorIsOffForFilesUnlessAlways) {
  EXPECT_THAT(agalc({"complie"}).err, Not(HasSubstr("\x1b[")));
  EXPECT_THAT(agalc({"complie", "--color=always"}).err, HasSubstr("\x1b["));
  EXPECT_THAT(agalc({"complie", "--color", "always", "--color=never"}).err, Not(HasSubstr("\x1b[")));
}

TEST_F(Usage, ArgumentFilesMayBeQuotedAndNested) {
  write("a name.frag.agal", fragment);
  write("inner", "--target\tessl100");
  write("outer", "compile 'a name.frag.agal'\n  @inner -o \"out put.glsl\"");
  const Outcome run = agalc({"@outer"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_TRUE(exists("out put.glsl"));
}

// The names of `git ls-files`, which quotes letters outside of ASCII, and of lists that an editor has saved.
TEST_F(Usage, ArgumentFilesMayHaveQuotedNames) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"\xc3\xa9.frag.agal", R"("\303\251.frag.agal")"},
      {"\xe6\xb0\xb4 \"x\".frag.agal", R"("\346\260\264 \"x\".frag.agal")"},
      {"a\tb\\c.frag.agal", R"("a\tb\\c.frag.agal")"},
      {"plain.frag.agal", "\xef\xbb\xbfplain.frag.agal"},
      {"two words.frag.agal", "two words.frag.agal \t"},
      {"@\xc3\xbc.frag.agal", "\"@\\303\\274.frag.agal\"  \r"}};
  for (const auto& [name, line] : cases) {
    write(name, fragment);
    write("list", line + "\n");
    const Outcome run = agalc({"validate", "@list"});
    EXPECT_EQ(run.status, done) << line << run.err;
    EXPECT_THAT(run.err, HasSubstr("1 accepted")) << line;
  }
  write("list", R"("\303\250.frag.agal")");
  const Outcome missing = agalc({"validate", "@list"});
  EXPECT_EQ(missing.status, io);
  EXPECT_THAT(missing.err, HasSubstr("\xc3\xa8.frag.agal"));
  write("list", "\"a\\qb\" 'c d'");  // no name of git
  EXPECT_THAT(agalc({"validate", "@list"}).err, HasSubstr("c d"));
}

TEST_F(Usage, ListsOfTargetsAreNotEmpty) {
  write("x.frag.agal", fragment);
  for (const Words& words :
       std::vector<Words>{{"--target=", "-o", "y/"}, {"--target", ",", "-o", "y/"}, {"-t", "-O0"}}) {
    Words all{"compile", "x.frag.agal"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome run = agalc(all);
    EXPECT_EQ(run.status, usage);
    EXPECT_THAT(run.err, HasSubstr("--target")) << run.err;
    EXPECT_THAT(run.err, Not(HasSubstr("unknown target"))) << run.err;
  }
}

// Bytecode has a version, as it has a stage.
TEST_F(Usage, VersionOfBytecodeIsNotReplaced) {
  write("one.frag.agal", fragment);
  EXPECT_EQ(agalc({"as", "one.frag.agal", "-o", "one.bin"}).status, done);
  EXPECT_EQ(agalc({"as", "one.frag.agal", "--agal-version", "3", "-o", "three.bin"}).status, done);
  struct Case {
    std::string file, version, own;
  };
  for (const Case& each : {Case{"one.bin", "2", "1"}, Case{"one.bin", "4", "1"}, Case{"three.bin", "1", "3"}})
    for (const Words& words :
         std::vector<Words>{{"validate"}, {"dis"}, {"compile", "-t", "spv", "-o", "x.spv"}, {"reflect"}}) {
      Words all = words;
      all.insert(all.end(), {each.file, "--agal-version", each.version});
      const Outcome run = agalc(all);
      EXPECT_EQ(run.status, rejected) << testing::PrintToString(all);
      EXPECT_THAT(run.err, HasSubstr("error[AGAL1198]: the option --agal-version says AGAL " + each.version +
                                     ", but the bytecode says AGAL " + each.own));
    }
  EXPECT_EQ(agalc({"validate", "three.bin", "--agal-version", "3"}).status, done);
  EXPECT_EQ(agalc({"validate", "one.frag.agal", "--agal-version", "2"}).status, done);
}

TEST_F(Usage, RejectsRecursiveArgumentFile) {
  write("self", "@self @self");
  const Outcome run = agalc({"compile", "@self"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("nested too deep"));
}

TEST_F(Usage, MissingArgumentFileIsAnIoError) {
  const Outcome run = agalc({"compile", "@nowhere"});
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("nowhere"));
}

TEST_F(Usage, ArgumentsAfterTwoDashesAreFiles) {
  write("-O", fragment);
  EXPECT_EQ(agalc({"as", "--stage", "fragment", "-o", "x.bin", "--", "-O"}).status, done);
  EXPECT_TRUE(exists("x.bin"));
}

// Only commands that draw load the Vulkan loader, because loading takes time and the loader may be missing.
TEST_F(Usage, DoesNotLoadVulkanAtStart) {
  const Outcome loaded = run("/bin/sh", {"-c", "LD_TRACE_LOADED_OBJECTS=1 exec \"$0\" --version", AGALC});
  EXPECT_THAT(loaded.out, HasSubstr("libstdc++"));
  EXPECT_THAT(loaded.out, Not(HasSubstr("vulkan")));
}

TEST_F(Usage, AcceptsSpellingsOfOtherCompilers) {
  write("x.frag.agal", fragment);
  const Outcome run =
      agalc({"compile", "x.frag.agal", "-O0", "-g", "-Werror", "-MD", "-MF", "x.d", "-o", "x.spv", "-O"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_TRUE(exists("x.d"));
}

}  // namespace
}  // namespace agal::cli
