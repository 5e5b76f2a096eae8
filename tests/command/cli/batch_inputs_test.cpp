// Tests the inputs of agalc batch, the messages about files of other kinds, and the names of products.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/batch.hpp"
#include "example_swf/swf_builder.hpp"
#include "extract/hash.hpp"
#include "support/json_schema.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A kernel of Pixel Bender, in the form for the player's class `Shader`: a binary file with the same extension as
// bytecode.
const std::string kernel = std::string("\xa5\x01\0\0\0\xa4\x04\0Glow", 12) + "\xa0\x0cnamespace" + '\0' + "demo" + '\0';

// Returns text that is not assembly.
std::string prose() {
  std::string text;
  for (int i = 0; i < 85; ++i) text += "Water is drawn by two programs.\n";
  return text;
}

// Returns a SWF with this content.
std::string swf(const std::string& data) {
  const auto bytes = std::as_bytes(std::span(data.data(), data.size()));
  return text_of(example::SwfBuilder().binary_data("Data", bytes).build());
}

class BatchInputs : public Batch {
 protected:
  /// Runs agalc batch in an absolute folder.
  Outcome batch_in(const std::string& place, std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"-c", "cd \"$0\" && exec \"$@\"", place, AGALC, "batch"});
    arguments.insert(arguments.end(), {"--emit", "spv"});
    return run("/bin/sh", arguments);
  }
  std::vector<std::string> stems(const std::string& manifest) const {
    std::vector<std::string> out;
    for (const std::string& line : lines(manifest)) out.push_back(json::parse(line)["stem"]);
    return out;
  }
  std::string whole(const std::string& below) const { return (folder() / below).string(); }
};

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// ---------------------------------------------------------------------------------------------------- other files

