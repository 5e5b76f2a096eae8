// Tests that commands do not replace sources: files with the form of an input that agalc did not write, or that
// somebody has edited (docs/adr/0052-sources-are-kept.md).
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <map>

#include "cli/batch.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Words = std::vector<std::string>;

constexpr char other[] = "add ft0, v0, fc0\nmov oc, ft0\n", third[] = "sub ft0, v0, fc0\nmov oc, ft0\n";
constexpr char by_hand[] = "// mine\nmov oc, v0\n";

class Sources : public Batch {
 protected:
  // Expects that the command names these files, and changes nothing.
  void expect_kept(const Words& words, const Words& files) const {
    const std::map<std::string, std::string> before = tree(".");
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, usage) << testing::PrintToString(words) << run.err;
    for (const std::string& file : files) {
      EXPECT_THAT(run.err, HasSubstr(file + ": error[AGAL1190]"));
      EXPECT_THAT(run.err, HasSubstr("--overwrite"));
    }
    EXPECT_TRUE(tree(".") == before) << testing::PrintToString(words);
  }

  void expect_done(const Words& words) const {
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, done) << testing::PrintToString(words) << run.err;
  }

  // Expects that --overwrite replaces these files, and names them.
  void expect_overwritten(Words words, const Words& files) const {
    words.push_back("--overwrite");
    const Outcome run = agalc(words);
    EXPECT_EQ(run.status, done) << testing::PrintToString(words) << run.err;
    for (const std::string& file : files) {
      EXPECT_THAT(run.err, HasSubstr(file + ": note[AGAL1191]"));
      EXPECT_THAT(read(file), Not(HasSubstr("mine")));
    }
  }
};

// A command that names its files itself, its inputs, and a file that it writes.
struct Case {
  std::string name;
  Words words;
  std::string input, output;
  // Returns the content of the input for assembly text.
  std::function<std::string(const std::string&)> content;
};

std::string as_text(const std::string& text) { return text; }

class SourcesOf : public Sources {
 protected:
  std::vector<Case> cases() const {
    const auto as_bytecode = [this](const std::string& text) {
      return agalc({"as", "-"}, "//! agal 1 fragment\n" + text).out;
    };
    return {
        {"batch", {"batch", "in", "-o", "out", "-e", "spv", "-q"}, "in/x.frag.agal", "out/x.frag.agal", as_text},
        {"batch, bytecode",
         {"batch", "in", "-o", "out", "-e", "reflect", "-q"},
         "in/ui/x.frag.bin",
         "out/ui/x.frag.agal",
         as_bytecode},
        {"extract",
         {"extract", "in/R.as", "-o", "out"},
         "in/R.as",
         "out/R.frag.agal",
         [](const std::string& text) {
           std::string quoted;
           for (const char c : text) quoted += c == '\n' ? std::string("\\n") : std::string(1, c);
           return "class R { function f() { new AGALMiniAssembler().assemble(\"fragment\", \"" + quoted + "\"); } }";
         }},
        {"validate",
         {"validate", "in/x.bin", "--disassembly-dir", "out", "-q"},
         "in/x.bin",
         "out/in/x.bin.agal",
         as_bytecode},
        {"compile",
         {"compile", "in/x.frag.agal", "--emit-ir", "-o", "out/"},
         "in/x.frag.agal",
         "out/x.frag.spv.ir",
         as_text},
        {"link",
         {"link", "v.vert.agal", "in/x.frag.agal", "-t", "essl300", "--emit", "ir", "-o", "out/"},
         "in/x.frag.agal",
         "out/x.frag.essl300.glsl.ir",
         as_text},
    };
  }
  SourcesOf() { write("v.vert.agal", vertex); }
};

TEST_F(SourcesOf, FilesThatAgalcDidNotWriteAreKept) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    write(each.input, each.content(fragment));
    write(each.output, by_hand);
    expect_kept(each.words, {each.output});
    EXPECT_EQ(read(each.output), by_hand);
    expect_overwritten(each.words, {each.output});
    fs::remove_all(folder() / "in");
    fs::remove_all(folder() / "out");
  }
}

