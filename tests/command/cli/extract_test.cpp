// Tests agalc extract: programs from SWF, SWC and ZIP files.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"

namespace agal::cli {
namespace {

using example::ByteVector;
using example::Compression;
using example::SwfBuilder;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

class Extract : public Cli {
 protected:
  Extract() {
    write("v.agal", vertex);
    write("f.agal", fragment);
    agalc({"as", "v.agal", "-o", "v.bin"});
    agalc({"as", "f.agal", "-o", "f.bin"});
    game_ = SwfBuilder()
                .binary_data("Shaders_WaterVertex", bytes_of(read("v.bin")))
                .binary_data("Shaders_WaterFragment", bytes_of(read("f.bin")));
    write("game.swf", text_of(game_.build(Compression::Zlib)));
    write("lib.swc", text_of(example::build_swc(game_.build(Compression::Lzma))));
  }

  SwfBuilder game_;
};

TEST_F(Extract, PrintsATable) {
  const Outcome run = agalc({"extract", "game.swf"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out,
              MatchesRegex(
                  "stage     agal  tokens  hash              certain   name                   origins\n"
                  "vertex       1       2  [0-9a-f]+  exact     Shaders_WaterVertex    game.swf tag 87 at 0x[0-9a-f]+\n"
                  "fragment     1       2  [0-9a-f]+  exact     Shaders_WaterFragment  game.swf tag 87 at 0x[0-9a-f]+\n"
                  "\npairs\n"
                  "[0-9a-f]+  [0-9a-f]+  their names, Shaders_WaterVertex and .*\n"));
  EXPECT_EQ(run.err, "1 file: 2 programs, 1 pair\n");
  EXPECT_THAT(agalc({"extract", "-q", "game.swf"}).err, IsEmpty());
}

std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_F(Extract, SaysEqualWarningsOnce) {
  struct Case {
    std::string code, source;
    std::size_t files, more;
  };
  // The same message about several files, about several programs of a file, and about both.
  const auto method = [](const std::string& name, const std::string& to) {
    return "function " + name + "() { a.assemble(F, 'tex ft0, v0, fs0 <2d,norepeat>\\nmov " + to +
           ", v0\\nmov oc, ft0'); } ";
  };
  const std::vector<Case> cases{
      {"AGAL1077", "import com.barliesque.agal.EasierAGAL; class A {}", 5, 4},
      {"AGAL1077", "package aerys.minko.render.shader { }", 2, 1},
      {"AGAL1073", "class A { " + method("f", "ft1") + method("g", "ft2") + method("h", "ft3") + "}", 1, 2},
      {"AGAL1073", "class A { " + method("f", "ft1") + method("g", "ft2") + "}", 3, 5}};
  for (const Case& each : cases)
    for (const char* const command : {"extract", "batch"}) {
      const std::string source = fmt::format("{}-{}-{}", command, each.code, each.files);
      std::filesystem::create_directory(folder() / source);
      for (std::size_t i = 0; i < each.files; ++i) write(fmt::format("{}/A{}.as", source, i), each.source);
      std::vector<std::string> arguments{command, source};
      if (arguments[0] == "batch")
        arguments.insert(arguments.end(), {"-o", source + "-out", "--emit", "reflect", "--progress=none"});
      const Outcome run = agalc(arguments);
      EXPECT_EQ(count_of("[" + each.code + "]", run.err), 1u) << run.err;
      EXPECT_THAT(run.err,
                  HasSubstr(fmt::format("{} more place{} for {}: ", each.more, each.more == 1 ? "" : "s", each.code)));
      arguments.emplace_back("--diagnostics-format=json");
      EXPECT_EQ(count_of(fmt::format("\"code\":\"{}\"", each.code), agalc(arguments).err), each.more + 1) << each.code;
    }
}

// A field that another file of the folder sets is not known.
TEST_F(Extract, SourcesOfAFolderAreOneProgram) {
  std::filesystem::create_directory(folder() / "src");
  write("src/Mat.as",
        "package { public class Mat { public var smooth:String = 'linear'; public function make():void { a.assemble(F, "
        "'tex "
        "ft0, v0, fs0 <2d,' + smooth + '>\\nmov oc, ft0'); } } }");
  for (const auto& [other, status] : std::vector<std::pair<std::string, int>>{
           {"m.smooth = 'nearest';", rejected}, {"m.smooth += x;", rejected}, {"m.other = 'nearest';", done}}) {
    write("src/Main.as", "package { public class Main { public function Main(m:Mat) { " + other + " m.make(); } } }");
    EXPECT_EQ(agalc({"extract", "src", "--fail-if-incomplete"}).status, status) << other;
    EXPECT_EQ(agalc({"batch", "src", "-o", "out", "--emit", "reflect", "--fail-if-incomplete"}).status, status)
        << other;
  }
}

TEST_F(Extract, TableListsAtMostFourDistinctOrigins) {
  const std::string v = read("v.bin"), f = read("f.bin");
  write("many.bin", f + v + f + v + f + v + f + v + f + v);
  const Outcome run = agalc({"extract", "many.bin", "many.bin"});
  EXPECT_THAT(run.out, HasSubstr("many.bin, many.bin at 0x6e, many.bin at 0xdc, many.bin at 0x14a, and 1 more\n"));
}

TEST_F(Extract, WritesBothForms) {
  const Outcome run = agalc({"extract", "game.swf", "-o", "out/"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(list("out"), ElementsAre("Shaders_WaterFragment.frag.agal", "Shaders_WaterFragment.frag.bin",
                                       "Shaders_WaterVertex.vert.agal", "Shaders_WaterVertex.vert.bin"));
  EXPECT_EQ(read("out/Shaders_WaterVertex.vert.bin"), read("v.bin"));
  EXPECT_EQ(read("out/Shaders_WaterFragment.frag.agal"), agalc({"dis", "f.bin"}).out);
  EXPECT_EQ(
      agalc({"validate", "--pair", "out/Shaders_WaterVertex.vert.agal", "out/Shaders_WaterFragment.frag.bin"}).status,
      done);
}

TEST_F(Extract, WritesOnlyTheRequestedForm) {
  EXPECT_EQ(agalc({"extract", "game.swf", "-o", "b", "--form=bytecode"}).status, done);
  EXPECT_THAT(list("b"), ElementsAre("Shaders_WaterFragment.frag.bin", "Shaders_WaterVertex.vert.bin"));
  EXPECT_EQ(agalc({"extract", "game.swf", "-o", "a", "--form=assembly"}).status, done);
  EXPECT_THAT(list("a"), ElementsAre("Shaders_WaterFragment.frag.agal", "Shaders_WaterVertex.vert.agal"));
}

TEST_F(Extract, JsonHasOneObjectPerLine) {
  const Outcome run = agalc({"extract", "game.swf", "lib.swc", "--json"});
  EXPECT_EQ(run.status, done) << run.err;
  std::vector<json> lines;
  for (std::size_t begin = 0; begin < run.out.size();) {
    const std::size_t end = run.out.find('\n', begin);
    lines.push_back(json::parse(run.out.substr(begin, end - begin)));
    begin = end + 1;
  }
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["stage"], "vertex");
  EXPECT_EQ(lines[0]["version"], 1);
  EXPECT_EQ(lines[0]["tokens"], 2);
  EXPECT_EQ(lines[0]["form"], "bytecode");
  ASSERT_EQ(lines[0]["origins"].size(), 2u);
  EXPECT_EQ(lines[0]["origins"][1]["container"], "lib.swc!library.swf");
  EXPECT_EQ(lines[0]["origins"][1]["name"], "Shaders_WaterVertex");
  EXPECT_EQ(lines[0]["pairs"][0]["with"], lines[1]["hash"]);
  EXPECT_EQ(lines[1]["pairs"][0]["with"], lines[0]["hash"]);
}

TEST_F(Extract, WritesDuplicateProgramsOnce) {
  const Outcome run = agalc({"extract", "game.swf", "lib.swc", "v.agal", "-o", "out", "--list"});
  EXPECT_EQ(run.status, done);
  EXPECT_EQ(run.err, "3 files: 2 programs, 1 pair\n");
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("game.swf tag 87"), HasSubstr("lib.swc!library.swf tag 87"), HasSubstr(", v.agal\n")));
  EXPECT_EQ(list("out").size(), 4u);
}

TEST_F(Extract, FileNamesStayInsideOutputFolder) {
  const std::string other = "mov op, va0\nmov v0, va1\n";
  const ByteVector archive = example::build_archive({{"../../../evil.vert.agal", bytes_of(vertex)},
                                                     {"sub/EVIL.vert.agal", bytes_of(other)},
                                                     {"...vert.agal", bytes_of("mov op, va1\n")},
                                                     {"a b\n;rm.frag.agal", bytes_of(fragment)}});
  write("x.zip", text_of(archive));
  const Outcome run = agalc({"extract", "x.zip", "-o", "out/", "--form=assembly"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(list("out"), UnorderedElementsAre("evil.vert.agal", MatchesRegex("EVIL-[0-9a-f]+\\.vert\\.agal"),
                                                MatchesRegex("[0-9a-f]+\\.vert\\.agal"), "a_b__rm.frag.agal"));
  EXPECT_FALSE(exists("../evil.vert.agal"));
}

TEST_F(Extract, RecoversProgramsOfDamagedFile) {
  write("cut.swf", text_of(game_.build()).substr(0, 150));
  const Outcome run = agalc({"extract", "cut.swf", "lib.swc", "-o", "out"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, AllOf(StartsWith("cut.swf:0x"),
                             HasSubstr("error[AGAL1025]: the SWF file is damaged: its tag 3 (type 87)"),
                             HasSubstr("2 files: 2 programs, 1 pair\n")));
  EXPECT_EQ(list("out").size(), 4u);
}

TEST_F(Extract, ReportsUnreadableFiles) {
  EXPECT_EQ(agalc({"extract", "nowhere.swf", "game.swf"}).status, io);
  write("a.out", std::string("\x7f\x45LF\0\0\0", 7));
  const Outcome none = agalc({"extract", "a.out"});
  EXPECT_EQ(none.status, rejected);
  EXPECT_THAT(none.err, HasSubstr("a.out: error[AGAL1034]: no program found in this file"));
  EXPECT_THAT(none.out, IsEmpty());
  EXPECT_THAT(agalc({"extract"}).err, HasSubstr("<stdin>: error[AGAL1003]"));
  EXPECT_EQ(agalc({"extract", "game.swf", "--form=text"}).status, usage);
  EXPECT_EQ(agalc({"extract", "game.swf", "-o", "v.agal"}).status, usage);
}

TEST_F(Extract, AcceptsSwfWithoutPrograms) {
  write("empty.swf", text_of(SwfBuilder().build()));
  const Outcome run = agalc({"extract", "empty.swf"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_EQ(run.err, "1 file: 0 programs, 0 pairs\n");
}

TEST_F(Extract, FailIfEmptyRejectsFilesWithoutPrograms) {
  write("empty.swf", text_of(SwfBuilder().build()));
  const Outcome none = agalc({"extract", "--fail-if-empty", "empty.swf", "empty.swf"});
  EXPECT_EQ(none.status, rejected);
  EXPECT_THAT(none.err, HasSubstr("error[AGAL1041]: no program found in 2 files"));
  EXPECT_EQ(agalc({"extract", "--fail-if-empty", "empty.swf", "game.swf"}).status, done);
  const std::vector<std::string> batch{"batch", "-o", "out", "--emit", "spv", "--fail-if-empty", "empty.swf"};
  const Outcome converted = agalc(batch);
  EXPECT_EQ(converted.status, rejected);
  EXPECT_THAT(converted.err, HasSubstr("error[AGAL1041]"));
  EXPECT_EQ(agalc({"batch", "-o", "out", "--emit", "spv", "--fail-if-empty", "game.swf"}).status, done);
  EXPECT_EQ(agalc({"batch", "-o", "out", "--emit", "spv", "empty.swf"}).status, done);
}

TEST_F(Extract, OtherCommandsSuggestExtractForContainers) {
  write("renamed.agal", read("game.swf"));
  for (const char* file : {"game.swf", "lib.swc", "renamed.agal"}) {
    const std::string name(file), kind = name == "lib.swc" ? "a ZIP file" : "a SWF file";
    for (const std::vector<std::string>& words : {std::vector<std::string>{"compile", name, "-o", "x.spv"},
                                                  {"validate", name},
                                                  {"dis", name},
                                                  {"as", name, "-o", "x.bin"},
                                                  {"reflect", name},
                                                  {"run", name},
                                                  {"link", name, "f.bin", "-t", "spv", "-o", "x"},
                                                  {"render", name, "f.bin", "-o", "x.png"},
                                                  {"reduce", name, "--until", "true"}}) {
      const Outcome run = agalc(words);
      EXPECT_EQ(run.status, rejected) << words[0];
      EXPECT_THAT(run.err, HasSubstr(name + ": error[AGAL1040]: this is " + kind)) << words[0];
      EXPECT_THAT(run.err, AllOf(HasSubstr("agalc extract " + name + " "), HasSubstr("agalc batch " + name + " ")))
          << words[0];
      EXPECT_EQ(run.err.find("error["), run.err.rfind("error[")) << run.err;
    }
  }
  EXPECT_THAT(agalc({"validate", "-"}, read("game.swf")).err, HasSubstr("<stdin>: error[AGAL1040]"));
}

TEST_F(Extract, ReadsStdin) {
  const Outcome run = agalc({"extract", "-", "--json"}, read("lib.swc"));
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.out, HasSubstr("\"container\":\"<stdin>!library.swf\""));
}

TEST_F(Extract, MaxUnpackedLimitsUnpackedBytes) {
  const Outcome run = agalc({"extract", "game.swf", "--max-unpacked", "100"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("error[AGAL1028]"));
}

TEST_F(Extract, PrintsDiagnosticsAsJson) {
  write("cut.swf", text_of(game_.build()).substr(0, 150));
  const Outcome run = agalc({"extract", "cut.swf", "--diagnostics-format=json"});
  const std::size_t begin = run.err.find('\n') + 1;  // the first message says that the file is too short
  const json message = json::parse(run.err.substr(begin, run.err.find('\n', begin) - begin));
  EXPECT_EQ(message["code"], "AGAL1025");
  EXPECT_TRUE(message.contains("byteOffset"));
  EXPECT_THAT(run.err, Not(HasSubstr("1 file")));
}

// `agalc validate` pairs files by their names.
TEST_F(Extract, NamesOfOneBaseArePairs) {
  const auto source = [](const std::vector<std::pair<std::string, std::string>>& texts) {
    std::string all = "class R { function f() { var a = new AGALMiniAssembler();\n";
    for (const auto& [stage, text] : texts) all += "a.assemble(\"" + stage + "\", \"" + text + "\");\n";
    return all + "} }";
  };
  const std::string plain = "m44 op, va0, vc0\\n", writes_v1 = plain + "mov v1, va1\\n",
                    writes_v2 = plain + "mov v2, va1\\n";
  const std::string reads_v1 = "tex oc, v1, fs0 <2d,linear>\\n", reads_v2 = "mov oc, v2\\n",
                    reads_none = "mov oc, fc0\\n";
  const std::vector<std::vector<std::pair<std::string, std::string>>> classes{
      {{"vertex", plain}, {"fragment", reads_v1}, {"vertex", writes_v1}, {"fragment", reads_none}},
      {{"fragment", reads_v1}, {"vertex", plain}, {"fragment", reads_none}, {"vertex", writes_v1}},
      {{"vertex", writes_v2}, {"fragment", reads_v1}},
      {{"vertex", plain}, {"vertex", writes_v1}, {"vertex", writes_v2}, {"fragment", reads_v2}, {"fragment", reads_v1}},
      {{"vertex", writes_v1}, {"fragment", reads_v2}, {"fragment", reads_v1}, {"fragment", reads_none}},
  };
  for (const auto& texts : classes) {
    write("in/R.as", source(texts));
    EXPECT_EQ(agalc({"extract", "in/R.as", "-o", "out"}).status, done);
    EXPECT_EQ(list("out").size(), 2 * texts.size());
    EXPECT_EQ(agalc({"batch", "in", "-o", "made", "--emit", "reflect", "-q"}).status, done);
    for (const std::string folder : {"out", "made"}) {
      const Outcome run = agalc({"validate", folder});
      EXPECT_EQ(run.status, done) << run.err;
    }
    std::filesystem::remove_all(folder() / "out");
    std::filesystem::remove_all(folder() / "made");
  }
}

}  // namespace
}  // namespace agal::cli
