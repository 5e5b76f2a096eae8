// Tests the help of each command: its examples work, and it lists all options.
#include <agal/compile.hpp>
#include <fstream>
#include <regex>
#include <sstream>

#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"
#include "support/capture_log.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

const std::vector<std::string> all_commands{
    "compile", "link",   "batch", "validate", "reduce",  "extract", "tap",     "dis",  "as",      "reflect",
    "run",     "render", "sheet", "report",   "explain", "opcodes", "targets", "help", "version", "completions"};

constexpr const char* sampling = "tex ft0, v0, fs0 <2d>\nmov oc, ft0\n";

class Help : public Cli {
 protected:
  std::vector<std::string> examples_of(const std::string& command) const {
    std::istringstream lines(agalc({"help", command}).out);
    std::vector<std::string> examples;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
      if (inside && line.empty()) break;
      if (inside) examples.push_back(line.substr(2));
      inside = inside || line == "Examples:";
    }
    return examples;
  }

  Outcome shell(const std::string& line) const {
    const std::string folder = std::filesystem::path(tested_command()).parent_path().string();
    return run("/bin/sh", {"-c", "PATH='" + folder + "':$PATH; " + line});
  }

  // Expects that the examples of the commands succeed. Returns the number of examples.
  std::size_t expect_examples_to_work(std::initializer_list<std::string> commands) const {
    std::size_t count = 0;
    for (const std::string& command : commands)
      for (const std::string& example : examples_of(command)) {
        EXPECT_THAT(example, StartsWith("agalc " + command));
        const Outcome run = shell(example);
        EXPECT_EQ(run.status, done) << example << "\n" << run.err;
        ++count;
      }
    return count;
  }
};

TEST_F(Help, UsageListsEachCommandOnOneLine) {
  const Outcome usage = agalc({});
  EXPECT_EQ(usage.status, cli::usage);
  EXPECT_EQ(usage.out, "");
  for (const std::string& command : all_commands) EXPECT_THAT(usage.err, HasSubstr("\n  " + command + " ")) << command;
  EXPECT_THAT(agalc({"--help"}).out, StartsWith(usage.err));
  EXPECT_EQ(agalc({"help"}).out, agalc({"--help"}).out);
}

TEST_F(Help, EveryCommandHasHelp) {
  for (const std::string& command : all_commands) {
    const Outcome help = agalc({command, "--help"});
    EXPECT_EQ(help.status, done) << command;
    EXPECT_THAT(help.out, HasSubstr("Usage: agalc " + command)) << command;
    EXPECT_EQ(agalc({"help", command}).out, help.out) << command;
  }
}

TEST_F(Help, ExamplesRun) {
  write("water.vert.agal", vertex);
  write("water.frag.agal", sampling);
  write("shaders/water.frag.agal", fragment);
  const Outcome made = agalc({"as", "water.vert.agal", "-o", "water.vert.bin"});
  ASSERT_EQ(made.status, done) << made.err;
  const std::string bytes = read("water.vert.bin");
  const auto data = std::as_bytes(std::span(bytes.data(), bytes.size()));
  const example::ByteVector game =
      example::SwfBuilder().binary_data("WaterVertex", {data.begin(), data.end()}).build(example::Compression::Zlib);
  write("game.swf", {reinterpret_cast<const char*>(game.data()), game.size()});
  const Outcome other = agalc({"as", "water.frag.agal", "-o", "water.frag.bin"});
  ASSERT_EQ(other.status, done) << other.err;
  const std::string fragment_bytes = read("water.frag.bin");
  test::CaptureLog log;
  log.add(test::upload(1, 1, data, std::as_bytes(std::span(fragment_bytes))));
  write("game.log", log.text());
  // The other examples are tested below.
  EXPECT_GE(
      expect_examples_to_work({"compile", "link", "as", "batch", "validate", "extract", "dis", "reflect", "render",
                               "report", "explain", "opcodes", "targets", "help", "version", "completions"}),
      25u);
}

// These examples contain commands for a shell.
TEST_F(Help, ExamplesOfReduceRun) {
  write("water.frag.agal", sampling);
  agalc({"compile", "water.frag.agal", "--emit-ir", "-o", "water.frag.ir"});
  EXPECT_GE(expect_examples_to_work({"reduce"}), 3u);
}

TEST_F(Help, ExamplesOfOptWork) {
  write("water.frag.agal", sampling);
  agalc({"compile", "water.frag.agal", "--emit-ir", "-o", "water.frag.ir"});
  EXPECT_GE(expect_examples_to_work({"opt"}), 2u);
}

TEST_F(Help, ExamplesWithMissingFilesParse) {
  for (const std::string command : {"sheet", "run", "tap"}) {
    const std::vector<std::string> examples = examples_of(command);
    EXPECT_GE(examples.size(), 1u) << command;
    for (const std::string& example : examples) {
      const Outcome run = shell(example);
      EXPECT_EQ(run.status, io) << example << "\n" << run.err;  // the file is missing, but the arguments are valid
      EXPECT_THAT(run.err, HasSubstr("AGAL1001")) << example;
    }
  }
}

std::string manual_text() {
  std::ifstream in(AGAL_SOURCE_DIR "/docs/cli.md");
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(Help, HelpAndManualNameEveryLanguage) {
  const std::string help = agalc({"compile", "--help"}).out, begin = "Compile programs to ";
  ASSERT_THAT(help, StartsWith(begin));
  const std::string languages = help.substr(begin.size(), help.find('\n') - begin.size());
  for (const TargetFamilyInfo& row : target_family_table) EXPECT_THAT(languages, HasSubstr(std::string(row.title)));
  EXPECT_THAT(manual_text(), HasSubstr("   programs to " + languages + "\n"));
}

TEST_F(Help, ManualListsFamiliesOfTargets) {
  const std::string manual = manual_text();
  for (const TargetFamilyInfo& row : target_family_table) {
    if (!has_name_of_its_own(row)) continue;
    const std::string family(row.name), target(info(row.target).name);
    EXPECT_THAT(manual, HasSubstr("| `" + family + "` | `" + target + "` |"));
    for (const char* command : {"compile", "link", "reflect", "batch"}) {
      // The help is wrapped.
      const std::string help = std::regex_replace(agalc({command, "--help"}).out, std::regex("\\s+"), " ");
      EXPECT_THAT(help, HasSubstr(family + " (" + target + ")")) << command;
    }
    write("x.frag.agal", fragment);
    const Outcome by_family = agalc({"compile", "x.frag.agal", "-o", "-", "-t", family});
    EXPECT_EQ(by_family.out, agalc({"compile", "x.frag.agal", "-o", "-", "-t", target}).out) << family;
    EXPECT_EQ(by_family.err, "note[AGAL1043]: '" + family + "' stands for " + target +
                                 "\n  help: pass that name to keep this version; agalc targets lists the names\n");
  }
}

}  // namespace
}  // namespace agal::cli
