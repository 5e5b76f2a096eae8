// Tests that a command does not overwrite inputs, programs or its other outputs.
#ifndef _WIN32
#include <sys/stat.h>
#endif

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Words = std::vector<std::string>;

class Outputs : public Cli {
 protected:
  Outputs() {
    write("x.vert.agal", vertex);
    write("x.frag.agal", fragment);
    write("other.agal", fragment);
    agalc({"as", "x.frag.agal", "-o", "x.bin"});
    agalc({"compile", "x.frag.agal", "--emit-ir", "-o", "x.ir"});
    agalc({"compile", "x.frag.agal", "-o", "x.spv"});
    write(
        "game.swf",
        text_of(
            example::SwfBuilder().binary_data("Fragment", bytes_of(read("x.bin"))).build(example::Compression::Zlib)));
    const std::string frames = R"({"format":"agalc-frames","version":1,"frames":[1,1]})";
    write("game.frames", text_of(example::build_archive({{"calls.jsonl", bytes_of(frames)}})));
    write("in.json", "{}");
    agalc({"batch", "x.vert.agal", "x.frag.agal", "-o", "made", "--emit", "reflect", "-q"});
  }

  Words all_files() const {
    Words names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder()))
      if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), folder()).generic_string());
    return names;
  }

  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const std::string& name : all_files()) all[name] = read(name);
    return all;
  }

  // Expects a usage error, and that the command does not change or add a file.
  void expect_refused(const Words& words, const std::string& message, const std::string& input = {}) {
    const std::map<std::string, std::string> before = contents();
    const Outcome run = agalc(words, input);
    EXPECT_EQ(run.status, usage) << testing::PrintToString(words) << "\n" << run.err;
    EXPECT_THAT(run.err, HasSubstr(message)) << testing::PrintToString(words);
    EXPECT_TRUE(contents() == before) << testing::PrintToString(words);
  }
};

// Returns arguments with which each command succeeds. A repeated option replaces the earlier value.
const std::map<std::string, Words>& working_arguments() {
  static const std::map<std::string, Words> table{
      {"compile", {"x.frag.agal", "-t", "spv", "-o", "out/"}},
      {"link", {"x.vert.agal", "x.frag.agal", "-t", "spv", "-o", "out/"}},
      {"batch", {"x.vert.agal", "x.frag.agal", "-e", "spv", "-o", "out/"}},
      {"validate", {"x.frag.agal"}},
      {"prove", {"x.frag.agal"}},
      {"reduce", {"x.frag.agal", "--until", "false"}},
      {"opt", {"x.ir"}},
      {"extract", {"game.swf"}},
      {"tap", {"game.swf", "-o", "tapped.swf"}},
      {"dis", {"x.bin"}},
      {"as", {"x.frag.agal", "-o", "new.bin"}},
      {"reflect", {"x.frag.agal"}},
      {"run", {"x.frag.agal", "--in", "in.json"}},
      {"render", {"x.vert.agal", "x.frag.agal", "--backend=interp", "--size", "4x4", "-o", "new.png"}},
      {"sheet", {"in.json", "--backend=interp", "-o", "new.png"}},
      {"replay", {"game.frames", "--page", "new.html"}},
      {"report", {"made", "-o", "new.html", "--pictures=none"}},
      {"explain", {"mov"}},
      {"opcodes", {}},
      {"targets", {}},
      {"help", {}},
      {"version", {}},
      {"completions", {"bash"}},
  };
  return table;
}

// Returns the options in the help of a command that take a value other than a number or one of a few words.
Words options_with_values(const std::string& help) {
  Words options;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) continue;
    std::istringstream words(line);
    std::string option, value;
    for (words >> option; option.ends_with(',');) words >> option;
    words >> value;
    const bool names_value =
        !value.empty() && value.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ|/,[].:=#x") == std::string::npos;
    if (names_value && value != "NUMBER") options.push_back(option);
  }
  return options;
}

