// Tests merging the manifests of shards, and removing the products of an earlier run.
#include "batch/manifest_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "batch/hash.hpp"
#include "folder.hpp"

namespace agal::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The beginning of each line of a program.
constexpr std::string_view line_start = R"("hash":"0","stage":"vertex","version":1,"tokens":1,"status":"accepted",)";

// Returns a line for a program with its disassembly and these products.
std::string line(const std::string& stem, const std::vector<std::string>& suffixes = {}) {
  std::string outputs;
  for (const std::string& suffix : suffixes)
    outputs += fmt::format("{}\"{}\":\"{}.{}\"", outputs.empty() ? "" : ",", suffix, stem, suffix);
  return fmt::format(R"({{{}"stem":"{}","disassembly":"{}.agal","outputs":{{{}}}}})", line_start, stem, stem, outputs) +
         "\n";
}

using MergeManifestsTest = OutputFolderTest;

TEST_F(MergeManifestsTest, MergesTheLinesOfShards) {
  folder_.write("manifest-1-of-2.jsonl", line("a") + line("c"));
  folder_.write("manifest-2-of-2.jsonl", line("b") + line("d"));
  const Result<MergedManifest> merged = merge_manifests(folder_.path(), *scratch_);
  ASSERT_TRUE(merged);
  EXPECT_EQ(content(merged->path), line("a") + line("b") + line("c") + line("d"));
  EXPECT_THAT(merged->parts, ElementsAre("manifest-1-of-2.jsonl", "manifest-2-of-2.jsonl"));
}

TEST_F(MergeManifestsTest, RejectsMissingAndMixedShards) {
  const auto message = [&] {
    const Result<MergedManifest> merged = merge_manifests(folder_.path(), *scratch_);
    return merged ? std::string() : merged.diagnostics()[0].message;
  };
  EXPECT_THAT(message(), HasSubstr("no shard was converted into this folder"));
  folder_.write("manifest.jsonl", line("a"));
  EXPECT_THAT(message(), HasSubstr("only manifest.jsonl, which is complete"));
  folder_.write("manifest-1-of-3.jsonl", line("a"));
  folder_.write("manifest-3-of-3.jsonl", line("b"));
  EXPECT_THAT(message(), HasSubstr("2 of 3"));
  folder_.write("manifest-1-of-2.jsonl", line("a"));
  EXPECT_THAT(message(), HasSubstr("shards of different runs"));
}

TEST_F(MergeManifestsTest, RejectsAMalformedLineWithItsLocation) {
  folder_.write("manifest-1-of-2.jsonl", line("a") + line("c"));
  folder_.write("manifest-2-of-2.jsonl", line("b") + "{\"stem\":\n");
  const Result<MergedManifest> merged = merge_manifests(folder_.path(), *scratch_);
  EXPECT_FALSE(merged);
  ASSERT_EQ(merged.diagnostics().size(), 1u);
  EXPECT_EQ(merged.diagnostics()[0].code, 1053);
  EXPECT_EQ(merged.diagnostics()[0].location.line, 2u);
}

class PruneTest : public OutputFolderTest {
 protected:
  PruneTest() {
    for (const char* file : {"a.agal", "b.agal", "c.agal", "c/d.agal"})
      written_.add(file, hash128(bytes_of("x")).hex());
  }
  std::uint64_t pruned(const std::string& old_manifest, const std::string& new_manifest) {
    folder_.write("old", old_manifest);
    folder_.write("new", new_manifest);
    return *prune(folder_.path("old"), folder_.path("new"), written_, writer_);
  }

  agalc::RecordedFiles written_;
};

TEST_F(PruneTest, RemovesFilesOfOldManifest) {
  for (const char* file : {"a.agal", "a.spv", "b.agal", "b.spv", "b.msl21", "c/d.agal", "c/d.spv", "own.spv"})
    folder_.write(file, "x");
  EXPECT_EQ(pruned(line("a", {"spv"}) + line("b", {"spv", "msl21"}) + line("c/d", {"spv"}),
                   line("aa", {"spv"}) + line("b", {"spv"})),
            5u);
  for (const char* gone : {"a.agal", "a.spv", "b.msl21", "c"}) EXPECT_FALSE(folder_.exists(gone)) << gone;
  for (const char* kept : {"b.agal", "b.spv", "own.spv"}) EXPECT_TRUE(folder_.exists(kept)) << kept;
}