TEST_F(SourcesOf, OwnFilesAreReplacedUntilTheyAreEdited) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    write(each.input, each.content(fragment));
    expect_done(each.words);
    const std::string first = read(each.output);
    expect_done(each.words);
    write(each.input, each.content(other));
    expect_done(each.words);
    const std::string second = read(each.output);
    EXPECT_NE(first, second);
    write(each.output, second + "// mine\n");
    expect_kept(each.words, {each.output});
    write(each.output, second);  // undone
    write(each.input, each.content(third));
    expect_done(each.words);
    EXPECT_NE(read(each.output), second);
    write(each.output, second);  // an older content
    expect_kept(each.words, {each.output});
    fs::remove_all(folder() / "in");
    fs::remove_all(folder() / "out");
  }
}

TEST_F(SourcesOf, FilesThatWouldNotChangeAreNotReported) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    write(each.input, each.content(fragment));
    expect_done(each.words);
    const std::string text = read(each.output);
    fs::remove_all(folder() / "out");
    write(each.output, text);
    const Outcome run = agalc(each.words);
    EXPECT_EQ(run.status, done) << run.err;
    EXPECT_THAT(run.err, Not(HasSubstr("AGAL119")));
    fs::remove_all(folder() / "in");
    fs::remove_all(folder() / "out");
  }
}

TEST_F(SourcesOf, LinksToSourcesAreKept) {
  for (const Case& each : cases()) {
    SCOPED_TRACE(each.name);
    write(each.input, each.content(fragment));
    write("mine.txt", by_hand);
    fs::create_directories((folder() / each.output).parent_path());
    fs::create_symlink(folder() / "mine.txt", folder() / each.output);
    const Outcome run = agalc(each.words);
    EXPECT_EQ(run.status, usage) << run.err;
    EXPECT_EQ(read("mine.txt"), by_hand);
    fs::remove_all(folder() / "in");
    fs::remove_all(folder() / "out");
  }
}

// Products that only compilers write are replaced, as by every compiler.
TEST_F(Sources, ProductsOfCompilersAreReplaced) {
  write("in/x.frag.agal", fragment);
  for (const char* name : {"x.frag.spv", "x.frag.essl300.glsl", "x.frag.reflect.json"})
    write(std::string("out/") + name, "old");
  EXPECT_EQ(batch({"in", "-o", "out", "--emit", "spv,essl300,reflect", "-q"}).status, done);
  for (const char* name : {"x.frag.spv", "x.frag.essl300.glsl", "x.frag.reflect.json"})
    EXPECT_NE(read(std::string("out/") + name), "old");
  expect_done({"compile", "in/x.frag.agal", "-t", "wgsl,hlsl50", "-o", "out/"});
}

// A name that the user typed is replaced, as by every compiler.
TEST_F(Sources, NamedFilesAreReplaced) {
  write("x.frag.agal", fragment);
  write("new.bin", bytecode(1));
  write("new.agal", by_hand);
  write("new.ir", "old");
  expect_done({"as", "x.frag.agal", "-o", "new.bin"});
  expect_done({"dis", "new.bin", "-o", "new.agal"});
  EXPECT_THAT(read("new.agal"), HasSubstr("mul ft0"));
  expect_done({"compile", "x.frag.agal", "--emit-ir", "-o", "new.ir"});
}

TEST_F(Sources, EachFileIsNamedBeforeAnythingIsWritten) {
  for (const std::string name : {"a", "ui/b", "ui/deep/c", "d"}) write("in/" + name + ".frag.agal", fragment);
  for (const std::string name : {"a", "ui/b", "ui/deep/c"}) write("out/" + name + ".frag.agal", by_hand);
  write("out/unrelated.agal", by_hand);
  const Words files{"out/a.frag.agal", "out/ui/b.frag.agal", "out/ui/deep/c.frag.agal"};
  const Words words{"batch", "in", "-o", "out", "-e", "spv", "--report", "r.html"};
  expect_kept(words, files);
  expect_overwritten(words, files);
  EXPECT_EQ(read("out/unrelated.agal"), by_hand);
}

