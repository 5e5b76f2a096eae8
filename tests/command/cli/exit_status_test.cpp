// Tests the exit statuses of docs/cli.md by commands, and the exit status if stdout cannot be written.
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include "cli/batch.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::string>;

class ExitStatusTable : public Batch {
 protected:
  // Creates valid and invalid inputs, and a folder with a program that somebody has edited.
  void SetUp() override {
    write("ok.frag.agal", fragment);
    write("wrong.frag.agal", wrong);
    write("notes.txt", "some notes\n");
    write("folder/ok.frag.agal", fragment);
    write("folder/README.md", "add a comment\n");
    write("folder/page.html", "<html></html>\n");
    write("folder/data.json", "{}\n");
    write("edited/ok.frag.agal", "mov oc, v0 // by hand\n");
    const std::string swf =
        text_of(example::SwfBuilder().binary_data("A", bytes_of(bytecode(1))).build(example::Compression::Zlib));
    write("damaged.swf", swf.substr(0, swf.size() / 2));
  }
};

// The status of each command. With several reasons, it is the highest.
const std::pair<const char*, int> statuses_of_commands[] = {
    {"validate ok.frag.agal", done},
    {"validate wrong.frag.agal", rejected},
    {"validate ok.frag.agal wrong.frag.agal missing.agal", io},
    {"compile missing.agal --target spv", io},
    {"extract folder", done},                                    // files without a program in a folder are skipped
    {"extract notes.txt", rejected},                             // the file was named
    {"extract damaged.swf", rejected},                           // the readable part is searched
    {"batch damaged.swf -o out --emit spv", io},                 // the manifest may lack programs
    {"compile ok.frag.agal --target spv -o notes.txt/", usage},  // a file where a folder is expected
    {"batch ok.frag.agal -o edited --emit spv", usage},          // a source would be replaced
    {"batch ok.frag.agal -o edited --emit spv --overwrite", done},
    {"as ok.frag.agal -o ok.frag.agal", usage},  // the product would replace the input
    {"dis ok.frag.agal > /dev/full", io},
};

TEST_F(ExitStatusTable, HoldsForEachCommand) {
  for (const auto& [command, status] : statuses_of_commands) {
    const Outcome run = this->run("/bin/sh", {"-c", "'" + std::string(tested_command()) + "' " + command});
    EXPECT_EQ(run.status, status) << command << "\n" << run.err;
    std::filesystem::remove_all(folder() / "out");
  }
}

// More damaged containers.
TEST_F(ExitStatusTable, DamagedContainersCannotBeRead) {
  const std::string whole =
      text_of(example::SwfBuilder().binary_data("A", bytes_of(bytecode(1))).build(example::Compression::None));
  const std::map<std::string, std::string> damaged{
      {"header.swf", "CWS"},
      {"short.swf", whole.substr(0, whole.size() - 5)},
      {"cut.zip", text_of(example::build_archive({{"a.agal", bytes_of(fragment)}})).substr(0, 60)},
      {"cut.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03xy", 12)},
  };
  for (const auto& [name, content] : damaged) {
    write(name, content);
    EXPECT_EQ(batch({name, "-o", "out", "-q"}).status, io) << name;
    EXPECT_EQ(agalc({"extract", name}).status, rejected) << name;
    // A damaged file does not hide that a program is found, or that another one is rejected.
    EXPECT_EQ(batch({name, "ok.frag.agal", "wrong.frag.agal", "-o", "out", "-q"}).status, io) << name;
    EXPECT_TRUE(exists("out/ok.frag.spv")) << name;
    std::filesystem::remove_all(folder() / "out");
  }
}

