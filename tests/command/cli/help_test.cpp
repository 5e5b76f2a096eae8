// Tests the help of each command: its examples work, and it lists all options.
#include <agal/compile.hpp>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"
#include "support/capture_log.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::vector<std::string> all_commands{"compile", "batch",  "report",  "validate",    "prove",  "as",  "dis",
                                            "run",     "render", "extract", "tap",         "replay", "opt", "reduce",
                                            "explain", "help",   "version", "completions", "sheet"};

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

// A name of a command and its arguments in the former and in the present spelling.
struct Spelling {
  std::vector<std::string> old_words, new_words, arguments;
};

const std::vector<Spelling>& spellings() {
  static const std::vector<Spelling> table{
      {{"link"}, {"compile", "--link"}, {"water.vert.agal", "water.frag.agal", "-t", "spv,msl20", "-o", "out/"}},
      {{"link"},
       {"compile", "--link"},
       {"water.frag.agal", "water.vert.agal", "-t", "essl300", "-o", "out", "--prove"}},
      {{"link"}, {"compile", "--link"}, {"water", "-t", "wgsl", "--single-module", "-o", "water.wgsl"}},
      {{"link"}, {"compile", "--link"}, {"water", "-t", "hlsl50", "--emit=ir", "-O0", "-o", "out/"}},
      {{"link"}, {"compile", "--link"}, {"water.vert.agal", "other.frag.agal", "-t", "spv", "-o", "out/"}},
      {{"link"}, {"compile", "--link"}, {"water", "-t", "spv"}},
      {{"link"}, {"compile", "--link"}, {"water", "-t", "spv,wgsl", "--single-module", "-o", "out/"}},
      {{"reflect"}, {"compile", "--emit", "reflect"}, {"water.frag.agal"}},
      {{"reflect"}, {"compile", "--emit", "reflect"}, {"water.vert.agal", "-t", "msl20", "-o", "out/water.json"}},
      {{"reflect"}, {"compile", "--emit", "reflect"}, {"wrong.frag.agal"}},
      {{"reflect"}, {"compile", "--emit", "reflect"}, {"missing.agal"}},
      {{"opcodes"}, {"explain", "opcodes"}, {}},
      {{"opcodes"}, {"explain", "opcodes"}, {"tex", "kil", "--format=json"}},
      {{"opcodes"}, {"explain", "opcodes"}, {"--format=markdown", "mov"}},
      {{"opcodes"}, {"explain", "opcodes"}, {"mvo"}},
      {{"targets"}, {"explain", "targets"}, {}},
      {{"targets"}, {"explain", "targets"}, {"--format=json"}},
      {{"targets"}, {"explain", "targets"}, {"--format=markdown"}},
      {{"targets"}, {"explain", "targets"}, {"wgsl"}},
  };
  return table;
}

// Options in the former and in the present spelling.
const std::vector<Spelling>& option_spellings() {
  static const std::vector<Spelling> table{
      {{"validate", "--strict=adobe"}, {"validate", "--adobe-order"}, {"wrong.frag.agal", "water.frag.agal"}},
      {{"compile", "--strict", "adobe"}, {"compile", "--adobe-order"}, {"wrong.frag.agal", "-t", "wgsl"}},
      {{"compile", "--emit-ir"}, {"compile", "--emit", "ir"}, {"water.frag.agal", "-O0"}},
      {{"compile", "--emit-ir"}, {"compile", "--emit", "ir"}, {"water", "--link", "-t", "essl100", "-o", "out/"}},
      {{"extract", "--json"}, {"extract", "--format=json"}, {"water.frag.agal", "water.vert.agal"}},
      {{"extract", "--list"}, {"extract", "--format=text"}, {"water.frag.agal", "-o", "out/"}},
      {{"extract", "--list", "--json"}, {"extract", "--format=json"}, {"water.frag.agal", "-o", "out/"}},
      {{"sheet", "--tile", "7"}, {"sheet", "--picture-size", "7"}, {"m.json", "-o", "out.png"}},
      {{"sheet", "--tile", "16"}, {"sheet", "--picture-size", "16"}, {"m.json", "-o", "out.png"}},
  };
  return table;
}

class FormerNames : public Help {
 protected:
  FormerNames() {
    write("water.vert.agal", std::string(vertex) + "mov v1, va1\n");
    write("water.frag.agal", fragment);
    write("other.frag.agal", "mov oc, v3\n");
    write("wrong.frag.agal", std::string(wrong) + wrong);
  }