// A new option that writes a file fails here if it is not added by `add_output_file` or `add_output_folder`.
TEST_F(Outputs, NoOptionReplacesProgramOrInput) {
  std::istringstream lines(agalc({"help"}).out);
  std::size_t commands = 0, options = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (!line.starts_with("  ") || line.starts_with("   ") || command == "agalc") continue;
    ASSERT_TRUE(working_arguments().contains(command)) << "add arguments with which agalc " << command << " works";
    ++commands;
    for (const std::string& option : options_with_values(agalc({"help", command}).out)) {
      ++options;
      for (const std::string value : {"other.agal", "x.bin", "x.frag.agal", "./game.swf", "x.ir", "-"}) {
        const std::map<std::string, std::string> before = contents();
        Words arguments = working_arguments().at(command);
        arguments.insert(arguments.begin(), command);
        if (value == "x.ir" && command != "opt") continue;
        // An IR or a binary file of the same kind may be replaced, unless it is the input.
        if (value == "x.bin" && command == "as") continue;
        if (value.ends_with(".agal") && command == "dis") continue;
        if (value == "other.agal" && command == "reduce") continue;
        arguments.insert(arguments.end(), {option, value});
        agalc(arguments);
        for (const auto& [name, content] : before) {
          if (name.starts_with("made/") || name.starts_with("out/") || name.starts_with("new.")) continue;
          EXPECT_TRUE(read(name) == content) << testing::PrintToString(arguments) << " changed " << name;
        }
        EXPECT_FALSE(exists("./-")) << testing::PrintToString(arguments);
      }
    }
  }
  EXPECT_GE(commands, 20u);
  EXPECT_GE(options, 30u);
}

TEST_F(Outputs, RejectsEachInputAsOutput) {
  const std::string message = "would overwrite the input";
  expect_refused({"reflect", "x.frag.agal", "-o", "x.frag.agal"}, message);
  expect_refused({"replay", "game.frames", "--page", "game.frames"}, message);
  expect_refused({"validate", "x.frag.agal", "--sarif", "x.frag.agal"}, message);
  expect_refused({"validate", "x.frag.agal", "--junit", "./x.frag.agal"}, message);
  expect_refused({"batch", "x.frag.agal", "-e", "spv", "-o", "out", "--report", "x.frag.agal"}, message);
  expect_refused({"compile", "x.frag.agal", "-t", "spv", "-o", "n.spv", "-MF", "x.frag.agal"}, message);
  expect_refused({"compile", "x.frag.agal", "-t", "spv", "-o", "n.spv", "-MD", "-MF", "made/../x.frag.agal"}, message);
  expect_refused({"run", "x.frag.agal", "--in", "in.json", "-o", "in.json"}, message);
  expect_refused({"report", "made", "-o", "made/manifest.jsonl"}, "overwrite");
  expect_refused({"opt", "x.ir", "-o", "x.ir"}, message);
  expect_refused({"batch", "x.frag.agal", "-e", "spv", "-o", "made", "--sarif", "made/manifest.jsonl"},
                 "both be written");
}

TEST_F(Outputs, RejectsArgumentFileAsOutput) {
  write("arguments.txt", "x.frag.agal -t spv");
  expect_refused({"compile", "@arguments.txt", "-o", "arguments.txt"}, "would overwrite the input");
}

TEST_F(Outputs, RejectsProgramInFolderAsReport) {
  for (const std::string option : {"--sarif", "--junit"})
    expect_refused({"validate", ".", option, "x.frag.agal"}, "x.frag.agal");
  expect_refused({"batch", ".", "-e", "spv", "-o", "out", "--report", "other.agal"}, "a program in AGAL");
  expect_refused({"compile", ".", "-t", "spv", "-o", "out/", "-MF", "other.agal"}, "a program in AGAL");
}

// The shell expands `--sarif *.agal`.
TEST_F(Outputs, RejectsProgramAsValueOfOption) {
  expect_refused({"validate", "--sarif", "other.agal", "x.frag.agal"}, "the word after --sarif");
  expect_refused({"validate", "--junit", "x.bin", "x.frag.agal"}, "a program in AGAL");
  expect_refused({"validate", "--sarif", "x.spv", "x.frag.agal"}, "a SPIR-V module");
  expect_refused({"validate", "--sarif", "game.swf", "x.frag.agal"}, "a SWF file");
  write("old.data", "\x1f\x8b\x08.");
  expect_refused({"validate", "--sarif", "old.data", "x.frag.agal"}, "gzip data");
  expect_refused({"as", "-o", "other.agal", "x.frag.agal"}, "a program in AGAL");
  expect_refused({"dis", "-o", "x.bin", "x.frag.agal"}, "a program in AGAL");
  expect_refused({"reflect", "-o", "other.agal", "x.frag.agal"}, "a program in AGAL");
  expect_refused({"compile", "-o", "other.agal", "x.frag.agal", "-t", "spv"}, "a program in AGAL");
  expect_refused({"tap", "-o", "game.swf", "other.swf"}, "game.swf");
}