TEST_F(ExitStatusTable, FilesWithoutProgramsInFoldersAreSkippedAndCounted) {
  for (const char* name : {"a.png", "b.xml", "sub/c.css", "sub/LICENSE", "d.txt", "e.js", "f.hx"})
    write(std::string("mixed/") + name, std::string(name) + "\nmov the sprite, mul it, add a comment\n");
  write("mixed/empty.txt", "");
  const Outcome none = agalc({"extract", "mixed"});
  EXPECT_EQ(none.status, done) << none.err;
  EXPECT_EQ(none.err, "0 files: 0 programs, 0 pairs; 8 other files skipped\n");
  const Outcome converted = batch({"mixed", "-o", "out"});
  EXPECT_EQ(converted.status, done) << converted.err;
  EXPECT_THAT(converted.err, HasSubstr("0 files, 0 programs: 0 accepted, 0 rejected; 8 other files skipped"));
  write("mixed/ok.frag.agal", fragment);
  EXPECT_THAT(agalc({"extract", "mixed"}).err, HasSubstr("1 file: 1 program, 0 pairs; 8 other files skipped\n"));
  for (const char* name : {"mixed/a.png", "mixed/b.xml", "mixed/sub/LICENSE"}) {
    EXPECT_EQ(agalc({"extract", name}).status, rejected) << name;
    EXPECT_EQ(batch({name, "-o", "out2"}).status, rejected) << name;
  }
  // A broken program in a folder is not skipped.
  write("mixed/broken.agal", "mvo oc, v0\n");
  EXPECT_EQ(agalc({"extract", "mixed"}).status, rejected);
  EXPECT_EQ(batch({"mixed", "-o", "out3"}).status, rejected);
}

TEST_F(ExitStatusTable, MissingFileDoesNotPrintATable) {
  for (const Words& inputs :
       std::vector<Words>{{"missing.swf"}, {"missing.agal", "gone.zip"}, {"nowhere/x.frag.agal"}}) {
    Words words = inputs;
    words.insert(words.end(), {"-o", "out"});
    const Outcome run = batch(words);
    EXPECT_EQ(run.status, io);
    EXPECT_THAT(run.err, testing::Not(HasSubstr("unchanged")));
    EXPECT_THAT(run.err, HasSubstr("0 programs"));
  }
}

// ------------------------------------------------------------------------------------------------------------- stdout

class StdoutTable : public Cli {
 protected:
  StdoutTable() {
    write("x.vert.agal", vertex);
    write("x.frag.agal", fragment);
    write("wide.frag.agal", "ddx ft0, v0\nmov oc, ft0\n");  // GLSL ES 1.00 cannot express it
    agalc({"as", "x.frag.agal", "-o", "x.bin"});
    agalc({"compile", "x.frag.agal", "--emit-ir", "-o", "x.ir"});
    agalc({"batch", "x.vert.agal", "x.frag.agal", "-o", "made", "--emit", "reflect", "-q"});
    example::AbcBuilder abc;
    example::Code code(abc);
    abc.add_class("game", "Renderer", {code.op(0xd0).call_void("upload", 0).return_void()});
    write("game.swf", text_of(example::SwfBuilder()
                                  .abc(abc.build())
                                  .binary_data("Fragment", bytes_of(read("x.bin")))
                                  .build(example::Compression::Zlib)));
    write("m.json", R"({"pairs": [{"vertex": "x.vert.agal", "fragment": "x.frag.agal"}]})");
  }
  void expect_io(Stdout stdout_is) const;
};