TEST_F(BatchInputs, ReportsFilesOfOtherKindsOnceAsExtractDoes) {
  write("kernel.bin", kernel);
  write("kernel2.bin", kernel.substr(12));  // begins with 0xa0
  write("prose.txt", prose());
  write("picture.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16));
  write("binary.txt", std::string("mov oc, v0\n\0\0\xff\xfe", 15));
  write("latin.txt", "mov oc, v0 // \xe4\n");
  write("named.agal", kernel);
  write("empty.bin", "");
  for (const auto& [name, code] : std::vector<std::pair<std::string, std::string>>{{"kernel.bin", "AGAL1131"},
                                                                                   {"kernel2.bin", "AGAL1034"},
                                                                                   {"prose.txt", "AGAL1034"},
                                                                                   {"picture.png", "AGAL1034"},
                                                                                   {"binary.txt", "AGAL2001"},
                                                                                   {"latin.txt", "AGAL2002"},
                                                                                   {"named.agal", "AGAL2002"},
                                                                                   {"empty.bin", "AGAL1003"}}) {
    const Outcome found = agalc({"extract", name, "-q"}), converted = batch({name, "-o", "out-" + name + "/", "-q"});
    EXPECT_EQ(converted.err, found.err);
    EXPECT_EQ(converted.status, found.status) << name;
    EXPECT_EQ(converted.status, rejected) << name;
    EXPECT_EQ(count_of(converted.err, "error["), 1u) << converted.err;
    EXPECT_THAT(converted.err, HasSubstr("error[" + code + "]")) << name;
    const std::vector<std::string> manifest = lines("out-" + name + "/manifest.jsonl");
    ASSERT_EQ(manifest.size(), 1u);
    // A text with errors is rejected like by `validate`; the other files are not programs.
    EXPECT_EQ(json::parse(manifest[0])["status"], code.starts_with("AGAL2") ? "rejected" : "unreadable") << name;
  }
}

TEST_F(BatchInputs, ReportsTooLargeFilesOnce) {
  write("large.agal", "mov oc, v0\n");
  fs::resize_file(folder() / "large.agal", (std::uintmax_t{64} << 20) + 1);
  for (const Outcome& run : {agalc({"extract", "large.agal", "-q"}), batch({"large.agal", "-o", "out", "-q"})}) {
    EXPECT_EQ(run.status, rejected);
    EXPECT_EQ(count_of(run.err, "error["), 1u) << run.err;
    EXPECT_THAT(run.err, HasSubstr("AGAL1005"));
  }
}

// ---------------------------------------------------------------------------------------------------- what is counted

TEST_F(BatchInputs, SummaryCountsEachFileOnce) {
  write("in/a.frag.agal", fragment);
  write("in/b/water.bin", bytecode(1) + bytecode(2));
  write("in/b/wrong.frag.agal", wrong);
  write("in/broken.agal", "mvo oc, v0\n");
  write("in/kernel.bin", kernel);
  write("in/music.swf", swf("no program"));
  write("in/notes.txt", prose());
  write("in/picture.png", "\x89PNG\r\n");
  write("in/.hidden", "x");
  const Outcome run = batch({"in", "in/../in", "-o", "out"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("\n5 files, 5 programs: 3 accepted, 2 rejected; 1 file without a program; 3 other "
                                 "files skipped ("));
  // The manifest has lines only for files that were read.
  EXPECT_EQ(lines("out/manifest.jsonl").size(), 6u);
}

// Paths in messages are as in `extract` and `validate`. The manifest does not contain the location of the inputs on
// this machine.
TEST_F(BatchInputs, MessagesNamePathsAsGiven) {
  write("in/a.frag.agal", wrong);
  write("in/broken.agal", "mvo oc, v0\n");
  const std::string in = (folder() / "in").string();
  for (const std::string& name : {std::string("/a.frag.agal"), std::string("/broken.agal")}) {
    const Outcome converted = batch({in + name, "-o", "out", "-q"});
    EXPECT_EQ(converted.err, agalc({"validate", "-q", in + name}).err) << name;
    EXPECT_THAT(converted.err, HasSubstr(in + name + ":1"));
    EXPECT_THAT(read("out/manifest.jsonl"), Not(HasSubstr(folder().string())));
    EXPECT_THAT(read("out/manifest.jsonl"), HasSubstr("\"container\":\"in" + name));
  }
  EXPECT_THAT(batch({in, "-o", "out", "-q"}).err, HasSubstr(in + "/broken.agal:1"));
  EXPECT_THAT(batch({in + "/*.agal", "-o", "out", "-q"}).err, HasSubstr(in + "/broken.agal:1"));
  EXPECT_THAT(batch({in + "/none.swf", "-o", "out", "-q"}).err, HasSubstr(in + "/none.swf: error[AGAL1001]"));
  EXPECT_THAT(batch({"./in/broken.agal", "-o", "out", "-q"}).err, HasSubstr("./in/broken.agal:1"));
}

TEST_F(BatchInputs, SummaryUsesSingularForOne) {
  write("a.frag.agal", fragment);
  EXPECT_THAT(batch({"a.frag.agal", "-o", "out"}).err, HasSubstr("\n1 file, 1 program: 1 accepted, 0 rejected ("));
}

// ------------------------------------------------------------------------------------------ containers without
// programs

TEST_F(BatchInputs, ManifestListsContainersWithoutPrograms) {
  write("in/game.swf", swf(bytecode(1)));
  write("in/music.swf", swf("no program"));
  write("in/odd.swf", swf(bytecode(1).substr(0, 7) + std::string(24, '\x7f')));  // a header without a program
  write("in/nothing.zip", std::string("PK\x05\x06", 4) + std::string(18, '\0'));
  const Outcome run =
      batch({"in", "-o", "out", "--emit", "spv", "--sarif", "x.sarif", "--junit", "x.xml", "--report", "x.html"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, HasSubstr("4 files, 1 program: 1 accepted, 0 rejected; 3 files without a program ("));
  std::ifstream file(AGAL_SOURCE_DIR "/docs/manifest.schema.json");
  const json schema = json::parse(file);
  std::map<std::string, json> found;
  for (const std::string& line : lines("out/manifest.jsonl")) {
    json object = json::parse(line);
    EXPECT_THAT(test::schema_violations(schema, object), IsEmpty()) << line;
    found[object["stem"]] = object;
  }
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found["music.swf"].dump(),
            R"({"diagnostics":[],"kind":"swf","origins":[{"container":"in/music.swf","offset":0,"stem":"music.swf"}],)"
            R"("status":"empty","stem":"music.swf"})");
  EXPECT_EQ(found["nothing.zip"]["status"], "empty");
  // The line contains the messages. Warnings alone do not make a file unreadable.
  ASSERT_EQ(found["odd.swf"]["diagnostics"].size(), 1u);
  EXPECT_EQ(found["odd.swf"]["diagnostics"][0]["code"], "AGAL1033");
  EXPECT_EQ(found["odd.swf"]["diagnostics"][0]["severity"], "warning");
  EXPECT_EQ(found["odd.swf"]["status"], "empty");
  EXPECT_EQ(count_of(run.err, "AGAL1033"), 1u);
  // These messages are not errors.
  EXPECT_THAT(read("x.xml"), HasSubstr("tests=\"4\" failures=\"0\" errors=\"0\""));
  EXPECT_THAT(read("x.sarif"), HasSubstr("AGAL1033"));
  // A file without programs belongs to one shard, because a later run may find a program in it.
  for (const char* shard : {"1/2", "2/2"})
    ASSERT_EQ(batch({"in", "-o", "shards", "--emit", "spv", "--shard", shard}).status, done);
  ASSERT_EQ(batch({"-o", "shards", "--merge-manifests"}).status, done);
  EXPECT_EQ(tree("shards"), tree("out"));
  write("in/music.swf", swf(bytecode(2).substr(0, 31)));
  ASSERT_EQ(batch({"in", "-o", "out", "--emit", "spv", "--prune"}).status, done);
  EXPECT_THAT(read("out/manifest.jsonl"), Not(HasSubstr("\"stem\":\"music.swf\",\"status\"")));
}

// ------------------------------------------------------------------------------------------------------ product paths

TEST_F(BatchInputs, WritesPagesOfFramesBesideReport) {
  const auto frames = [](const std::string& name, const std::string& game = "") {
    const std::string hash = game.empty() ? "" : extraction::hash128(bytes_of(game)).hex();
    const std::string head =
        R"({"format":"agalc-frames","version":1,"game":")" + hash + R"(","file":")" + name + R"(","frames":[2,2]})";
    return text_of(example::build_archive({{"calls.jsonl", bytes_of(head)}}));
  };
  write("in/game.swf", swf(bytecode(1)));
  write("in/game.frames", frames("game.swf", read("in/game.swf")));
  write("in/sub/game.swf", swf("no program"));
  write("in/sub/game.frames", frames("another.swf"));  // an older file without the hash of the game
  write("in/sub/wrong.swf", swf("no program either"));
  write("in/sub/wrong.frames", frames("wrong.swf", "another game"));
  write("in/music.SWF", swf("no program"));
  write("in/music.frames", frames("music.SWF"));
  write("in/alone.frames", frames("alone.swf"));
  write("in/silent.swf", swf("no program"));
  Outcome run = batch({"in", "-o", "out", "--emit", "spv", "--report", "pages/x.html", "-q"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err,
              testing::AllOf(HasSubstr("in/sub/wrong.frames: warning[AGAL1177]"), HasSubstr("not of wrong.swf")));
  EXPECT_THAT(list("pages"),
              testing::UnorderedElementsAre("game.frames.html", "game~2.frames.html", "music.frames.html", "x.html"));
  EXPECT_EQ(read("pages/game.frames.html"), agalc({"replay", "in/game.frames", "--page", "-"}).out);

  write("in/music.frames", "text");
  run = batch({"in", "-o", "out", "--emit", "spv", "--report", "other/x.html", "-q"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("in/music.frames: error[AGAL1150]"));
  EXPECT_THAT(list("other"), testing::UnorderedElementsAre("game.frames.html", "game~2.frames.html", "x.html"));

  EXPECT_THAT(batch({"in/game.swf", "-o", "out", "--emit", "spv", "--report", "-", "-q"}).out,
              HasSubstr("<!doctype html>"));
}

// The paths of products do not depend on the location of the input or of the working directory.
TEST_F(BatchInputs, ProductPathsDoNotDependOnWorkingDirectory) {
  const std::string project = "my gäme/shäders";
  write(project + "/ui/x.frag.agal", fragment);
  write(project + "/y.vert.agal", vertex);
  write("elsewhere/deep/z", "");
  const std::string root = whole(project), file = root + "/ui/x.frag.agal";
  int number = 0;
  for (const std::string& place : {std::string("/"), fs::temp_directory_path().string(), folder().string(),
                                   whole("elsewhere/deep"), root, root + "/ui"}) {
    const auto products = [&](const std::string& input, const std::vector<std::string>& more = {}) {
      const std::string output = "out" + std::to_string(number++);
      std::vector<std::string> arguments{input, "-o", whole(output)};
      arguments.insert(arguments.end(), more.begin(), more.end());
      const Outcome run = batch_in(place, arguments);
      EXPECT_EQ(run.status, done) << run.err;
      for (const auto& [path, content] : tree(output)) EXPECT_THAT(content, Not(HasSubstr(folder().string()))) << path;
      return stems(output + "/manifest.jsonl");
    };
    EXPECT_THAT(products(file), ElementsAre("x.frag")) << place;
    EXPECT_THAT(products(root), ElementsAre("ui/x.frag", "y.vert")) << place;
    EXPECT_THAT(products(root + "/**/*.frag.agal"), ElementsAre("ui/x.frag")) << place;
    EXPECT_THAT(products(file, {"--base", root}), ElementsAre("ui/x.frag")) << place;
    // A relative path is kept, except leading "..".
    const std::string relative = fs::path(file).lexically_relative(place).string();
    const std::size_t up = relative.rfind("../"), begin = up == std::string::npos ? 0 : up + 3;
    const std::string stem = relative.substr(begin, relative.size() - begin - std::string(".agal").size());
    EXPECT_THAT(products(relative), ElementsAre(stem)) << place;
  }
}

TEST_F(BatchInputs, GivesDistinctNamesToInputsOfTheSamePath) {
  write("a/x.agal", fragment);
  write("b/x.agal", vertex);
  write("c/x.agal", "mov oc, v0\n");
  write("d/y", "");
  ASSERT_EQ(batch({whole("a/x.agal"), whole("b/x.agal"), whole("c/x.agal"), "-o", "out"}).status, done);
  EXPECT_THAT(stems("out/manifest.jsonl"), ElementsAre("x", "x.agal", "x~2"));
  // A file that is named in two ways is processed once.
  ASSERT_EQ(batch_in(whole("d"), {"../a/x.agal", "../d/../a/./x.agal", "../b/x.agal", "-o", whole("out2")}).status,
            done);
  EXPECT_THAT(stems("out2/manifest.jsonl"), ElementsAre("a/x", "b/x"));
}

}  // namespace
}  // namespace agal::cli