TEST_F(Sources, EachReplacedFileIsNamed) {
  Words files;
  for (int i = 0; i < 130; ++i) {  // more than the messages that a batch shows
    const std::string name = "p" + std::to_string(i) + ".frag.agal";
    write("in/" + name, fragment);
    write("out/" + name, by_hand);
    files.push_back("out/" + name);
  }
  const Words words{"batch", "in", "-o", "out", "-e", "reflect", "-q"};
  expect_kept(words, files);
  expect_overwritten(words, files);
}

// A batch does not write through a link, which may lead to sources.
TEST_F(Sources, LinkedFoldersAreNamed) {
  for (const std::string name : {"ui", "fx", "deep/er"}) {
    write("in/" + name + "/x.frag.agal", fragment);
    fs::create_directories(folder() / "real");
    fs::create_directories((folder() / "out" / name).parent_path());
    fs::create_symlink(folder() / "real", folder() / "out" / name);
    const Outcome run = agalc({"batch", "in", "-o", "out", "-e", "spv", "-q"});
    EXPECT_EQ(run.status, io);
    EXPECT_THAT(run.err, HasSubstr("out/" + name + " is a link"));
    fs::remove_all(folder() / "in");
    fs::remove_all(folder() / "out");
  }
}

TEST_F(Sources, ManifestIsTheRecordOfBatch) {
  write("in/x.frag.agal", fragment);
  expect_done({"batch", "in", "-o", "out", "-e", "spv"});
  write("in/x.frag.agal", other);
  fs::remove(folder() / "out/manifest.jsonl");
  expect_kept({"batch", "in", "-o", "out", "-e", "spv"}, {"out/x.frag.agal"});
}

// Changed options do not change which files are ours.
TEST_F(Sources, OtherOptionsDoNotNeedOverwrite) {
  write("in/x.frag.agal", fragment);
  write("in/y.frag.agal", "tex oc, v0, fs0 <2d>\n");
  for (const Words& more : std::vector<Words>{
           {"-e", "spv"}, {"-e", "essl100,reflect", "-O0"}, {"-e", "spv", "--no-cache"}, {"-e", "wgsl", "--prune"}}) {
    Words words{"batch", "in", "-o", "out", "-q"};
    words.insert(words.end(), more.begin(), more.end());
    expect_done(words);
    write("in/x.frag.agal", read("in/x.frag.agal") == fragment ? other : fragment);
    expect_done(words);
  }
}

TEST_F(Sources, ShardsShareTheirRecords) {
  make_programs("in", 12);
  const auto shard = [&](const std::string& part, const std::string& cache) {
    return batch({"in", "-o", "out", "-q", "--cache-dir", cache, "--shard", part}).status;
  };
  for (const std::string part : {"1/3", "3/3", "2/3"}) EXPECT_EQ(shard(part, "cache"), done);
  EXPECT_EQ(batch({"-o", "out", "--merge-manifests"}).status, done);
  const std::map<std::string, std::string> first = tree("out");
  fs::remove_all(folder() / "in");
  make_programs("in", 12, 77);
  for (const std::string part : {"2/3", "1/3", "3/3"}) EXPECT_EQ(shard(part, "cache"), done);
  // All shards run again before the manifests are merged.
  fs::remove_all(folder() / "in");
  make_programs("in", 12, 99);
  for (const std::string part : {"3/3", "2/3", "1/3"}) EXPECT_EQ(shard(part, "cache2"), done);
  EXPECT_EQ(batch({"-o", "out", "--merge-manifests"}).status, done);
  EXPECT_EQ(batch({"in", "-o", "out", "-q"}).status, done);
  EXPECT_EQ(batch({"in", "-o", "whole", "-q"}).status, done);
  EXPECT_EQ(read("out/manifest.jsonl"), read("whole/manifest.jsonl"));
  EXPECT_FALSE(first == tree("out"));
}

