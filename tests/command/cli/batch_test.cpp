// Tests agalc batch: inputs, products, manifest, cache, shards, failures.
#include "cli/batch.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/file_size_limit.hpp"
#include "support/facility.hpp"
#include "support/json_schema.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

json schema() {
  std::ifstream file(AGAL_SOURCE_DIR "/docs/manifest.schema.json");
  return json::parse(file);
}

std::vector<std::string> stems(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (const std::string& line : lines) out.push_back(json::parse(line)["stem"]);
  return out;
}

// ----------------------------------------------------------------------------------------- inputs and products

TEST_F(Batch, ConvertsAFolder) {
  write("in/ui/water.frag.agal", fragment);
  write("in/ui/water.vert.agal", vertex);
  write("in/fire.bin", bytecode(1));
  write("in/notes.txt", "nothing of ours");
  write("in/picture.png", "\x89PNG\r\n");
  const Outcome run = batch({"in", "-o", "out", "--emit", "spv,essl300,msl21,reflect"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(list("out"), ElementsAre("fire.agal", "fire.essl300.glsl", "fire.msl21.metal", "fire.reflect.json",
                                       "fire.spv", "manifest.jsonl", "ui"));
  EXPECT_THAT(list("out/ui"), SizeIs(10));
  // The product is the same as from compile.
  ASSERT_EQ(agalc({"compile", "in/ui/water.frag.agal", "-o", "w.essl300.glsl", "--reflect"}).status, done);
  EXPECT_EQ(read("out/ui/water.frag.essl300.glsl"), read("w.essl300.glsl"));
  ASSERT_EQ(agalc({"compile", "in/ui/water.frag.agal", "-o", "w.spv", "--reflect"}).status, done);
  EXPECT_EQ(read("out/ui/water.frag.spv"), read("w.spv"));
  EXPECT_EQ(read("out/ui/water.frag.reflect.json"), read("w.spv.reflect.json"));
  EXPECT_EQ(read("out/ui/water.frag.agal"), agalc({"dis", "in/ui/water.frag.agal"}).out);
  EXPECT_THAT(stems(lines("out/manifest.jsonl")), ElementsAre("fire", "ui/water.frag", "ui/water.vert"));
  EXPECT_THAT(run.err, HasSubstr("\n3 files, 3 programs: 3 accepted, 0 rejected; 2 other files skipped ("));
}

TEST_F(Batch, ContinuesAfterErrorsAndExitsRejected) {
  write("in/a.frag.agal", wrong);
  write("in/b.frag.agal", "mvo oc, v0\n");
  write("in/c.frag.agal", fragment);
  write("in/d.agal", "");
  write("in/e.bin", std::string("\xa0\x09\0\0\0\xa1\x01", 7) + std::string(24, '\0'));
  const Outcome run = batch({"in", "-o", "out"});
  EXPECT_EQ(run.status, rejected);
  for (const char* text : {"in/a.frag.agal:1", "AGAL3652", "in/b.frag.agal:1", "AGAL2020", "in/d.agal", "AGAL1003",
                           "in/e.bin", "AGAL3617"})
    EXPECT_THAT(run.err, HasSubstr(text));
  const std::vector<std::string> manifest = lines("out/manifest.jsonl");
  EXPECT_THAT(stems(manifest), ElementsAre("a.frag", "b.frag", "c.frag", "d", "e"));
  const auto status = [&](std::size_t i) { return json::parse(manifest[i])["status"].get<std::string>(); };
  EXPECT_EQ(status(0), "rejected");
  EXPECT_EQ(status(1), "rejected");
  EXPECT_EQ(status(2), "accepted");
  EXPECT_EQ(status(3), "unreadable");
  EXPECT_EQ(status(4), "rejected");
  EXPECT_THAT(run.err, HasSubstr("\n5 files, 4 programs: 1 accepted, 3 rejected; 1 file unreadable"));
  EXPECT_TRUE(exists("out/a.frag.agal"));
  EXPECT_FALSE(exists("out/a.frag.spv"));
  EXPECT_TRUE(exists("out/c.frag.spv"));
}

TEST_F(Batch, ManifestLinesMatchSchema) {
  make_programs("in/good", 12);
  write("in/a.frag.agal", wrong);
  write("in/b.frag.agal", "mvo oc, v0\n");
  write("in/c.vert.agal", vertex);
  write("in/c.frag.agal", fragment);
  write("in/d.vert.agal", "//! agal 3 vertex\nmov vt0, iid.x\nadd op, va0, vt0\n");
  batch({"in", "-o", "out", "--emit", "all", "--validate=warn"});
  const json described = schema();
  const std::vector<std::string> manifest = lines("out/manifest.jsonl");
  EXPECT_THAT(manifest, SizeIs(17));
  for (const std::string& line : manifest)
    EXPECT_THAT(test::schema_violations(described, json::parse(line)), IsEmpty()) << line;
  for (const std::string& line : manifest) {
    const json outputs = json::parse(line).value("outputs", json::object());
    for (const json& path : outputs) EXPECT_TRUE(exists("out/" + path.get<std::string>())) << path;
  }
}

TEST_F(Batch, PairsFilesOfTheSameStem) {
  write("in/w.vert.agal", vertex);
  write("in/w.frag.agal", fragment);
  write("in/x.vert.agal", "m44 op, va0, vc0\n");  // does not write v0
  write("in/x.frag.agal", "mul ft0, v0, v0\nmov oc, ft0\n");
  ASSERT_EQ(batch({"in", "-o", "out"}).status, done);
  const std::vector<std::string> manifest = lines("out/manifest.jsonl");
  ASSERT_THAT(stems(manifest), ElementsAre("w.frag", "w.vert", "x.frag", "x.vert"));
  const json f = json::parse(manifest[0]), v = json::parse(manifest[1]);
  ASSERT_THAT(f["pairs"], SizeIs(1));
  EXPECT_EQ(f["pairs"][0]["with"], v["hash"]);
  EXPECT_EQ(v["pairs"][0]["with"], f["hash"]);
  EXPECT_THAT(json::parse(manifest[2])["pairs"], IsEmpty());
}

TEST_F(Batch, MergesIdenticalProgramsAndKeepsTheirOrigins) {
  write("in/a.frag.agal", fragment);
  write("in/b/c.frag.agal", fragment);
  write("in/d.vert.agal", vertex);
  const Outcome run = batch({"in", "-o", "out", "--emit", "spv", "--junit", "x.xml"});
  ASSERT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, HasSubstr("3 files, 2 programs: 2 accepted"));
  const std::vector<std::string> manifest = lines("out/manifest.jsonl");
  ASSERT_THAT(stems(manifest), ElementsAre("a.frag", "d.vert"));
  const json origins = json::parse(manifest[0])["origins"];
  ASSERT_THAT(origins, SizeIs(2));
  EXPECT_EQ(origins[0].dump(), R"({"container":"in/a.frag.agal","offset":0,"stem":"a.frag"})");
  EXPECT_EQ(origins[1].dump(), R"({"container":"in/b/c.frag.agal","offset":0,"stem":"b/c.frag"})");
  // The origin of each file can still be found.
  EXPECT_EQ(read("out/a.frag.spv"), read("out/b/c.frag.spv"));
  EXPECT_THAT(read("x.xml"), HasSubstr("in/b/c.frag.agal"));
  // The same holds in shards, and when one of the two files is deleted.
  for (const char* shard : {"1/2", "2/2"})
    ASSERT_EQ(batch({"in", "-o", "shards", "--emit", "spv", "--shard", shard}).status, done);
  ASSERT_EQ(batch({"-o", "shards", "--merge-manifests"}).status, done);
  EXPECT_EQ(tree("shards"), tree("out"));
  std::filesystem::remove(folder() / "in/a.frag.agal");
  ASSERT_EQ(batch({"in", "-o", "out", "--emit", "spv", "--prune"}).status, done);
  EXPECT_FALSE(exists("out/a.frag.spv"));
  EXPECT_TRUE(exists("out/b/c.frag.spv"));
}

TEST_F(Batch, PathsInOutputsAreRelative) {
  write("in/a.frag.agal", "mov ft0, v0\nmov oc, v0\n");
  write("in/broken.agal", "mov");
  const std::vector<std::string> more{"-o",     "out",     "--emit", "spv,essl300", "-g",
                                      "--lint", "--junit", "x.xml",  "--sarif",     "x.sarif"};
  const auto whole = [this](const char* below) { return (folder() / below).string(); };
  for (const std::string& input : {whole("in"), whole("in/*.agal"), whole("in/a.frag.agal")}) {
    std::vector<std::string> arguments{input};
    arguments.insert(arguments.end(), more.begin(), more.end());
    batch(arguments);
    ASSERT_THAT(read("out/manifest.jsonl"), HasSubstr("in/a.frag.agal"));
    for (const auto& [name, content] : tree("out")) EXPECT_THAT(content, Not(HasSubstr(folder().string()))) << name;
    for (const char* report : {"x.xml", "x.sarif"})
      EXPECT_THAT(read(report), Not(HasSubstr(folder().string()))) << report;
  }
}

TEST_F(Batch, SplitsConsecutiveBytecodePrograms) {
  write("in/pack.bin", bytecode(1) + bytecode(2) + bytecode(1));
  write("in/single.bin", bytecode(1));
  batch({"in", "-o", "out", "--emit", "spv"});
  const std::vector<std::string> manifest = lines("out/manifest.jsonl");
  ASSERT_THAT(manifest, SizeIs(2));
  const json one = json::parse(manifest[0])["tokens"] == 1 ? json::parse(manifest[0]) : json::parse(manifest[1]);
  EXPECT_THAT(one["origins"], SizeIs(3));  // twice in the archive, and as a file
}

TEST_F(Batch, ReportsInexpressibleTargets) {
  write("in/d.vert.agal", "//! agal 3 vertex\nmov vt0, iid.x\nadd op, va0, vt0\n");
  const Outcome run = batch({"in", "-o", "out", "--emit", "essl100,essl300"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL4011"));
  const json line = json::parse(lines("out/manifest.jsonl").at(0));
  EXPECT_EQ(line["status"], "accepted");
  EXPECT_EQ(line["notExpressible"].dump(), R"({"essl100":["AGAL4011"]})");
  EXPECT_TRUE(exists("out/d.vert.essl300.glsl"));
}

TEST_F(Batch, ProvesProducts) {
  write("in/water.frag.agal", fragment);
  write("in/power.frag.agal", "//! agal 1 fragment\npow ft0, v0, fc0\nmov oc, ft0\n");
  const std::vector<std::string> arguments{"in", "-o", "out", "--emit", "spv,hlsl50,msl20", "--cache-dir", "cache"};
  std::vector<std::string> proving = arguments;
  proving.emplace_back("--prove");
  const Outcome first = batch(proving);
  EXPECT_EQ(first.status, done) << first.err;
  EXPECT_THAT(first.err, HasSubstr("note[AGAL1122]: not proved: MSL cannot be converted back to SPIR-V"));
  EXPECT_THAT(first.err, HasSubstr("\nproofs: 3 equal, 1 equal up to rounding\n"));
  const std::vector<std::string> manifest = lines("out/manifest.jsonl");
  ASSERT_THAT(manifest, SizeIs(2));
  EXPECT_EQ(json::parse(manifest[0])["proofs"].dump(), R"({"hlsl50":"equal up to rounding","spv":"equal"})");
  EXPECT_EQ(json::parse(manifest[1])["proofs"].dump(), R"({"hlsl50":"equal","spv":"equal"})");
  for (const std::string& line : manifest) EXPECT_THAT(test::schema_violations(schema(), json::parse(line)), IsEmpty());
  // Answers from the cache are the same. The cache does not have answers of a run without --prove.
  const Outcome again = batch(proving);
  EXPECT_THAT(again.err, HasSubstr("\nproofs: 3 equal, 1 equal up to rounding\n"));
  EXPECT_THAT(again.err, HasSubstr("cache: 2 hits, 0 misses"));
  EXPECT_EQ(lines("out/manifest.jsonl"), manifest);
  const Outcome plain = batch(arguments);
  EXPECT_THAT(plain.err, HasSubstr("cache: 0 hits, 2 misses"));
  EXPECT_THAT(plain.err, Not(HasSubstr("proofs")));
}

TEST_F(Batch, ExtractsProgramsFromContainers) {
  // The bytecode is in an uncompressed SWF: a header, and one tag of binary data.
  const std::string program = bytecode(1);
  std::string body("\x08\0\0\x18\x01\0", 6);  // an empty rectangle, the frame rate and the number of frames
  const std::string data = std::string("\x01\0\0\0\0\0", 6) + program;
  body += std::string("\xff\x15", 2);  // tag 87 with a long header
  for (unsigned shift = 0; shift < 32; shift += 8) body += static_cast<char>(data.size() >> shift & 0xff);
  body += data + std::string(2, '\0');
  std::string swf("FWS\x0a", 4);
  const std::size_t size = 8 + body.size();
  for (unsigned shift = 0; shift < 32; shift += 8) swf += static_cast<char>(size >> shift & 0xff);
  write("in/game.swf", swf + body);
  const Outcome run = batch({"in", "-o", "out"});
  EXPECT_EQ(run.status, done) << run.err;
  const json line = json::parse(lines("out/manifest.jsonl").at(0));
  EXPECT_THAT(line["stem"], testing::StartsWith("game.swf/"));
  EXPECT_THAT(line["stem"], testing::EndsWith(".frag"));
  EXPECT_EQ(line["origins"][0]["container"], "in/game.swf");
  EXPECT_TRUE(exists("out/" + line["outputs"]["spv"].get<std::string>()));
}

TEST_F(Batch, AcceptsPatternsAndArgumentFiles) {
  make_programs("in", 9);
  ASSERT_EQ(batch({"in/**/*.agal", "-o", "patterns", "--base", "in"}).status, done);
  std::string list;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder() / "in"))
    if (entry.path().extension() == ".agal") list += "'" + fs::relative(entry.path(), folder()).string() + "'\n";
  write("list", list);
  ASSERT_EQ(batch({"@list", "-o", "lists", "--base", "in"}).status, done);
  ASSERT_EQ(batch({"in", "-o", "folders"}).status, done);
  EXPECT_EQ(tree("patterns"), tree("folders"));
  EXPECT_EQ(tree("lists"), tree("folders"));
  EXPECT_THAT(tree("folders"), SizeIs(9 * 3 + 3 + 1));
}

TEST_F(Batch, KeepsBothInputsOfTheSameStem) {
  write("in/water.agal", fragment);
  write("in/water.bin", bytecode(1));
  ASSERT_EQ(batch({"in", "-o", "out"}).status, done);
  EXPECT_THAT(stems(lines("out/manifest.jsonl")), ElementsAre("water", "water.bin"));
  // An input that is named in several ways is processed once.
  ASSERT_EQ(batch({"in", "in/water.agal", "./in", "-o", "out2", "--base", "in"}).status, done);
  EXPECT_THAT(stems(lines("out2/manifest.jsonl")), ElementsAre("water", "water.bin"));
}

TEST_F(Batch, OutputDoesNotDependOnNumberOfThreads) {
  make_programs("in", 30);
  ASSERT_EQ(batch({"in", "-o", "one", "--jobs", "1"}).status, done);
  ASSERT_EQ(batch({"in", "-o", "four", "--jobs", "4"}).status, done);
  EXPECT_EQ(tree("one"), tree("four"));
}

TEST_F(Batch, DoesNotRewriteUnchangedProducts) {
  make_programs("in", 6);
  ASSERT_EQ(batch({"in", "-o", "out"}).status, done);
  std::map<std::string, ino_t> before;
  const auto inode = [&](const std::string& path) {
    struct stat status {};
    ::stat((folder() / "out" / path).c_str(), &status);
    return status.st_ino;
  };
  for (const auto& [path, content] : tree("out")) before[path] = inode(path);
  const std::string changed = "part0/0001.frag.spv";
  ASSERT_TRUE(exists("out/" + changed));
  fs::remove(folder() / "out" / changed);
  write("out/" + changed, "something else");
  before[changed] = inode(changed);  // inode numbers of deleted files may be reused
  const Outcome run = batch({"in", "-o", "out"});
  for (const auto& [path, number] : before) EXPECT_EQ(inode(path) == number, path != changed) << path;
  EXPECT_THAT(run.err, testing::ContainsRegex("essl300 +0 +6 "));
}

TEST_F(Batch, RemovesStaleProducts) {
  write("in/a.frag.agal", fragment);
  write("in/b.frag.agal", fragment);
  ASSERT_EQ(batch({"in", "-o", "out"}).status, done);
  write("in/a.frag.agal", wrong);
  fs::remove(folder() / "in/b.frag.agal");
  ASSERT_EQ(batch({"in", "-o", "out"}).status, rejected);
  EXPECT_FALSE(exists("out/a.frag.spv"));  // this path would now belong to another program
  EXPECT_TRUE(exists("out/b.frag.spv"));
  write("in/b.frag.agal", fragment);
  ASSERT_EQ(batch({"in", "-o", "out"}).status, rejected);
  fs::remove(folder() / "in/b.frag.agal");
  write("out/own.spv", "x");
  ASSERT_EQ(batch({"in", "-o", "out", "--prune"}).status, rejected);
  EXPECT_THAT(list("out"), ElementsAre("a.frag.agal", "manifest.jsonl", "own.spv"));
}

TEST_F(Batch, RejectsInvalidOptions) {
  write("in/a.agal", fragment);
  const std::vector<std::vector<std::string>> wrong_ones{
      {"in"},
      {"-o", "out", "--emit", "spv"},
      {"in", "-o", "-", "--emit", "spv"},
      {"in", "-o", "out"},
      {"in", "-o", "out", "--emit", "spw"},
      {"in", "-o", "out", "--emit", "spv", "--shard", "3/2"},
      {"in", "-o", "out", "--emit", "spv", "--shard", "1/2", "--prune"},
      {"in", "-o", "out", "--merge-manifests"},
      {"-", "-o", "out", "--emit", "spv"},
      {"in", "-o", "in", "--emit", "spv"},
      {"in/a.agal", "-o", "in", "--emit", "spv"},
      {"in/*.agal", "-o", "in", "--emit", "spv"},
      {"in", "-o", "out", "--emit", "spv", "--base", "missing"},
      {"in", "-o", "out", "--emit", "spv", "--base", "in/a.agal"},
      {"in", "-o", "out", "--emit", "spv", "--cache-size", "-1"},
      {"in", "-o", "out", "--emit", "spv", "--cache-size", "-1K"},
      {"in", "-o", "out", "--emit", "spv", "--jobs", "0"},
      {"in", "-o", "out", "--emit", "spv", "--cache-size", "much"},
      {"in", "-o", "out", "--emit", "spv", "--print-after-all"},
      {"in", "-o", "out", "--emit", "spv", "--progress=loud"}};
  for (std::vector<std::string> arguments : wrong_ones) {
    arguments.insert(arguments.begin(), "batch");
    const Outcome run = agalc(arguments);
    EXPECT_EQ(run.status, usage) << testing::PrintToString(arguments) << run.err;
    EXPECT_THAT(run.err, HasSubstr("AGAL1007"));
    EXPECT_THAT(run.out, IsEmpty());
  }
  EXPECT_THAT(list("in"), ElementsAre("a.agal"));
}

TEST_F(Batch, UnreadableInputExitsWithIoError) {
  write("in/a.frag.agal", fragment);
  const Outcome run = batch({"in", "none.agal", "none/*.agal", "-o", "out"});
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("none.agal: error[AGAL1001]"));
  EXPECT_THAT(run.err, HasSubstr("none: error[AGAL1001]"));
  EXPECT_TRUE(exists("out/a.frag.spv"));
  EXPECT_THAT(stems(lines("out/manifest.jsonl")), ElementsAre("a.frag", "none"));
}