// Each command with each form of its output on stdout.
const std::map<std::string, std::vector<Words>>& commands_with_output() {
  static const std::map<std::string, std::vector<Words>> table{
      {"compile",
       {{"x.frag.agal", "-t", "spv"},
        {"x.frag.agal", "-t", "essl300"},
        {"x.frag.agal", "-t", "wgsl"},
        {"x.frag.agal", "--emit=b0", "-t", "glsl330"},
        {"x.frag.agal", "--emit-ir"},
        {"x.frag.agal", "--emit=reflect"},
        {"x.frag.agal", "-t", "hlsl50", "--prove"}}},
      {"batch",
       {{"x.frag.agal", "-o", "out", "-e", "spv", "--sarif", "-"},
        {"x.frag.agal", "-o", "out", "-e", "spv", "--junit", "-"},
        {"x.frag.agal", "-o", "out", "-e", "spv", "--report", "-"}}},
      {"validate", {{"x.frag.agal", "--sarif", "-"}, {"x.frag.agal", "--junit", "-"}}},
      {"prove",
       {{"x.frag.agal", "-t", "spv"},
        {"x.frag.agal", "-t", "spv", "--format=json"},
        {"x.vert.agal", "x.frag.agal", "-t", "spv"},
        {"x.vert.agal", "x.frag.agal", "-t", "spv", "--format=json"},
        {"wide.frag.agal", "-t", "essl100"},
        {"wide.frag.agal", "-t", "essl100", "--format=json"},
        {"x.frag.agal", "--against", "wide.frag.agal"},
        {"x.frag.agal", "--against", "wide.frag.agal", "--format=json"}}},
      {"reduce", {{"x.frag.agal", "--until", "true", "-q"}, {"x.ir", "--until", "true", "-q"}}},
      {"opt", {{"x.ir"}}},
      {"extract", {{"game.swf"}, {"game.swf", "--json"}, {"game.swf", "--list", "-o", "programs"}}},
      {"tap", {{"game.swf"}}},
      {"dis", {{"x.bin"}, {"x.bin", "--offsets"}, {"x.bin", "--explain"}}},
      {"as", {{"x.frag.agal"}}},
      {"run", {{"x.frag.agal"}, {"x.frag.agal", "--trace"}}},
      {"render", {{"x.vert.agal", "x.frag.agal", "--backend=interp", "--size", "4x4", "-o", "-"}}},
      {"sheet", {}},   // needs a manifest of a corpus
      {"replay", {}},  // writes files
      {"report", {{"made", "-o", "-", "--pictures=none"}}},
      {"explain",
       {{"mov"},
        {"AGAL3652"},
        {"fs0"},
        {"wgsl"},
        {"--list"},
        {"opcodes"},
        {"opcodes", "--format=markdown"},
        {"opcodes", "--format=json"},
        {"opcodes", "mov"},
        {"targets"},
        {"targets", "--format=json"}}},
      {"help", {{}, {"dis"}}},
      {"version", {{}}},
      {"completions", {{"bash"}, {"zsh"}, {"fish"}}},
  };
  return table;
}

void StdoutTable::expect_io(Stdout stdout_is) const {
  std::istringstream help(agalc({"help"}).out);
  std::size_t commands = 0;
  for (std::string line; std::getline(help, line);) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (!line.starts_with("  ") || line.starts_with("   ") || command == "agalc") continue;
    ASSERT_TRUE(commands_with_output().contains(command)) << "add the output of agalc " << command << " on stdout";
    ++commands;
    std::vector<Words> rows = commands_with_output().at(command);
    rows.push_back({"--help"});
    for (Words row : rows) {
      row.insert(row.begin(), command);
      const Outcome run = agalc(row, {}, stdout_is);
      EXPECT_EQ(run.status, io) << testing::PrintToString(row) << run.err;
      EXPECT_THAT(run.err, HasSubstr("AGAL1002")) << testing::PrintToString(row);
    }
  }
  EXPECT_GE(commands, 15u);
  for (const Words& words : std::vector<Words>{{"--version"}, {"--help"}, {"-h"}})
    EXPECT_EQ(agalc(words, {}, stdout_is).status, io) << testing::PrintToString(words);
}

TEST_F(StdoutTable, FullDiskIsAnIoErrorOfEachCommand) { expect_io(Stdout::Full); }

TEST_F(StdoutTable, ClosedStdoutIsAnIoErrorOfEachCommand) { expect_io(Stdout::Closed); }

// A file that is opened while stdout is closed must not become stdout.
TEST_F(StdoutTable, ClosedStdoutIsNotReplacedByOutputFile) {
  EXPECT_EQ(agalc({"validate", "x.frag.agal", "--sarif", "s.json"}, {}, Stdout::Closed).status, done);
  EXPECT_EQ(agalc({"extract", "game.swf", "-o", "programs", "--json"}, {}, Stdout::Closed).status, io);
  for (const std::string& name : list("programs"))
    EXPECT_THAT(read("programs/" + name), testing::Not(HasSubstr("\"hash\"")));
}

}  // namespace
}  // namespace agal::cli