TEST_F(Sources, AllShardsRefuse) {
  make_programs("in", 12);
  EXPECT_EQ(batch({"in", "-o", "out", "-q"}).status, done);
  std::string stem = lines("out/manifest.jsonl").front();
  stem = stem.substr(stem.find("\"disassembly\":\"") + 15);
  const std::string file = "out/" + stem.substr(0, stem.find('"'));
  write(file, by_hand);
  for (const std::string part : {"1/3", "2/3", "3/3"})
    expect_kept({"batch", "in", "-o", "out", "-e", "spv", "-q", "--shard", part}, {file});
}

TEST_F(Sources, PruneKeepsEditedDisassemblies) {
  write("in/a.frag.agal", fragment);
  write("in/b.frag.agal", other);
  write("in/c.frag.agal", third);
  EXPECT_EQ(batch({"in", "-o", "out", "-q"}).status, done);
  write("out/a.frag.agal", by_hand);
  for (const std::string name : {"a", "b"}) fs::remove(folder() / ("in/" + name + ".frag.agal"));
  const Outcome run = batch({"in", "-o", "out", "-q", "--prune"});
  EXPECT_EQ(run.status, done) << run.err;
  EXPECT_THAT(run.err, HasSubstr("out/a.frag.agal: note[AGAL1192]"));
  EXPECT_EQ(read("out/a.frag.agal"), by_hand);
  EXPECT_FALSE(exists("out/b.frag.agal"));
  EXPECT_FALSE(exists("out/a.frag.spv"));
}

// A run that did not complete does not have a manifest. Its journal lists the files that it wrote.
TEST_F(Sources, JournalListsFilesOfKilledRun) {
  write("in/x.frag.agal", fragment);
  EXPECT_EQ(batch({"in", "-o", "out", "-q"}).status, done);
  const std::string manifest = read("out/manifest.jsonl");
  write("in/x.frag.agal", other);
  EXPECT_EQ(batch({"in", "-o", "new", "-q"}).status, done);
  std::string line = read("new/manifest.jsonl");
  write("out/.manifest.jsonl.part", line);
  write("out/x.frag.agal", read("new/x.frag.agal"));
  write("in/x.frag.agal", third);
  EXPECT_EQ(batch({"in", "-o", "out", "-q"}).status, done);
  EXPECT_FALSE(exists("out/.manifest.jsonl.part"));
  // Without its journal, the file would be unknown.
  write("out/manifest.jsonl", manifest);
  write("in/x.frag.agal", other);
  expect_kept({"batch", "in", "-o", "out", "-e", "spv", "-q"}, {"out/x.frag.agal"});
}

TEST_F(Sources, FullDiskKeepsTheJournal) {
  write("in/a.frag.agal", fragment);
  write("in/b.frag.agal", other);
  write("out/b.frag.spv/folder", "");  // a folder in the place of a product ends the run
  EXPECT_EQ(batch({"in", "-o", "out", "-q", "-j", "1"}).status, io);
  fs::remove_all(folder() / "out/b.frag.spv");
  for (const std::string name : {"a", "b"}) write("in/" + name + ".frag.agal", third);
  const Outcome run = batch({"in", "-o", "out", "-q"});
  EXPECT_EQ(run.status, done) << run.err;
}