TEST_F(Outputs, ComparesFilesAndNotTheirNames) {
  fs::create_symlink("x.frag.agal", folder() / "link.txt");
  fs::create_hard_link(folder() / "x.frag.agal", folder() / "hard.txt");
  fs::create_directory_symlink(".", folder() / "here");
  const std::string absolute = (folder() / "x.frag.agal").string();
  for (const std::string& name : Words{"link.txt", "hard.txt", "here/x.frag.agal", absolute})
    expect_refused({"validate", "x.frag.agal", "--sarif", name}, "would overwrite the input");
}

TEST_F(Outputs, RejectsTwoOutputsWithOneName) {
  expect_refused({"validate", "x.frag.agal", "--sarif", "r", "--junit", "./r"}, "name one file");
  expect_refused({"validate", "x.frag.agal", "--sarif", "R.xml", "--junit", "r.xml"}, "name one file");
  expect_refused({"validate", "x.frag.agal", "--sarif", "-", "--junit", "-"}, "stdout");
  expect_refused({"compile", "x.frag.agal", "-t", "spv", "-o", "p.spv", "-MF", "p.spv"}, "name one file");
  expect_refused({"compile", "x.frag.agal", "-t", "spvasm", "-MF", "-"}, "stdout");
  expect_refused({"batch", "x.frag.agal", "-e", "spv", "-o", "out", "--report", "r", "--sarif", "r"}, "name one file");
}

TEST_F(Outputs, RejectsProductWithNameOfOtherOutput) {
  const Outcome run = agalc({"compile", "x.frag.agal", "-t", "spv", "-o", "out/", "-MF", "out/x.frag.spv"});
  EXPECT_EQ(run.status, usage);
  EXPECT_THAT(run.err, HasSubstr("would both be written to"));
  EXPECT_THAT(list("out"), IsEmpty());
}

TEST_F(Outputs, RejectsProductsWithPathsOfInputs) {
  write("y.frag.spv", fragment);
  write("y.vert.spv", vertex);
  expect_refused({"link", "y.vert.spv", "y.frag.spv", "-t", "spv", "-o", "./"}, "would overwrite the input");
  expect_refused({"compile", "y.frag.spv", "--stage", "fragment", "-t", "spv", "-o", "./"},
                 "would overwrite the input");
}

TEST_F(Outputs, RejectsDashAsFolder) {
  expect_refused({"link", "x.vert.agal", "x.frag.agal", "-t", "spv", "-o", "-"}, "- is stdout");
  expect_refused({"link", "x.vert.agal", "x.frag.agal", "-t", "wgsl", "--single-module", "-o", "-"}, "- is stdout");
  expect_refused({"extract", "game.swf", "-o", "-"}, "- is stdout");
  expect_refused({"batch", "x.frag.agal", "-e", "spv", "-o", "-"}, "- is stdout");
  expect_refused({"validate", "x.bin", "--disassembly-dir", "-"}, "- is stdout");
  expect_refused({"manual", "-"}, "- is stdout");
  EXPECT_EQ(smith({"-o", "-"}).status, usage);
  EXPECT_FALSE(exists("./-"));
}

TEST_F(Outputs, RejectsFileNamesAsFolders) {
  expect_refused({"batch", "x.frag.agal", "-e", "spv", "-o", "out.zip"}, "does not write archives");
  expect_refused({"extract", "game.swf", "-o", "programs.agal"}, "the name of a file");
  expect_refused({"extract", "game.swf", "-o", "in.json"}, "is a file");
  expect_refused({"batch", "x.frag.agal", "-e", "spv", "-o", "in.json"}, "is a file");
  expect_refused({"compile", "x.frag.agal", "-t", "spv", "-o", "in.json/"}, "is a file");
  expect_refused({"link", "x.vert.agal", "x.frag.agal", "-t", "spv", "-o", "in.json//"}, "is a file");
  expect_refused({"validate", "x.bin", "--disassembly-dir", "x.ir/"}, "is a file");
  EXPECT_EQ(agalc({"validate", "x.frag.agal", "--sarif", "made"}).status, io);
  expect_refused({"validate", "x.frag.agal", "--sarif", ""}, "is empty");
  expect_refused({"compile", "x.frag.agal", "-t", "spv", "-o", ""}, "is empty");
  EXPECT_EQ(agalc({"extract", "game.swf", "-o", "programs.agal/"}).status, done);
}

