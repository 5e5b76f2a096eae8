// agalc batch --shard auto.
#include <algorithm>

#include "cli/batch.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ShardAuto : public Batch {
 protected:
  // With these variables of schedulers, and no others.
  Outcome scheduled(std::vector<std::string> words, const std::vector<std::string>& arguments) const {
    for (const char* name : {"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
                             "CI_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "AGAL_SHARD_COUNT"})
      words.insert(words.begin(), {"-u", name});
    words.insert(words.end(), {AGALC, "batch", "in", "-o", "out", "--emit", "spv,essl300", "--shard", "auto"});
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run("/usr/bin/env", words);
  }
};

TEST_F(ShardAuto, MakesTheWhole) {
  make_programs("in", 30);
  ASSERT_EQ(batch({"in", "-o", "whole"}).status, done);
  const Outcome first = scheduled({"CI_NODE_INDEX=1", "CI_NODE_TOTAL=3"}, {});
  EXPECT_EQ(first.status, done);
  EXPECT_THAT(first.err, HasSubstr("shard 1/3, by GitLab\n"));
  EXPECT_THAT(scheduled({"BUILDKITE_PARALLEL_JOB=1", "BUILDKITE_PARALLEL_JOB_COUNT=3"}, {"-q"}).err, IsEmpty());
  EXPECT_EQ(scheduled({"JOB_COMPLETION_INDEX=2", "AGAL_SHARD_COUNT=3"}, {"-q"}).status, done);
  EXPECT_EQ(list("out"), (std::vector<std::string>{"manifest-1-of-3.jsonl", "manifest-2-of-3.jsonl",
                                                   "manifest-3-of-3.jsonl", "part0", "part1", "part2"}));
  ASSERT_EQ(batch({"-o", "out", "--merge-manifests"}).status, done);
  EXPECT_TRUE(tree("out") == tree("whole"));
}

TEST_F(ShardAuto, NeedsOneScheduler) {
  write("in/a.agal", fragment);
  const Outcome none = scheduled({}, {});
  EXPECT_EQ(none.status, usage);
  EXPECT_THAT(none.err, HasSubstr("error[AGAL1056]: --shard auto: this is not a task of a job array: none of "
                                  "SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, "));
  const Outcome two = scheduled({"CI_NODE_INDEX=1", "CI_NODE_TOTAL=1", "JOB_COMPLETION_INDEX=0"}, {});
  EXPECT_EQ(two.status, usage);
  EXPECT_THAT(two.err, HasSubstr("error[AGAL1057]"));
  const Outcome wrong = scheduled({"CI_NODE_INDEX=9", "CI_NODE_TOTAL=4"}, {});
  EXPECT_EQ(wrong.status, usage);
  EXPECT_THAT(wrong.err, HasSubstr("error[AGAL1058]"));
  EXPECT_FALSE(exists("out"));
}

TEST_F(ShardAuto, IsAShardLikeAnyOther) {
  write("in/a.agal", fragment);
  EXPECT_THAT(batch({"-o", "out", "--merge-manifests", "--shard", "auto"}).err,
              HasSubstr("--merge-manifests cannot be combined with --shard"));
  EXPECT_THAT(scheduled({"CI_NODE_INDEX=1", "CI_NODE_TOTAL=4"}, {"--prune"}).err,
              HasSubstr("--prune cannot be combined with --shard"));
  EXPECT_THAT(batch({"in", "-o", "out", "--shard", "automatic"}).err,
              HasSubstr("--shard: 'automatic' is not a shard such as 1/4, or auto"));
  // The last one counts.
  EXPECT_EQ(batch({"in", "-o", "out", "--shard", "auto", "--shard", "1/2"}).status, done);
}

// ----------------------------------------------------------------------------------------------- --shard-index

class ShardIndex : public Batch {
 protected:
  ShardIndex() {
    make_programs("in", 30);
    write("in/pair/water.vert.agal", vertex);
    write("in/pair/water.frag.agal", fragment);
    write("in/copy.frag.agal", fragment);
    write("in/bad.frag.agal", wrong);
    write("in/broken.agal", "x");
    write("in/empty.agal", "");
    write("in/notes.txt", "not a program");
    write("in/several.bin", bytecode(1) + bytecode(2));
  }
  // In each of the three shards.
  void all(const std::vector<std::string>& arguments, int expected) const {
    int worst = done;
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
      std::vector<std::string> words{"in", "-o", "out", "--shard", shard};
      words.insert(words.end(), arguments.begin(), arguments.end());
      worst = std::max(worst, batch(words).status);
    }
    EXPECT_EQ(worst, expected);
  }
};