TEST_F(Sources, RecordOfExtractGrowsWithEachContainer) {
  const auto source = [](const std::string& name, const std::string& line) {
    return "class " + name + " { function f() { new AGALMiniAssembler().assemble(\"fragment\", \"" + line + "\"); } }";
  };
  write("A.as", source("A", "mov oc, v0"));
  write("B.as", source("B", "mov oc, v1"));
  expect_done({"extract", "A.as", "-o", "out"});
  expect_done({"extract", "B.as", "-o", "out", "--form=assembly"});
  write("A.as", source("A", "mov oc, v2"));
  write("B.as", source("B", "mov oc, v3"));
  expect_done({"extract", "A.as", "B.as", "-o", "out"});
  EXPECT_THAT(read("out/A.frag.agal"), HasSubstr("v2"));
  EXPECT_THAT(lines("out/.agal-files"), testing::SizeIs(4));
  write("out/B.frag.bin", bytecode(1));
  expect_kept({"extract", "A.as", "B.as", "-o", "out"}, {"out/B.frag.bin"});
  expect_done({"extract", "A.as", "-o", "out"});
}

// A program of a later run does not become the partner of an earlier one, of which only the name is known.
TEST_F(Sources, SeparateRunsOfExtractMakeNoPair) {
  const auto source = [](const std::string& name, const std::string& stage, const std::string& text) {
    return "class " + name + " { function f() { new AGALMiniAssembler().assemble(\"" + stage + "\", \"" + text +
           "\"); } }";
  };
  const auto rejected = [&] { return agalc({"validate", "out", "-q"}).err; };
  write("one/Water.as", source("Water", "vertex", "mov op, va0"));
  write("two/Water.as", source("Water", "fragment", "mov oc, v3"));
  write("three/Fire.as", source("Fire", "fragment", "mov oc, v1"));
  for (const std::string form : {"both", "assembly", "bytecode"}) {
    fs::remove_all(folder() / "out");
    for (const std::string input : {"one", "two", "two", "one", "three"})
      expect_done({"extract", input, "-o", "out", "--form", form});
    EXPECT_EQ(rejected(), "");
    EXPECT_EQ(exists("out/Water.vert.bin"), form != "assembly");
    EXPECT_EQ(exists("out/Water.vert.agal"), form != "bytecode");
    EXPECT_FALSE(exists("out/Water.frag.bin") || exists("out/Water.frag.agal"));
    EXPECT_EQ(exists("out/Fire.frag.bin"), form != "assembly");
  }
  // A file that is not from agalc keeps its partner.
  write("out/Fire.vert.agal", "//! agal 1 vertex\nmov op, va0\nmov v2, va1\n");
  fs::remove(folder() / "out/Fire.frag.agal");
  expect_done({"extract", "three", "-o", "out", "--form", "assembly"});
  EXPECT_FALSE(exists("out/Fire.frag.agal"));
  EXPECT_EQ(rejected(), "");
}

TEST_F(Sources, DamagedRecordsDoNotPermitAnything) {
  write("in/x.frag.agal", fragment);
  write("out/x.frag.agal", by_hand);
  const std::vector<std::string> records{"", "\n\n", "x", "00000000000000000000000000000000 x.frag.agal",
                                         std::string(100, '\0')};
  for (const std::string& record : records) {
    write("out/.agal-files", record);
    write("out/manifest.jsonl", record);
    expect_kept({"batch", "in", "-o", "out", "-e", "spv", "-q"}, {"out/x.frag.agal"});
  }
}

// Opening a pipe would wait for ever.
TEST_F(Sources, RecordsThatAreNotFilesAreNotOpened) {
  const auto make_pipe = [this](const std::string& name) {
    fs::create_directories((folder() / name).parent_path());
    EXPECT_EQ(::mkfifo((folder() / name).c_str(), 0600), 0);
  };
  write("in/x.frag.agal", fragment);
  make_pipe("out/manifest.jsonl");
  EXPECT_EQ(batch({"in", "-o", "out", "-q"}).status, done);
  make_pipe("out2/.manifest.jsonl.part");
  EXPECT_EQ(batch({"in", "-o", "out2", "-q"}).status, io);
  make_pipe("out3/.agal-files");
  EXPECT_EQ(agalc({"extract", "in", "-o", "out3"}).status, io);
  make_pipe("out4/x.frag.agal");
  EXPECT_EQ(batch({"in", "-o", "out4", "-q"}).status, usage);
}

}  // namespace
}  // namespace agal::cli