TEST_F(Outputs, CreatesMissingFoldersBeforeWork) {
  const std::vector<Words> commands{
      {"batch", "x.frag.agal", "-e", "spv", "-o", "a1/b", "--report", "a2/b/r.html", "--sarif", "a3/b/s.json"},
      {"validate", "x.frag.agal", "--sarif", "b1/s.json", "--junit", "b2/j.xml"},
      {"compile", "x.frag.agal", "-o", "c1/x.spv", "-MF", "c2/x.d"},
      {"as", "x.frag.agal", "-o", "d/x.bin"},
      {"dis", "x.bin", "-o", "e/x.agal"},
      {"reflect", "x.frag.agal", "-o", "f/x.json"},
      {"run", "x.frag.agal", "-o", "g/x.txt"},
      {"opt", "x.ir", "-o", "h/x.ir"},
      {"report", "made", "--pictures=none", "-o", "i/x.html"},
      {"render", "x.vert.agal", "x.frag.agal", "--backend=interp", "--size", "4x4", "-o", "j/x.png"},
      {"extract", "game.swf", "-o", "k/l"},
  };
  for (const Words& command : commands) {
    const Outcome run = agalc(command);
    EXPECT_EQ(run.status, done) << testing::PrintToString(command) << run.err;
    // Outputs may be written again.
    EXPECT_EQ(agalc(command).status, done) << testing::PrintToString(command);
  }
  EXPECT_TRUE(exists("a2/b/r.html"));
  EXPECT_TRUE(exists("c2/x.d"));
}

TEST_F(Outputs, ReportsUncreatableFolderBeforeWork) {
  const Outcome run = agalc({"batch", "x.frag.agal", "-e", "spv", "-o", "out", "--report", "in.json/r.html"});
  EXPECT_EQ(run.status, io) << run.err;
  EXPECT_THAT(run.err, HasSubstr("cannot write"));
  EXPECT_FALSE(exists("out/manifest.jsonl"));
}

TEST_F(Outputs, RejectsInputsInOutputFolderOfBatch) {
  expect_refused({"batch", ".", "-e", "spv", "-o", "."}, "output folder");
  EXPECT_EQ(read("x.frag.agal"), fragment);
}

TEST_F(Outputs, ExtractKeepsItsInputs) {
  const Outcome first = agalc({"extract", "game.swf", "-o", "programs"});
  EXPECT_EQ(first.status, done) << first.err;
  const std::map<std::string, std::string> before = contents();
  agalc({"extract", "programs", "-o", "programs"});
  for (const auto& [name, content] : before)
    EXPECT_TRUE(read(name) == content || name.ends_with(".agal-files")) << name;
}

TEST_F(Outputs, RenderKeepsPicturesOfItsScene) {
  EXPECT_EQ(agalc({"render", "x.vert.agal", "x.frag.agal", "--backend=interp", "--size", "4x4", "-o", "t.png"}).status,
            done);
  write("t.frag.agal", "tex oc, v0, fs0 <2d>\n");
  write("scene.json", R"({"textures": {"fs0": "t.png"}})");
  const std::string picture = read("t.png");
  const Outcome run = agalc({"render", "x.vert.agal", "t.frag.agal", "--backend=interp", "--scene", "scene.json",
                             "--size", "4x4", "-o", "t.png"});
  EXPECT_NE(run.status, done);
  EXPECT_THAT(run.err, HasSubstr("would overwrite the input"));
  EXPECT_EQ(read("t.png"), picture);
}

TEST_F(Outputs, StdinOfFileIsInput) {
  const std::string command = std::string("'") + tested_command() + "' dis - -o x.bin < x.bin";
  const std::string before = read("x.bin");
  const Outcome run = this->run("/bin/sh", {"-c", command});
  EXPECT_EQ(run.status, usage) << run.err;
  EXPECT_EQ(read("x.bin"), before);
}