  // Expects that both spellings give the same output and files.
  void expect_same(const Spelling& row) const {
    std::vector<std::pair<Outcome, std::map<std::string, std::string>>> runs;
    for (std::vector<std::string> words : {row.old_words, row.new_words}) {
      std::filesystem::remove_all(folder() / "out");
      std::filesystem::remove(folder() / "water.wgsl");
      words.insert(words.end(), row.arguments.begin(), row.arguments.end());
      const Outcome outcome = agalc(words);
      std::map<std::string, std::string> files;
      if (std::filesystem::exists(folder() / "water.wgsl")) files["water.wgsl"] = read("water.wgsl");
      if (std::filesystem::exists(folder() / "out"))
        for (const std::string& name : list("out")) files["out/" + name] = read("out/" + name);
      runs.emplace_back(outcome, std::move(files));
    }
    const std::string shown = testing::PrintToString(row.old_words) + testing::PrintToString(row.arguments);
    EXPECT_EQ(runs[0].first.status, runs[1].first.status) << shown << runs[0].first.err << runs[1].first.err;
    EXPECT_EQ(runs[0].first.out, runs[1].first.out) << shown;
    EXPECT_EQ(runs[0].second, runs[1].second) << shown;
  }
};

TEST_F(FormerNames, OfCommandsGiveTheSameOutput) {
  for (const Spelling& row : spellings()) expect_same(row);
}

TEST_F(FormerNames, OfOptionsGiveTheSameOutput) {
  for (const Spelling& row : option_spellings()) {
    expect_same(row);
    const std::string option = row.old_words[1].substr(0, row.old_words[1].find('='));
    EXPECT_THAT(agalc({row.old_words[0], "--help"}).out, Not(HasSubstr("  " + option + " "))) << option;
  }
}

TEST_F(FormerNames, AreNotListed) {
  std::string shown = agalc({"--help"}).out + agalc({}).err;
  for (const char* shell : {"bash", "zsh", "fish"}) shown += agalc({"completions", shell}).out;
  agalc({"manual", "man1"});
  for (const std::string& page : list("man1")) shown += page + "\n" + (page == "agalc.1" ? read("man1/" + page) : "");
  for (const Spelling& row : spellings())
    for (const std::string before : {"\n  ", "agalc-", "agalc\\-", "\n    '", "seen_subcommand_from "})
      for (const std::string after : {" ", ".1", ":", ")"})
        EXPECT_EQ(shown.find(before + row.old_words[0] + after), shown.npos) << before + row.old_words[0] + after;
}

TEST_F(FormerNames, TakeVersionOption) {
  for (const char* name : {"link", "reflect", "opcodes", "targets", "lint", "trace"})
    EXPECT_EQ(agalc({name, "--version"}).out, agalc({"version"}).out) << name;
}

TEST_F(Help, UsageGroupsCommands) {
  const std::string usage = agalc({"--help"}).out;
  const auto position = [&](const std::string& text) { return usage.find("\n" + text); };
  for (const auto& [title, command] : {std::pair("Compile:", "  batch "),
                                       {"Check:", "  prove "},
                                       {"Games:", "  tap "},
                                       {"For contributors to agalc:", "  opt "}}) {
    ASSERT_NE(position(title), usage.npos) << title;
    EXPECT_LT(position(title), position(command)) << title;
    EXPECT_EQ(usage.substr(position(title), position(command) - position(title)).find("\n\n"), std::string::npos);
  }
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
  EXPECT_GE(expect_examples_to_work({"compile", "as", "batch", "validate", "extract", "dis", "render", "report",
                                     "explain", "help", "version", "completions"}),
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
    for (const char* command : {"compile", "prove", "batch"}) {
      // The help is wrapped.
      const std::string help = std::regex_replace(agalc({command, "--help"}).out, std::regex("\\s+"), " ");
      EXPECT_THAT(help, HasSubstr(family + " (" + target + ")")) << command;
    }
    write("x.frag.agal", fragment);
    const Outcome by_family = agalc({"compile", "x.frag.agal", "-o", "-", "-t", family});
    EXPECT_EQ(by_family.out, agalc({"compile", "x.frag.agal", "-o", "-", "-t", target}).out) << family;
    EXPECT_EQ(by_family.err,
              "note[AGAL1043]: '" + family + "' stands for " + target +
                  "\n  help: pass that name to keep this version; agalc explain targets lists the names\n");
  }
}

}  // namespace
}  // namespace agal::cli
