// Manifests: sorted, merged, compared.
#include "batch/manifest.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "folder.hpp"

namespace agal::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string line(const std::string& stem, const std::vector<std::string>& suffixes = {}) {
  std::string outputs;
  for (const std::string& suffix : suffixes)
    outputs += fmt::format("{}\"{}\":\"{}.{}\"", outputs.empty() ? "" : ",", suffix, stem, suffix);
  return fmt::format(R"({{"stem":"{}","disassembly":"{}.agal","outputs":{{{}}}}})", stem, stem, outputs) + "\n";
}

class ManifestTest : public testing::Test {
 protected:
  ManifestTest() : scratch_(*Scratch::open(folder_.path(".agalc"), "test", {})), writer_(folder_.path(), *scratch_) {}
  std::string sorted(LineSorter& sorter) const {
    const Result<std::string> path = sorter.finish();
    return folder_.read(std::filesystem::relative(*path, folder_.path()).string());
  }
  std::uint64_t pruned(const std::string& old_manifest, const std::string& new_manifest) {
    folder_.write("old", old_manifest);
    folder_.write("new", new_manifest);
    return *prune(folder_.path("old"), folder_.path("new"), writer_);
  }

  Folder folder_;
  std::unique_ptr<Scratch> scratch_;
  Writer writer_;
};

TEST_F(ManifestTest, SortsWithinAnyMemory) {
  std::vector<int> numbers;
  for (int i = 0; i < 3000; ++i) numbers.push_back(i * 7919 % 3000);
  std::string expected;
  std::vector<std::string> keys;
  for (const int number : numbers) keys.push_back(fmt::format("{:04}", number));
  std::sort(keys.begin(), keys.end());
  for (const std::string& key : keys) expected += "line " + key + "\n";
  // All of it, some, and so little that files are merged before the end.
  for (const std::size_t most_bytes : {std::size_t{1} << 20, std::size_t{10'000}, std::size_t{100}}) {
    LineSorter sorter(*scratch_, most_bytes);
    for (const int number : numbers) {
      const std::string key = fmt::format("{:04}", number);
      ASSERT_FALSE(sorter.add(key, "line " + key + "\n").has_errors());
    }
    EXPECT_EQ(sorted(sorter), expected) << most_bytes;
  }
}

TEST_F(ManifestTest, NothingSortedIsNothing) {
  LineSorter sorter(*scratch_);
  EXPECT_EQ(sorted(sorter), "");
}

TEST_F(ManifestTest, BytesDecideTheOrder) {
  LineSorter sorter(*scratch_);
  for (const char* key : {"b", "a/b", "a.b", "\xc3\xa4", "B", "a"})
    ASSERT_FALSE(sorter.add(key, std::string(key) + "\n").has_errors());
  EXPECT_EQ(sorted(sorter), "B\na\na.b\na/b\nb\n\xc3\xa4\n");
}

TEST_F(ManifestTest, PruneRemovesWhatIsNotNamedAnyMore) {
  for (const char* file : {"a.agal", "a.spv", "b.agal", "b.spv", "b.msl21", "c/d.agal", "c/d.spv", "own.spv"})
    folder_.write(file, "x");
  EXPECT_EQ(pruned(line("a", {"spv"}) + line("b", {"spv", "msl21"}) + line("c/d", {"spv"}),
                   line("aa", {"spv"}) + line("b", {"spv"})),
            5u);
  for (const char* gone : {"a.agal", "a.spv", "b.msl21", "c"}) EXPECT_FALSE(folder_.exists(gone)) << gone;
  for (const char* kept : {"b.agal", "b.spv", "own.spv"}) EXPECT_TRUE(folder_.exists(kept)) << kept;
}

TEST_F(ManifestTest, PruneTouchesNothingThatIsNoProduct) {
  folder_.write("precious", "x");
  folder_.write("sub/precious", "x");
  const std::string old_manifest =
      R"({"stem":"a","outputs":{"1":"precious","2":"../precious","3":"a/../precious","4":"a.x/../precious","5":"/etc/passwd"}})"
      "\n"
      R"({"stem":"sub/..","outputs":{"1":"sub/../precious"}})"
      "\n";
  EXPECT_EQ(pruned(old_manifest, ""), 0u);
  EXPECT_TRUE(folder_.exists("precious"));
  EXPECT_TRUE(folder_.exists("sub/precious"));
}

TEST_F(ManifestTest, PruneConcludesNothingFromAManifestThatIsNotSorted) {
  for (const char* file : {"a.agal", "b.agal", "c.agal"}) folder_.write(file, "x");
  EXPECT_EQ(pruned(line("c") + line("a"), line("a") + line("b")), 1u);
  EXPECT_TRUE(folder_.exists("a.agal"));
  EXPECT_EQ(*prune(folder_.path("none"), folder_.path("new"), writer_), 0u);
}

TEST_F(ManifestTest, ShardsAreMerged) {
  folder_.write("manifest-1-of-2.jsonl", line("a") + line("c"));
  folder_.write("manifest-2-of-2.jsonl", line("b") + line("d"));
  const Result<MergedManifest> merged = merge_manifests(folder_.path(), *scratch_);
  ASSERT_TRUE(merged);
  EXPECT_EQ(folder_.read(std::filesystem::relative(merged->path, folder_.path()).string()),
            line("a") + line("b") + line("c") + line("d"));
  EXPECT_THAT(merged->parts, ElementsAre("manifest-1-of-2.jsonl", "manifest-2-of-2.jsonl"));
}

TEST_F(ManifestTest, ShardsThatAreMissingOrMixedAreAnError) {
  const auto message = [&] {
    const Result<MergedManifest> merged = merge_manifests(folder_.path(), *scratch_);
    return merged ? std::string() : merged.diagnostics()[0].message;
  };
  EXPECT_THAT(message(), HasSubstr("0 of 0"));
  folder_.write("manifest-1-of-3.jsonl", line("a"));
  folder_.write("manifest-3-of-3.jsonl", line("b"));
  EXPECT_THAT(message(), HasSubstr("2 of 3"));
  folder_.write("manifest-1-of-2.jsonl", line("a"));
  EXPECT_THAT(message(), HasSubstr("different wholes"));
}

TEST_F(ManifestTest, ALineThatIsNoneIsAnErrorWithItsPlace) {
  folder_.write("m", line("a") + "{\"stem\":\n");
  const Diagnostics found = for_each_record(folder_.path("m"), [](const auto&, auto) { return Diagnostics{}; });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, 1053);
  EXPECT_EQ(found[0].location.line, 2u);
  EXPECT_TRUE(for_each_record(folder_.path("none"), [](const auto&, auto) { return Diagnostics{}; }).contains(1001));
}

}  // namespace
}  // namespace agal::batch
