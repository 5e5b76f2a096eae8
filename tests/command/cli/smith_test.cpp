// Tests agal-smith, which generates programs from seeds.
#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Smith = Cli;

TEST_F(Smith, PrintsValidAssembly) {
  const Outcome run = smith({"--seed", "7", "--stage", "fragment", "--version", "3"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, StartsWith("//! agal 3 fragment\n"));
  EXPECT_EQ(agalc({"validate", "-Werror", "-"}, run.out).status, done);
  EXPECT_EQ(smith({"--seed=7", "--stage=fragment", "--version=3"}).out, run.out);
  EXPECT_NE(smith({"--seed", "8", "--stage", "fragment", "--version", "3"}).out, run.out);
}

TEST_F(Smith, WritesAFolderOfPairs) {
  const Outcome run = smith({"--seed", "98", "--count", "3", "--pairs", "--size", "20", "-o", "a/b"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(list("a/b"), ElementsAre("0098.frag.agal", "0098.vert.agal", "0099.frag.agal", "0099.vert.agal",
                                       "0100.frag.agal", "0100.vert.agal"));
  EXPECT_THAT(read("a/b/0098.vert.agal"), StartsWith("\xa0"));
  const Outcome pair = agalc({"validate", "--pair", "a/b/0099.vert.agal", "a/b/0099.frag.agal"});
  EXPECT_EQ(pair.status, done) << pair.err;
}

TEST_F(Smith, WritesTextOnRequest) {
  EXPECT_EQ(smith({"--stage", "vertex", "--text", "--version", "1", "-o", "."}).status, done);
  EXPECT_THAT(list(), ElementsAre("0001.vert.agal"));
  EXPECT_THAT(read("0001.vert.agal"), StartsWith("//! agal 1 vertex\n"));
}

TEST_F(Smith, KeepsEditedPrograms) {
  const std::vector<std::string> words{"--seed", "5", "--count", "3", "--pairs", "--text", "-o", "out"};
  EXPECT_EQ(smith(words).status, done);
  EXPECT_EQ(smith(words).status, done);
  std::vector<std::string> others = words;
  others.insert(others.end(), {"--size", "60"});
  EXPECT_EQ(smith(others).status, done);  // its own files
  for (const std::string file : {"out/0005.vert.agal", "out/0006.frag.agal", "out/0007.vert.agal"}) {
    const std::string generated = read(file), edited = generated + "// mine\n";
    write(file, edited);
    const Outcome run = smith(words);
    EXPECT_EQ(run.status, usage);
    EXPECT_THAT(run.err, HasSubstr(file + ": error[AGAL1190]"));
    EXPECT_EQ(read(file), edited);
    std::vector<std::string> all = others;
    all.emplace_back("--overwrite");
    EXPECT_THAT(smith(all).err, HasSubstr(file + ": note[AGAL1191]"));
    EXPECT_EQ(read(file), generated);
  }
}

TEST_F(Smith, HelpListsOptions) {
  const Outcome run = smith({"--help"});
  EXPECT_EQ(run.status, done);
  for (const char* option : {"--seed", "--count", "--size", "--version", "--stage", "--pairs", "--text", "--output"})
    EXPECT_THAT(run.out, HasSubstr(option));
}

TEST_F(Smith, RejectsInvalidOptions) {
  const std::vector<std::vector<std::string>> wrong{
      {"--version", "5"}, {"--size", "0"},      {"--count", "0"},
      {"--seed", "x"},    {"--stage", "pixel"}, {"--pairs", "--stage", "vertex"},
      {"--text"},         {"--unheard-of"},     {"stray"}};
  for (const std::vector<std::string>& arguments : wrong) {
    const Outcome run = smith(arguments);
    EXPECT_EQ(run.status, usage) << arguments.front();
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("error[AGAL1007]")) << arguments.front();
  }
}

TEST_F(Smith, UncreatableFolderIsAnIoError) {
  write("file", "x");
  EXPECT_EQ(smith({"-o", "file"}).status, usage);
  const Outcome run = smith({"-o", "file/folder"});
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("AGAL1002"));
}

TEST_F(Smith, GeneratesReservedOpcodesOnRequest) {
  const std::vector<std::string> plain{"--count", "40", "--stage", "fragment", "--version", "2"};
  std::vector<std::string> reserved = plain;
  reserved.push_back("--allow-reserved");
  EXPECT_THAT(smith(plain).out, Not(HasSubstr("\nted ")));
  EXPECT_THAT(smith(reserved).out, HasSubstr("\nted "));
}

}  // namespace
}  // namespace agal::cli