TEST_F(Batch, JsonDiagnosticsAreNotMixedWithText) {
  write("in/a.frag.agal", wrong);
  const Outcome run = batch({"in", "-o", "out", "--diagnostics-format=json"});
  EXPECT_EQ(json::parse(run.err)["code"], "AGAL3652");
}

TEST_F(Batch, LimitsDiagnosticsOnStderr) {
  for (int i = 0; i < 120; ++i) write("in/" + std::to_string(i) + ".frag.agal", wrong);
  const Outcome run = batch({"in", "-o", "out", "-q"});
  std::size_t shown = 0;
  for (std::size_t at = run.err.find("AGAL3652"); at != std::string::npos; at = run.err.find("AGAL3652", at + 1))
    ++shown;
  EXPECT_EQ(shown, 100u);
  EXPECT_THAT(run.err, HasSubstr("AGAL1055"));
  EXPECT_THAT(run.err, Not(HasSubstr("accepted")));
}

TEST_F(Batch, CiReportsReferToExistingFiles) {
  write("in/a.frag.agal", wrong);  // locations are in this text
  write("in/b.bin", bytecode(2));  // writes oc twice; locations are in the disassembly
  write("in/c.agal", "mvo oc, v0\n");
  write("in/d.vert.agal", vertex);
  write("in/d.frag.agal", fragment);
  const Outcome run = batch({"in", "-o", "out", "--sarif", "x.sarif", "--junit", "x.xml", "--report", "x.html", "-q"});
  EXPECT_EQ(run.status, rejected) << run.err;
  const json sarif = json::parse(read("x.sarif"));
  std::map<std::string, std::string> places;
  for (const json& result : sarif["runs"][0]["results"]) {
    const json& place = result["locations"][0]["physicalLocation"];
    places[result["ruleId"]] = place["artifactLocation"]["uri"].get<std::string>() + ":" +
                               std::to_string(place["region"]["startLine"].get<int>());
  }
  EXPECT_EQ(places["AGAL3652"], "in/a.frag.agal:1");
  EXPECT_EQ(places["AGAL3744"], "out/b.agal:3");
  EXPECT_EQ(places["AGAL2020"], "in/c.agal:1");
  EXPECT_THAT(read("out/b.agal"), HasSubstr("\nmov oc, v0\nmov oc, v0\n"));
  EXPECT_THAT(read("x.xml"), HasSubstr("tests=\"5\""));
  EXPECT_THAT(read("x.html"), HasSubstr("<html"));
}

