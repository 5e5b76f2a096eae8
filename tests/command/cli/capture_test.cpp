// Tests agalc extract and batch with logs of tapped games, certainty, holes, and files with unknown programs.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/batch.hpp"
#include "example_swf/swf_builder.hpp"
#include "support/capture_log.hpp"
#include "support/json_schema.hpp"

namespace agal::cli {
namespace {

using example::AbcBuilder;
using example::ByteVector;
using example::Code;
using example::SwfBuilder;
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char hole_text[] = "tex ft0, v0, fs0 <OPTIONS>\nmov oc, ft0";
constexpr char filled_text[] = "tex ft0, v0, fs0 <2d,linear,mipnone,clamp>\nmov oc, ft0";
constexpr char draw_record[] =
    "draw;pair=1;draw=1;drawTriangles=createIndexBuffer:6,0,2;setVertexBufferAt=0,createVertexBuffer:4:5,0,float3;"
    "setTextureAt=0,createTexture:8:8:bgra:false";

class Capture : public Batch {
 protected:
  Capture() {
    write("v.agal", "m44 op, va0, vc0\nmov v0, va1");
    write("f.agal", filled_text);
    agalc({"as", "v.agal", "-o", "v.bin"});
    agalc({"as", "f.agal", "-o", "f.bin"});
    log_.add(test::upload(1, 1, bytes_of("v.bin"), bytes_of("f.bin"))).add(draw_record).add("upload;number=2;pair=1");
    write("game.log", log_.text("[INFO] avm_trace: "));
    AbcBuilder abc;
    Code code(abc);
    code.op(0xd0)
        .op(0x30)
        .push_field("assembler")
        .push_string("m44 op, va0, vc0\nmov v0, va1")
        .call_void("assemble", 1);
    code.push_field("assembler").push_string(hole_text).push_string("OPTIONS").push_field("options");
    code.call("replace", 2).call_void("assemble", 1);
    code.push_field("Program3D").push_field("vertex").call_void("upload", 1).return_void();
    abc.add_class("effects", "Water", {code});
    const ByteVector file = SwfBuilder().abc(abc.build()).build();
    write("game.swf", {reinterpret_cast<const char*>(file.data()), file.size()});
  }

  ByteVector bytes_of(const std::string& name) const {
    const std::string text = read(name);
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
  }

  /// Returns the lines of the manifest by stem, after comparing them with the schema.
  std::map<std::string, json> manifest() const {
    std::ifstream file(AGAL_SOURCE_DIR "/docs/manifest.schema.json");
    const json schema = json::parse(file);
    std::map<std::string, json> found;
    for (const std::string& line : lines("out/manifest.jsonl")) {
      json object = json::parse(line);
      EXPECT_THAT(test::schema_violations(schema, object), IsEmpty()) << line;
      found[object["stem"]] = object;
    }
    return found;
  }

  test::CaptureLog log_;
};

// A game that was played needs other advice than `npx agalc port`, which plays it.
TEST_F(Capture, AdvisesToPlayGamesThatWereNotPlayed) {
  const std::string port = "npx agalc port plays the game", more = "play other parts of the game";
  const auto advice = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "batch");
    arguments.insert(arguments.end(), {"--emit", "spv", "-o", "advice"});
    return agalc(arguments).err;
  };
  write("other.swf", read("game.swf") + "\n");
  EXPECT_THAT(advice({"game.swf"}), AllOf(HasSubstr("AGAL1072"), HasSubstr(port), testing::Not(HasSubstr(more))));
  for (const std::vector<std::string>& played :
       {std::vector<std::string>{"game.swf", "game.log"}, {"game.log", "game.swf"}})
    EXPECT_THAT(advice(played), AllOf(HasSubstr("AGAL1072"), HasSubstr(more), testing::Not(HasSubstr(port)),
                                      testing::Not(HasSubstr("AGAL1071"))));
  EXPECT_THAT(advice({"game.swf", "other.swf", "game.log"}), AllOf(HasSubstr(more), HasSubstr(port)));
  write("in/game.swf", read("game.swf"));
  write("in/game.capture", read("game.log"));
  EXPECT_THAT(advice({"in"}), AllOf(HasSubstr("AGAL1072"), HasSubstr(more), testing::Not(HasSubstr(port))));
}

TEST_F(Capture, ExtractListsPairsOfLog) {
  const Outcome run = agalc({"extract", "game.log"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("captured"), HasSubstr("pair-1"), HasSubstr("game.log:2"),
                             HasSubstr("a player uploaded them together")));
  EXPECT_EQ(run.err, "1 file: 2 programs, 1 pair\n");
}

