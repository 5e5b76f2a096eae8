// Reading manifests, and merging those of shards.
#include "batch/manifest.hpp"

#include <gmock/gmock.h>

#include "folder.hpp"
#include "manifest_line.hpp"

namespace agal::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ManifestTest : public testing::Test {
 protected:
  ManifestTest() : scratch_(*Scratch::open(folder_.path(".agalc"), "test", {})) {}

  Folder folder_;
  std::unique_ptr<Scratch> scratch_;
};

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
  EXPECT_THAT(message(), HasSubstr("shards of different runs"));
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