TEST_F(Outputs, SuffixesOfOtherContentAreWarnings) {
  struct Case {
    Words words;
    std::string file;
  };
  const Words compile{"compile", "x.frag.agal", "-t", "spv", "-o"};
  const std::vector<Case> wrong{{compile, "y.agal"},
                                {compile, "y.ir"},
                                {compile, "y.WGSL"},
                                {compile, "y.msl"},
                                {compile, "y.swf"},
                                {{"compile", "x.frag.agal", "-t", "wgsl", "-o"}, "y.SPV"},
                                {{"compile", "x.frag.agal", "--emit-ir", "-o"}, "y.spv"},
                                {{"reflect", "x.frag.agal", "-o"}, "y.glsl"},
                                {{"dis", "x.bin", "-o"}, "y.spv"},
                                {{"as", "x.frag.agal", "-o"}, "y.wgsl"},
                                {{"as", "x.frag.agal", "-o"}, "z.agal"},
                                {{"tap", "game.swf", "-o"}, "t.hlsl"},
                                {{"opt", "x.ir", "-o"}, "o.metal"},
                                {{"validate", "x.frag.agal", "--sarif"}, "s.essl300.glsl"}};
  for (const Case& each : wrong) {
    Words words = each.words;
    words.push_back(each.file);
    const Outcome run = agalc(words);
    // The file game.swf has no code, so nothing is tapped.
    EXPECT_EQ(run.status, each.words[0] == "tap" ? rejected : done) << testing::PrintToString(words) << run.err;
    EXPECT_THAT(run.err, HasSubstr("warning[AGAL1044]: " + each.file + " has the suffix of ")) << each.words[0];
    std::filesystem::remove(folder() / each.file);
  }
  for (const Case& each : std::vector<Case>{{compile, "y.SPV"},
                                            {compile, "y.bin"},
                                            {{"compile", "x.frag.agal", "-t", "msl12", "-o"}, "y.msl"},
                                            {{"compile", "x.frag.agal", "--emit-ir", "-o"}, "y.ir"},
                                            {{"dis", "x.bin", "-o"}, "y.AGAL"},
                                            {{"opt", "x.ir", "-o"}, "o.ir"},
                                            {{"reflect", "x.frag.agal", "-o"}, "y.json"}}) {
    Words words = each.words;
    words.push_back(each.file);
    EXPECT_THAT(agalc(words).err, Not(HasSubstr("AGAL1044"))) << testing::PrintToString(words);
  }
  for (const char* const command : {"reflect", "as", "dis"}) {
    const Outcome run = agalc({command, "x.bin", "-Werror", "-o", "strict.spv"});
    EXPECT_EQ(run.status, rejected) << run.err;
    EXPECT_FALSE(exists("strict.spv"));
  }
}

// One rule decides whether -o names a file or a folder.
TEST_F(Outputs, NamesOfFilesDoNotBecomeFolders) {
  write("notes", "text");
  for (const std::string file : {"o.glsl", "o2.GLSL", "o.spv", "o.hlsl", "o.agal", "o.msl", "o.swf", "notes"})
    for (const Words& command :
         std::vector<Words>{{"link", "x.vert.agal", "x.frag.agal", "-t", "wgsl"},
                            {"link", "x.vert.agal", "x.frag.agal", "-t", "wgsl", "--single-module"},
                            {"compile", "x.vert.agal", "x.frag.agal", "-t", "wgsl"}}) {
      Words words = command;
      words.insert(words.end(), {"-o", file});
      const Outcome run = agalc(words);
      EXPECT_EQ(run.status, usage) << testing::PrintToString(words) << run.err;
      EXPECT_FALSE(std::filesystem::is_directory(folder() / file)) << testing::PrintToString(words);
    }
  EXPECT_EQ(agalc({"link", "x.vert.agal", "x.frag.agal", "-t", "wgsl", "--single-module", "-o", "one.wgsl"}).status,
            done);
  EXPECT_EQ(agalc({"link", "x.vert.agal", "x.frag.agal", "-t", "wgsl", "-o", "o.glsl/"}).status, done);
}

#ifndef _WIN32
// A pipe without a reader would stop the command.
TEST_F(Outputs, NamesInFoldersAreRegularFiles) {
  write("R.as", "class R { function f() { new AGALMiniAssembler().assemble('fragment', 'mov oc, v0'); } }");
  struct Case {
    Words words;
    std::string file;
  };
  for (const Case& each : std::vector<Case>{{{"compile", "x.frag.agal", "-t", "spv", "-o", "f1/"}, "f1/x.frag.spv"},
                                            {{"extract", "R.as", "-o", "f2"}, "f2/R.frag.agal"},
                                            {{"compile", "x.frag.agal", "--emit-ir", "-o", "f3/"}, "f3/x.frag.spv.ir"},
                                            {{"validate", "x.bin", "--disassembly-dir", "f4"}, "f4/x.bin.agal"}}) {
    const std::filesystem::path path = folder() / each.file;
    std::filesystem::create_directories(path.parent_path());
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    const Outcome run = agalc(each.words);
    EXPECT_EQ(run.status, io) << testing::PrintToString(each.words) << run.err;
    EXPECT_THAT(run.err, HasSubstr(each.file + ": error[AGAL1002]: cannot write the file: it is not a regular file"));
  }
}
#endif

TEST_F(Outputs, DevicesMayBeOutputsTwice) {
  EXPECT_EQ(agalc({"validate", "x.frag.agal", "--sarif", "/dev/null", "--junit", "/dev/null"}).status, done);
}

}  // namespace
}  // namespace agal::cli
