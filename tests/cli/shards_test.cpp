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

TEST_F(ShardAuto, MergedShardsEqualASingleRun) {
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

TEST_F(ShardAuto, RejectsNoneOrSeveralSchedulers) {
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

TEST_F(ShardAuto, HasTheRestrictionsOfAShard) {
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

}  // namespace
}  // namespace agal::cli