TEST_F(PruneTest, KeepsDisassembliesThatHaveChanged) {
  folder_.write("a.agal", "edited");
  folder_.write("b.agal", "x");
  folder_.write("unknown.agal", "x");
  folder_.write("old", line("a") + line("b") + line("unknown"));
  folder_.write("new", "");
  const Result<std::uint64_t> pruned = prune(folder_.path("old"), folder_.path("new"), written_, writer_);
  EXPECT_EQ(*pruned, 1u);
  ASSERT_EQ(pruned.diagnostics().size(), 2u);
  EXPECT_EQ(pruned.diagnostics()[0].code, 1192);
  EXPECT_EQ(pruned.diagnostics()[0].location.file, folder_.path("a.agal"));
  EXPECT_TRUE(folder_.exists("a.agal"));
  EXPECT_TRUE(folder_.exists("unknown.agal"));
}

TEST_F(PruneTest, KeepsOtherFiles) {
  folder_.write("precious", "x");
  folder_.write("sub/precious", "x");
  for (const char* outputs : {R"("1":"precious","2":"sub/precious")", R"("1":"../precious")", R"("1":"a/../precious")",
                              R"("1":"a.x/../precious")", R"("1":"/etc/passwd")"}) {
    EXPECT_EQ(pruned(fmt::format("{{{}\"stem\":\"a\",\"outputs\":{{{}}}}}\n", line_start, outputs), ""), 0u);
    EXPECT_TRUE(folder_.exists("precious"));
    EXPECT_TRUE(folder_.exists("sub/precious"));
  }
}

TEST_F(PruneTest, IgnoresTheUnsortedRestOfAnOldManifest) {
  for (const char* file : {"a.agal", "b.agal", "c.agal"}) folder_.write(file, "x");
  EXPECT_EQ(pruned(line("c") + line("a"), line("a") + line("b")), 1u);
  EXPECT_TRUE(folder_.exists("a.agal"));
  EXPECT_EQ(*prune(folder_.path("none"), folder_.path("new"), written_, writer_), 0u);
}

TEST_F(PruneTest, RemovesTheProductsOfRemovedOrigins) {
  const std::string both = fmt::format(
      R"({{{}"stem":"a","origins":[{{"container":"1","stem":"a"}},{{"container":"2","stem":"b"}}],"disassembly":"a.agal"}})"
      "\n",
      line_start);
  for (const char* file : {"a.agal", "b.agal"}) folder_.write(file, "x");
  EXPECT_EQ(pruned(both, line("b")), 1u);
  EXPECT_FALSE(folder_.exists("a.agal"));
  EXPECT_TRUE(folder_.exists("b.agal"));
  folder_.write("a.agal", "x");
  EXPECT_EQ(pruned(line("a") + line("b"), both), 0u);
  EXPECT_TRUE(folder_.exists("a.agal"));
}

TEST_F(PruneTest, IgnoresPathsWithALineFeed) {
  folder_.write("precious", "x");
  folder_.write("a.x\nprecious", "x");
  EXPECT_EQ(pruned(fmt::format(R"({{{}"stem":"a","outputs":{{"1":"a.x\nprecious"}}}})"
                               "\n",
                               line_start),
                   ""),
            0u);
  EXPECT_TRUE(folder_.exists("precious"));
}

TEST_F(PruneTest, KeepsFilesIfNewManifestIsMalformed) {
  folder_.write("a.agal", "x");
  folder_.write("old", line("a"));
  folder_.write("new", "{");
  EXPECT_TRUE(prune(folder_.path("old"), folder_.path("new"), written_, writer_).diagnostics().contains(1053));
  EXPECT_TRUE(folder_.exists("a.agal"));
}

}  // namespace
}  // namespace agal::batch