TEST_F(Batch, LintsOnlyOnRequest) {
  write("in/a.frag.agal", "//! agal 1 fragment\nmov ft0, v0\nmov ft1, v0\nmov oc, ft0\n");  // ft1 is never used
  EXPECT_THAT(batch({"in", "-o", "out"}).err, Not(HasSubstr("AGAL6")));
  EXPECT_THAT(batch({"in", "-o", "out", "--lint"}).err, HasSubstr("warning[AGAL6"));
  EXPECT_EQ(batch({"in", "-o", "out", "--lint", "-Werror"}).status, rejected);
  EXPECT_FALSE(exists("out/a.frag.spv"));
}

TEST_F(Batch, ShowsProgressBarOnRequest) {
  make_programs("in", 6);
  EXPECT_THAT(batch({"in", "-o", "out", "--progress=bar"}).err, HasSubstr("\r["));
  EXPECT_THAT(batch({"in", "-o", "out"}).err, Not(HasSubstr("\r")));
}

// ----------------------------------------------------------------------------------------------------- the cache

TEST_F(Batch, CachedRunGivesTheSameOutput) {
  make_programs("in", 12);
  write("in/bad.frag.agal", wrong);
  write("in/vert.agal", "//! agal 3 vertex\nmov vt0, iid.x\nadd op, va0, vt0\n");
  const std::vector<std::string> more{"--emit", "spv,essl100,reflect"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return batch(arguments);
  };
  const Outcome plain = run({"in", "-o", "plain"});
  const Outcome cold = run({"in", "-o", "cold", "--cache-dir", "cache"});
  const Outcome warm = run({"in", "-o", "warm", "--cache-dir", "cache"});
  EXPECT_EQ(cold.status, plain.status);
  EXPECT_EQ(warm.status, plain.status);
  EXPECT_EQ(tree("cold"), tree("plain"));
  EXPECT_EQ(tree("warm"), tree("plain"));
  EXPECT_THAT(cold.err, HasSubstr("cache: 0 hits, 14 misses"));
  EXPECT_THAT(warm.err, HasSubstr("cache: 14 hits, 0 misses"));
  const auto messages = [](const std::string& err) { return err.substr(0, err.find("product  ")); };
  EXPECT_EQ(messages(warm.err), messages(plain.err));
  // Other options use other entries.
  EXPECT_THAT(run({"in", "-o", "warm", "--cache-dir", "cache", "--flip-y"}).err, HasSubstr("cache: 0 hits, 14 misses"));
  EXPECT_THAT(run({"in", "-o", "warm", "--cache-dir", "cache", "--no-cache"}).err, Not(HasSubstr("cache:")));
}

