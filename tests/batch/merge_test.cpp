// Merging the manifests of shards.
#include "batch/merge.hpp"

#include <gmock/gmock.h>

#include "folder.hpp"
#include "manifest_line.hpp"

namespace agal::batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class MergeTest : public testing::Test {
 protected:
  MergeTest() : scratch_(*Scratch::open(folder_.path(".agalc"), "test", {})) {}

  Folder folder_;
  std::unique_ptr<Scratch> scratch_;
};

TEST_F(MergeTest, ShardsAreMerged) {
  folder_.write("manifest-1-of-2.jsonl", line("a") + line("c"));
  folder_.write("manifest-2-of-2.jsonl", line("b") + line("d"));
  const Result<MergedManifest> merged = merge_manifests(folder_.path(), *scratch_);
  ASSERT_TRUE(merged);
  EXPECT_EQ(folder_.read(std::filesystem::relative(merged->path, folder_.path()).string()),
            line("a") + line("b") + line("c") + line("d"));
  EXPECT_THAT(merged->parts, ElementsAre("manifest-1-of-2.jsonl", "manifest-2-of-2.jsonl"));
}

TEST_F(MergeTest, ShardsThatAreMissingOrMixedAreAnError) {
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

TEST_F(MergeTest, AMalformedLineIsAnErrorWithItsPlace) {
  folder_.write("manifest-1-of-2.jsonl", line("a") + line("c"));
  folder_.write("manifest-2-of-2.jsonl", line("b") + "{\"stem\":\n");
  const Result<MergedManifest> merged = merge_manifests(folder_.path(), *scratch_);
  EXPECT_FALSE(merged);
  ASSERT_EQ(merged.diagnostics().size(), 1u);
  EXPECT_EQ(merged.diagnostics()[0].code, 1053);
  EXPECT_EQ(merged.diagnostics()[0].location.line, 2u);
}

}  // namespace
}  // namespace agal::batch