TEST_F(Capture, ExtractMergesProgramsOfLogAndGame) {
  const Outcome run = agalc({"extract", "--json", "-q", "--fill", "usual", "game.swf", "game.log"});
  std::istringstream out(run.out);
  std::vector<json> programs;
  for (std::string line; std::getline(out, line);) programs.push_back(json::parse(line));
  ASSERT_EQ(programs.size(), 2u);
  for (const json& program : programs) {
    EXPECT_EQ(program["certainty"], "captured");
    EXPECT_EQ(program["origins"].size(), 2u);
    ASSERT_EQ(program["pairs"].size(), 1u);
    EXPECT_EQ(program["pairs"][0]["evidence"], "a player uploaded them together");
    EXPECT_EQ(program["pairs"][0]["captured"][0]["uploads"], 2);
  }
}

TEST_F(Capture, ExtractReportsDamagedLog) {
  log_.lines[2].back() ^= 1;
  write("game.log", log_.text());
  const Outcome run = agalc({"extract", "game.log"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err, AllOf(HasSubstr("game.log:3: warning[AGAL1100]"), HasSubstr("AGAL1101")));
  EXPECT_EQ(agalc({"extract", "--fail-if-incomplete", "game.log"}).status, rejected);
}

TEST_F(Capture, FillReplacesHolesAndRejectsMalformedValues) {
  EXPECT_THAT(agalc({"extract", "game.swf"}).err, HasSubstr("AGAL1072"));
  EXPECT_THAT(agalc({"extract", "game.swf", "--fill", "usual"}).out, HasSubstr("filled"));
  EXPECT_THAT(agalc({"extract", "game.swf", "--fill", "OPTIONS=2d,nearest"}).out, HasSubstr("filled"));
  for (const char* command : {"extract", "batch"})
    for (const char* fill : {"OPTIONS", "=2d"})
      EXPECT_EQ(agalc({command, "game.swf", "-o", "out", "--fill", fill}).status, usage) << command << " " << fill;
}

TEST_F(Capture, BatchReportsIncompleteGame) {
  const std::vector<std::string> run{"game.swf", "-o", "out", "--emit", "essl300"};
  const Outcome first = batch(run);
  EXPECT_EQ(first.status, done) << first.err;
  EXPECT_THAT(first.err, AllOf(HasSubstr("AGAL1071"), HasSubstr("AGAL1072"), HasSubstr("; 1 file incomplete (")));
  const std::map<std::string, json> found = manifest();
  ASSERT_EQ(found.size(), 2u);
  const json& file = found.at("game.swf");
  EXPECT_EQ(file["status"], "incomplete");
  EXPECT_EQ(file["incomplete"]["programs"], 1);
  EXPECT_EQ(file["incomplete"]["uploads"], json::array({"game.swf"}));
  ASSERT_EQ(file["incomplete"]["texts"].size(), 1u);
  EXPECT_EQ(file["incomplete"]["texts"][0]["detail"], "OPTIONS");
  EXPECT_EQ(file["incomplete"]["texts"][0]["text"], hole_text);
  EXPECT_EQ(found.at("game.swf/effects.Water.vert")["certainty"], "exact");
  std::vector<std::string> strict = run;
  strict.push_back("--fail-if-incomplete");
  const Outcome failed = batch(strict);
  EXPECT_EQ(failed.status, rejected);
  EXPECT_THAT(failed.err, HasSubstr("AGAL1074"));
}

TEST_F(Capture, CacheKeyIncludesFill) {
  const auto run = [this](const std::string& fill) {
    const Outcome outcome = batch(
        {"game.swf", "-o", "out", "--emit", "essl300", "--cache-dir", "cache", "--fill", fill, "--fail-if-incomplete"});
    EXPECT_EQ(outcome.status, done) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(run("usual"), HasSubstr("cache: 0 hits, 2 misses"));
  EXPECT_THAT(run("usual"), HasSubstr("cache: 2 hits, 0 misses"));
  const json usual = manifest().at("game.swf/effects.Water.frag");
  EXPECT_EQ(usual["certainty"], "filled");
  EXPECT_EQ(usual["origins"][0]["detail"], "OPTIONS filled with 2d,linear,mipnone,clamp");
  EXPECT_THAT(run("OPTIONS=2d,nearest"), HasSubstr("cache: 0 hits, 2 misses"));
  EXPECT_NE(manifest().at("game.swf/effects.Water.frag")["hash"], usual["hash"]);
}

TEST_F(Capture, BatchRecordsUploads) {
  const Outcome run =
      batch({"game.swf", "game.log", "-o", "out", "--emit", "essl300,reflect", "--fill", "OPTIONS=2d,nearest"});
  EXPECT_EQ(run.status, done) << run.err;
  const std::map<std::string, json> found = manifest();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_THAT(run.err, HasSubstr("2 files, 3 programs: 3 accepted, 0 rejected; 2 uploaded, 2 of them drawn ("));
  // The program in the class is the same as the program in the log.
  const json& vertex = found.at("game.swf/effects.Water.vert");
  EXPECT_EQ(vertex["certainty"], "captured");
  EXPECT_EQ(vertex["form"], "assembly");
  ASSERT_EQ(vertex["origins"].size(), 2u);
  EXPECT_EQ(vertex["origins"][0]["name"], "effects.Water");
  EXPECT_EQ(vertex["origins"][1]["line"], 2);
  EXPECT_EQ(vertex["origins"][1]["form"], "bytecode");
  EXPECT_EQ(vertex["origins"][1]["game"], "game.swf");
  EXPECT_FALSE(vertex["origins"][0].contains("game"));
  // The products of this program are written once, in the folder of the game.
  EXPECT_EQ(vertex["origins"][1]["stem"], "game.swf/effects.Water.vert");
  EXPECT_THAT(run.err, HasSubstr("\ndisassembly                 3            0 "));
  EXPECT_TRUE(tree("out").contains("game.log/pair-1.frag.agal"));
  EXPECT_FALSE(tree("out").contains("game.log/pair-1.vert.agal"));
  EXPECT_EQ(vertex["use"], "drawn");
  ASSERT_EQ(vertex["pairs"].size(), 2u);
  const json& fragment = found.at("game.log/pair-1.frag");
  EXPECT_EQ(vertex["pairs"][0]["with"], found.at("game.swf/effects.Water.frag")["hash"]);
  EXPECT_EQ(vertex["pairs"][0]["use"], "notUploaded");
  EXPECT_EQ(vertex["pairs"][1]["with"], fragment["hash"]);
  EXPECT_EQ(vertex["pairs"][1]["use"], "drawn");
  const json& captured = vertex["pairs"][1]["captured"][0];
  EXPECT_EQ(captured["log"], "game.log");
  EXPECT_EQ(captured["uploads"], 2);
  EXPECT_EQ(captured["draws"][0]["attributes"][0]["format"], "float3");
  EXPECT_EQ(found.at("game.swf/effects.Water.frag")["use"], "notUploaded");
  const json reflection = json::parse(read("out/game.log/pair-1.frag.reflect.json"));
  ASSERT_EQ(reflection["captured"].size(), 1u);
  EXPECT_EQ(reflection["captured"][0]["with"], vertex["hash"]);
  EXPECT_EQ(reflection["captured"][0]["draws"], captured["draws"]);
  // The reflection of the program in the code has the capture too.
  const json other = json::parse(read("out/game.swf/effects.Water.vert.reflect.json"));
  ASSERT_EQ(other["captured"].size(), 1u);
  EXPECT_EQ(other["captured"][0]["with"], fragment["hash"]);
  EXPECT_FALSE(json::parse(read("out/game.swf/effects.Water.frag.reflect.json")).contains("captured"));
  std::ifstream file(AGAL_SOURCE_DIR "/docs/reflection.schema.json");
  EXPECT_THAT(test::schema_violations(json::parse(file), reflection), IsEmpty());
}

TEST_F(Capture, BatchWritesProgramsOfLogAndGameOnce) {
  write("b.swf", read("game.swf"));
  write("a.log", log_.text());
  write("b.log", log_.text());
  // a.log does not belong to a file, because there are two games.
  ASSERT_EQ(batch({"game.swf", "b.swf", "a.log", "b.log", "-o", "out", "--emit", "essl300"}).status, done);
  const auto written = tree("out");
  for (const char* const folder : {"game.swf/effects.Water", "b.swf/effects.Water", "a.log/pair-1"})
    EXPECT_TRUE(written.contains(std::string(folder) + ".vert.agal")) << folder;
  EXPECT_FALSE(written.contains("b.log/pair-1.vert.agal"));
  EXPECT_EQ(manifest().at("b.swf/effects.Water.vert")["origins"].size(), 4u);
}

// Returns the fields of a log that name a SWF file, as the tap writes them.
std::string game_fields(const std::string& tapped) {
  constexpr std::size_t length = 38;  // ";game=" and the hash
  return tapped.substr(tapped.find(";game="), length) + ";file=game.swf";
}

TEST_F(Capture, BatchCountsUploadsInTheGameOfTheLog) {
  ASSERT_EQ(agalc({"tap", "game.swf", "-o", "tapped.swf", "-q"}).status, done);
  test::CaptureLog log("c0ffee", game_fields(read("tapped.swf")));
  log.add(test::upload(1, 1, bytes_of("v.bin"), bytes_of("f.bin"))).add(draw_record);
  write("other.log", log.text());
  // Another game: the version of the format differs.
  std::string other = read("game.swf");
  ++other[3];
  write("other.swf", other);
  const std::vector<std::string> inputs{"game.swf", "other.swf", "other.log", "--emit", "essl300,reflect"};
  const auto run = [&](const std::string& out, std::vector<std::string> more) {
    more.insert(more.end(), inputs.begin(), inputs.end());
    more.insert(more.end(), {"-o", out});
    EXPECT_EQ(batch(more).status, done);
  };
  run("out", {});
  const std::map<std::string, json> found = manifest();
  EXPECT_EQ(found.at("game.swf")["status"], "captured");
  EXPECT_EQ(found.at("game.swf")["origins"][0]["use"], "drawn");
  EXPECT_EQ(found.at("other.swf")["status"], "incomplete");
  EXPECT_EQ(found.at("other.swf")["origins"][0]["use"], "notPlayed");
  const json& vertex = found.at("game.swf/effects.Water.vert");
  EXPECT_EQ(vertex["use"], "drawn");
  ASSERT_EQ(vertex["origins"].size(), 3u);
  EXPECT_EQ(vertex["origins"][0]["use"], "drawn");
  EXPECT_EQ(vertex["origins"][1]["container"], "other.swf");
  EXPECT_EQ(vertex["origins"][1]["use"], "notPlayed");
  EXPECT_EQ(vertex["origins"][2]["use"], "drawn");
  const json& captured = vertex["pairs"][0]["captured"][0];
  EXPECT_EQ(captured["file"], "game.swf");
  EXPECT_EQ(captured["game"].get<std::string>().size(), 32u);
  EXPECT_EQ(json::parse(read("out/game.swf/effects.Water.vert.reflect.json"))["captured"][0]["game"], captured["game"]);
  for (const char* const shard : {"1/3", "2/3", "3/3"}) run("shards", {"--shard", shard});
  ASSERT_EQ(batch({"-o", "shards", "--merge-manifests"}).status, done);
  EXPECT_EQ(tree("shards"), tree("out"));
}

TEST_F(Capture, BatchPrefersHashInLogToNameOfLog) {
  test::CaptureLog log("c0ffee", ";game=" + std::string(32, '0') + ";file=game.swf");
  log.add(test::upload(1, 1, bytes_of("v.bin"), bytes_of("f.bin"))).add(draw_record);
  write("game.log", log.text());
  ASSERT_EQ(batch({"game.swf", "game.log", "-o", "out", "--emit", "essl300"}).status, done);
  const std::map<std::string, json> found = manifest();
  EXPECT_EQ(found.at("game.swf")["status"], "incomplete");
  const json& vertex = found.at("game.swf/effects.Water.vert");
  EXPECT_EQ(vertex["use"], "drawn");
  EXPECT_EQ(vertex["origins"][0]["use"], "notPlayed");
  EXPECT_EQ(vertex["origins"][1]["use"], "drawn");
  // Its products belong to another game.
  EXPECT_TRUE(tree("out").contains("game.log/pair-1.vert.agal"));
}

TEST_F(Capture, MergedShardsEqualASingleRun) {
  const std::vector<std::string> inputs{"game.swf", "game.log", "--fill", "usual", "--emit", "essl300,reflect"};
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), inputs.begin(), inputs.end());
    EXPECT_EQ(batch(more).status, done);
  };
  run({"-o", "out"});
  for (const char* shard : {"1/2", "2/2"}) run({"-o", "shards", "--shard", shard});
  ASSERT_EQ(batch({"-o", "shards", "--merge-manifests"}).status, done);
  EXPECT_EQ(tree("shards"), tree("out"));
}

TEST_F(Capture, BatchFindsLogsInFolders) {
  write("in/session.txt", log_.text());
  write("in/notes.txt", "agalc-tap is a word");
  const Outcome run = batch({"in", "-o", "out", "--emit", "essl300"});
  EXPECT_THAT(run.err, HasSubstr("1 file, 2 programs: 2 accepted, 0 rejected; 2 uploaded, 2 of them drawn; "
                                 "1 other file skipped ("));
  EXPECT_EQ(manifest().at("session.txt/pair-1.vert")["certainty"], "captured");
}

TEST_F(Capture, BatchReportsLogWithLostRecordsAsIncomplete) {
  log_.lines.erase(log_.lines.begin() + 2);
  write("game.log", log_.text());
  EXPECT_EQ(batch({"game.log", "-o", "out", "--emit", "essl300"}).status, done);
  const json file = manifest().at("game.log");
  EXPECT_EQ(file["status"], "incomplete");
  EXPECT_EQ(file["incomplete"]["lost"].dump(), R"([{"container":"game.log","records":1,"run":"c0ffee"}])");
  EXPECT_EQ(file["diagnostics"][0]["code"], "AGAL1101");
}

}  // namespace
}  // namespace agal::cli