TEST_F(Batch, ReplacesModifiedCacheEntries) {
  make_programs("in", 6);
  ASSERT_EQ(batch({"in", "-o", "good", "--cache-dir", "cache"}).status, done);
  const std::map<std::string, std::string> entries = tree("cache/entries");
  for (const auto& [path, content] : entries)
    if (path.back() != '/') {
      std::string bad = content;
      bad[bad.size() / 2] = static_cast<char>(bad[bad.size() / 2] ^ 1);
      write("cache/entries/" + path, bad);
    }
  const Outcome run = batch({"in", "-o", "out", "--cache-dir", "cache"});
  EXPECT_EQ(run.status, done);
  EXPECT_THAT(run.err, HasSubstr("warning[AGAL1051]"));
  EXPECT_THAT(run.err, HasSubstr("6 damaged"));
  EXPECT_EQ(tree("out"), tree("good"));
  EXPECT_EQ(tree("cache/entries"), entries);
}

TEST_F(Batch, UnwritableCacheIsAWarning) {
  make_programs("in", 6);
  write("cache/entries", "in the way");
  const Outcome run = batch({"in", "-o", "out", "--cache-dir", "cache"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, HasSubstr("warning[AGAL1052]"));
  ASSERT_EQ(batch({"in", "-o", "plain"}).status, done);
  EXPECT_EQ(tree("out"), tree("plain"));
  const Outcome none = batch({"in", "-o", "out", "--cache-dir", "in/part0/0001.frag.agal/cache"});
  EXPECT_EQ(none.status, done) << none.err;
  EXPECT_THAT(none.err, HasSubstr("warning[AGAL1052]"));
  EXPECT_EQ(tree("out"), tree("plain"));
}

// ------------------------------------------------------------------------------------------------------- shards

TEST_F(Batch, MergedShardsEqualASingleRun) {
  make_programs("in", 30);
  write("in/bad.frag.agal", wrong);
  write("in/broken.agal", "x");
  ASSERT_EQ(batch({"in", "-o", "whole"}).status, rejected);
  // Two processes run at once, with the same cache and the same folder.
  Outcome first, second;
  std::thread other([&] { second = batch({"in", "-o", "parts", "--cache-dir", "cache", "--shard", "2/2"}); });
  first = batch({"in", "-o", "parts", "--cache-dir", "cache", "--shard", "1/2"});
  other.join();
  for (const Outcome* run : {&first, &second}) EXPECT_THAT(run->err, HasSubstr("in other shards"));
  EXPECT_EQ(std::max(first.status, second.status), rejected) << first.err << second.err;
  EXPECT_THAT(lines("parts/manifest-1-of-2.jsonl"), Not(IsEmpty()));
  EXPECT_THAT(lines("parts/manifest-2-of-2.jsonl"), Not(IsEmpty()));
  const Outcome merged = batch({"-o", "parts", "--merge-manifests"});
  EXPECT_EQ(merged.status, done) << merged.err;
  EXPECT_EQ(tree("parts"), tree("whole"));
}

TEST_F(Batch, MergeRejectsMissingShards) {
  make_programs("in", 6);
  ASSERT_EQ(batch({"in", "-o", "parts", "--shard", "1/2"}).status, done);
  const Outcome run = batch({"-o", "parts", "--merge-manifests"});
  EXPECT_EQ(run.status, rejected);
  EXPECT_THAT(run.err, HasSubstr("AGAL1054"));
  EXPECT_EQ(batch({"-o", "none", "--merge-manifests"}).status, io);
  EXPECT_FALSE(exists("none"));
}

// ----------------------------------------------------------------------------------------------------- failures

TEST_F(Batch, LocksOutputFolder) {
  make_programs("in", 200);
  Outcome first, second;
  std::thread other([&] { second = batch({"in", "-o", "out", "--emit", "all", "--jobs", "1"}); });
  // The second run starts while the first is running. A run that writes products locks the folder.
  for (int i = 0; i < 20000 && !exists("out/part0"); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  first = batch({"in", "-o", "out", "--emit", "spv"});
  const Outcome shard = batch({"in", "-o", "out", "--emit", "spv", "--shard", "1/2"});
  other.join();
  EXPECT_EQ(second.status, done) << second.err;
  EXPECT_EQ(first.status, io);
  EXPECT_EQ(shard.status, io);
  for (const Outcome* run : {&std::as_const(first), &shard}) {
    EXPECT_THAT(run->err, HasSubstr("error[AGAL1050]: another agalc batch is writing to this folder"));
  }
  ASSERT_EQ(batch({"in", "-o", "alone", "--emit", "all"}).status, done);
  EXPECT_EQ(tree("out"), tree("alone"));
}

TEST_F(Batch, UnwritableOutputFolderExitsWithIoError) {
  AGAL_NEED(test::Facility::Permissions, runs_as_anybody() ? "" : "this root cannot give its powers up");
  make_programs("in", 3);
  fs::create_directory(folder() / "out");
  fs::permissions(folder() / "out", fs::perms::owner_read | fs::perms::owner_exec);
  const Outcome run = batch({"in", "-o", "out"});
  fs::permissions(folder() / "out", fs::perms::owner_all);
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("AGAL1002"));
  EXPECT_THAT(list("out"), IsEmpty());
}

TEST_F(Batch, FolderInPlaceOfProductExitsWithIoError) {
  make_programs("in", 3);
  write("out", "x");
  EXPECT_EQ(batch({"in", "-o", "out"}).status, usage);
  EXPECT_EQ(read("out"), "x");
  fs::create_directories(folder() / "other/part0/0001.frag.spv");
  fs::create_directories(folder() / "other/part0/0001.vert.spv");
  const Outcome run = batch({"in", "-o", "other"});
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("AGAL1002"));
  EXPECT_FALSE(exists("other/manifest.jsonl"));
  EXPECT_FALSE(exists("other/.agalc"));
}