TEST_F(ShardIndex, GivesTheSame) {
  ASSERT_EQ(batch({"in", "-o", "whole"}).status, rejected);
  all({"--shard-index=write"}, done);
  EXPECT_EQ(list("out"), (std::vector<std::string>{"index-1-of-3.bin", "index-2-of-3.bin", "index-3-of-3.bin"}));
  all({"--shard-index=use"}, rejected);
  ASSERT_EQ(batch({"-o", "out", "--merge-manifests"}).status, done);
  EXPECT_TRUE(tree("out") == tree("whole"));
}

TEST_F(ShardIndex, CountsWhatItDoesNotRead) {
  const auto summary = [&](const std::string& output, const std::vector<std::string>& more) {
    std::vector<std::string> words{"in", "-o", output, "--shard", "2/3"};
    words.insert(words.end(), more.begin(), more.end());
    const std::string text = batch(words).err;
    const std::size_t begin = text.find(" files, ");
    return text.substr(begin, text.rfind(" (") - begin);
  };
  all({"--shard-index=write"}, done);
  EXPECT_EQ(summary("out", {"--shard-index=use"}), summary("other", {}));
}

TEST_F(ShardIndex, OnlyTheOwnerReadsAFile) {
  all({"--shard-index=write"}, done);
  write("in/pair/water.frag.agal", "mov oc, v1\n");
  int changed = 0;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const Outcome run = batch({"in", "-o", "out", "--shard", shard, "--shard-index=use"});
    if (run.err.find("AGAL1062") == std::string::npos) continue;
    ++changed;
    EXPECT_THAT(run.err, HasSubstr("error[AGAL1062]: the index of the shards is not that of these inputs: "
                                   "in/pair/water.frag.agal has changed since it was written"));
    EXPECT_FALSE(exists("out/manifest-" + std::string(1, shard[0]) + "-of-3.jsonl"));
  }
  // The owner of the vertex program reads it for the pair.
  EXPECT_GE(changed, 1);
  EXPECT_LE(changed, 2);
}

TEST_F(ShardIndex, IsOfTheSameFiles) {
  EXPECT_THAT(batch({"in", "-o", "out", "--shard", "1/3", "--shard-index=use"}).err,
              HasSubstr("index-1-of-3.bin is missing, or not a part of an index"));
  all({"--shard-index=write"}, done);
  write("in/zzz.agal", fragment);
  const Outcome more = batch({"in", "-o", "out", "--shard", "1/3", "--shard-index=use"});
  EXPECT_EQ(more.status, rejected);
  EXPECT_THAT(more.err, HasSubstr("AGAL1062"));
  std::filesystem::remove(folder() / "in/zzz.agal");
  std::filesystem::remove(folder() / "in/copy.frag.agal");
  for (const char* shard : {"1/3", "2/3", "3/3"})
    EXPECT_THAT(batch({"in", "-o", "out", "--shard", shard, "--shard-index=use"}).err, HasSubstr("AGAL1062"));
  EXPECT_FALSE(exists("out/manifest-1-of-3.jsonl"));
}

TEST_F(ShardIndex, NeedsShards) {
  EXPECT_THAT(batch({"in", "-o", "out", "--shard-index=write"}).err, HasSubstr("--shard-index needs --shard"));
  EXPECT_THAT(batch({"in", "-o", "out", "--shard-index=use"}).err, HasSubstr("--shard-index needs --shard"));
  EXPECT_THAT(batch({"in", "-o", "out", "--shard", "1/2", "--shard-index=read"}).err,
              HasSubstr("unknown action 'read'"));
}

}  // namespace
}  // namespace agal::cli