TEST_F(Batch, FileSizeLimitExitsWithIoErrorAndLeavesNoPartialFile) {
  make_programs("in", 9);
  ASSERT_EQ(batch({"in", "-o", "good"}).status, done);
  const std::map<std::string, std::string> good = tree("good");
  Outcome run;
  {
    const FileSizeLimit limit(700);
    run = batch({"in", "-o", "out", "--cache-dir", "cache", "-q"});
  }
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("error[AGAL1002]: cannot write the file: File too large"));
  expect_whole(tree("out"), good);
  EXPECT_FALSE(exists("out/manifest.jsonl"));
  EXPECT_FALSE(exists("out/.agalc"));
  // Without the limit, the next run completes the folder.
  ASSERT_EQ(batch({"in", "-o", "out", "--cache-dir", "cache"}).status, done);
  EXPECT_EQ(tree("out"), good);
}

TEST_F(Batch, FullDiskExitsWithIoErrorAndLeavesNoPartialFile) {
  make_programs("in", 30);
  ASSERT_EQ(batch({"in", "-o", "good"}).status, done);
  const std::map<std::string, std::string> good = tree("good");
  // A file system of 100 kB that only these processes see, and that disappears with them.
  fs::create_directory(folder() / "small");
  const auto beside = [&](const std::string& command) {
    std::vector<std::string> words{"unshare", "--mount"};
    if (::geteuid() != 0) words.emplace_back("--map-root-user");
    words.insert(words.end(), {"sh", "-c", "mount -t tmpfs -o size=100k tmpfs small || exit 99; " + command});
    return this->run("/usr/bin/env", words);
  };
  const Outcome mounted = beside("exit 0");
  AGAL_NEED(test::Facility::Mounts, mounted.status == 0 ? "" : mounted.err);
  const Outcome run = beside("'" AGALC
                             "' batch in -o small/out --emit spv,essl300 --cache-dir small/cache -q; status=$?; "
                             "cp -r small/out full; exit $status");
  const std::map<std::string, std::string> full = tree("full");
  EXPECT_EQ(run.status, io);
  EXPECT_THAT(run.err, HasSubstr("No space left on device"));
  EXPECT_FALSE(exists("full/manifest.jsonl"));
  EXPECT_FALSE(exists("full/.agalc"));
  EXPECT_THAT(full, Not(IsEmpty()));
  expect_whole(full, good);
}

}  // namespace
}  // namespace agal::cli
