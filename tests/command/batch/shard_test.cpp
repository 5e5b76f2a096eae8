// Tests shards, and --shard auto.
#include "batch/shard.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <sstream>

#include "batch/hash.hpp"

namespace agal::batch {
namespace {

using testing::HasSubstr;

TEST(Shard, ParsesAFraction) {
  const std::optional<Shard> shard = parse_shard("2/4");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 2u);
  EXPECT_EQ(shard->count, 4u);
  EXPECT_EQ(shard->manifest_name(), "manifest-2-of-4.jsonl");
  EXPECT_EQ(parse_shard("1/1")->manifest_name(), "manifest.jsonl");
  for (const char* wrong : {"", "/", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "1/70000", " 1/2", "1/2 ", "a/b"})
    EXPECT_FALSE(parse_shard(wrong)) << wrong;
}

TEST(Shard, ParsesTheNameOfItsManifest) {
  const std::optional<Shard> shard = shard_of_manifest("manifest-2-of-4.jsonl");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 2u);
  EXPECT_EQ(shard->count, 4u);
  for (const char* wrong : {"manifest.jsonl", "manifest-1-of-1.jsonl", "manifest-5-of-4.jsonl", "manifest-.jsonl", "",
                            ".jsonl", "manifest-", "manifest-2-of-4.json"})
    EXPECT_FALSE(shard_of_manifest(wrong)) << wrong;
}

TEST(Shard, OwnsEachProgramExactlyOnceAndEvenly) {
  constexpr std::uint32_t count = 4;
  std::array<int, count> sizes{};
  for (int i = 0; i < 400; ++i) {
    const std::string text = std::to_string(i);
    const std::string hash = hash128(std::as_bytes(std::span(text.data(), text.size()))).hex();
    int owners = 0;
    for (std::uint32_t s = 1; s <= count; ++s)
      if (Shard{s, count}.owns(std::string_view(hash))) {
        ++owners;
        ++sizes[s - 1];
      }
    EXPECT_EQ(owners, 1) << hash;
    EXPECT_TRUE(Shard{}.owns(std::string_view(hash)));
  }
  for (const int size : sizes) EXPECT_GT(size, 60);
}

TEST(Shard, OwnershipIsStable) {
  // Machines with different versions may share a job, so these values must not change.
  EXPECT_TRUE((Shard{1, 2}.owns(std::string_view("00000000000000000000000000000000"))));
  EXPECT_TRUE((Shard{2, 2}.owns(std::string_view("0000000000000000000000000000000f"))));
  EXPECT_TRUE((Shard{4, 4}.owns(std::string_view("ffffffffffffffff0000000000000003"))));
}

using Variables = std::map<std::string, std::string, std::less<>>;

Result<ScheduledShard> shard_in(const Variables& variables) {
  return scheduled_shard([&](std::string_view name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  });
}

// Returns a text such as "2/4 Slurm".
std::string text_in(const Variables& variables) {
  const Result<ScheduledShard> found = shard_in(variables);
  if (!found) return found.diagnostics()[0].message;
  return std::to_string(found->shard.index) + "/" + std::to_string(found->shard.count) + " " +
         std::string(found->scheduler);
}

std::uint16_t code_in(const Variables& variables) {
  const Result<ScheduledShard> found = shard_in(variables);
  return found ? std::uint16_t{0} : found.diagnostics()[0].code;
}

Variables slurm(const std::string& id, const std::string& min, const std::string& max, const std::string& step,
                const std::string& count) {
  return {{"SLURM_ARRAY_TASK_ID", id},
          {"SLURM_ARRAY_TASK_MIN", min},
          {"SLURM_ARRAY_TASK_MAX", max},
          {"SLURM_ARRAY_TASK_STEP", step},
          {"SLURM_ARRAY_TASK_COUNT", count}};
}

TEST(ScheduledShard, ReadsTheVariablesOfEachScheduler) {
  EXPECT_EQ(text_in(slurm("1", "1", "8", "1", "8")), "1/8 Slurm");
  EXPECT_EQ(text_in(slurm("8", "1", "8", "1", "8")), "8/8 Slurm");
  EXPECT_EQ(text_in(slurm("0", "0", "7", "1", "8")), "1/8 Slurm");
  EXPECT_EQ(text_in(slurm("16", "10", "19", "3", "4")), "3/4 Slurm");
  EXPECT_EQ(text_in({{"JOB_COMPLETION_INDEX", "0"}, {"AGAL_SHARD_COUNT", "3"}}), "1/3 Kubernetes");
  EXPECT_EQ(text_in({{"JOB_COMPLETION_INDEX", "2"}, {"AGAL_SHARD_COUNT", "3"}}), "3/3 Kubernetes");
  EXPECT_EQ(text_in({{"AWS_BATCH_JOB_ARRAY_INDEX", "9"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "10"}}), "10/10 AWS Batch");
  EXPECT_EQ(text_in({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "4"}}), "1/4 GitLab");
  EXPECT_EQ(text_in({{"CI_NODE_INDEX", "4"}, {"CI_NODE_TOTAL", "4"}}), "4/4 GitLab");
  EXPECT_EQ(text_in({{"BUILDKITE_PARALLEL_JOB", "0"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "5"}}), "1/5 Buildkite");
}

TEST(ScheduledShard, NumbersAllTasksOfAnArray) {
  std::vector<std::uint32_t> indices;
  for (const char* id : {"5", "7", "9", "11"}) {
    const Result<ScheduledShard> found = shard_in(slurm(id, "5", "11", "2", "4"));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->shard.count, 4u);
    indices.push_back(found->shard.index);
  }
  EXPECT_THAT(indices, testing::ElementsAre(1u, 2u, 3u, 4u));
}

TEST(ScheduledShard, RejectsAnEnvironmentWithoutAScheduler) {
  EXPECT_EQ(code_in({}), 1056);
  // GitLab sets the total for every job, AGAL_SHARD_COUNT alone is not a scheduler, and "" is not a number.
  EXPECT_EQ(code_in({{"CI_NODE_TOTAL", "1"}, {"AGAL_SHARD_COUNT", "4"}}), 1056);
  EXPECT_EQ(code_in({{"CI_NODE_INDEX", ""}, {"CI_NODE_TOTAL", "1"}}), 1056);
  for (const Scheduler& row : schedulers()) EXPECT_THAT(text_in({}), HasSubstr(std::string(row.index)));
}

TEST(ScheduledShard, RejectsTwoSchedulers) {
  Variables both = slurm("1", "1", "8", "1", "8");
  both["CI_NODE_INDEX"] = "1";
  both["CI_NODE_TOTAL"] = "1";
  EXPECT_EQ(code_in(both), 1057);
  EXPECT_EQ(text_in(both), "--shard auto: SLURM_ARRAY_TASK_ID (Slurm) and CI_NODE_INDEX (GitLab) are both set");
}

TEST(ScheduledShard, RejectsMalformedVariables) {
  const auto expect = [](const Variables& variables, const std::string& message) {
    EXPECT_EQ(code_in(variables), 1058) << message;
    EXPECT_THAT(text_in(variables), HasSubstr(message));
  };
  expect({{"JOB_COMPLETION_INDEX", "0"}}, "Kubernetes has set JOB_COMPLETION_INDEX, but AGAL_SHARD_COUNT is not set");
  expect({{"CI_NODE_INDEX", "1"}}, "CI_NODE_TOTAL is not set");
  for (const char* wrong : {"x", "-1", "+1", "1.5", " 1", "1 ", "0x1", "99999999999999999999"})
    expect({{"CI_NODE_INDEX", wrong}, {"CI_NODE_TOTAL", "4"}},
           std::string("CI_NODE_INDEX is '") + wrong + "', expected a number");
  expect({{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "4"}}, "CI_NODE_INDEX is 0, which is less than 1");
  expect({{"CI_NODE_INDEX", "5"}, {"CI_NODE_TOTAL", "4"}}, "which is not one of the 4 tasks from 1 to 4");
  expect({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "0"}}, "CI_NODE_TOTAL is 0, expected 1 to 65536");
  expect({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "65537"}}, "expected 1 to 65536");
  expect(slurm("1", "1", "8", "0", "8"), "SLURM_ARRAY_TASK_STEP is 0");
  expect(slurm("2", "1", "7", "2", "4"), "which is not one of the 4 tasks");
  // The values of --array=1,2,5.
  expect(slurm("5", "1", "5", "1", "3"), "the array must not have gaps");
}

// A task that is submitted again alone would otherwise convert everything.
TEST(ScheduledShard, ComparesWithTheExpectedCount) {
  Variables alone = slurm("3", "3", "3", "1", "1");
  EXPECT_EQ(text_in(alone), "1/1 Slurm");
  alone["AGAL_SHARD_COUNT"] = "8";
  EXPECT_EQ(code_in(alone), 1058);
  EXPECT_THAT(text_in(alone), HasSubstr("AGAL_SHARD_COUNT is 8, but SLURM_ARRAY_TASK_COUNT is 1"));
  Variables whole = slurm("3", "1", "8", "1", "8");
  whole["AGAL_SHARD_COUNT"] = "8";
  EXPECT_EQ(text_in(whole), "3/8 Slurm");
  whole["AGAL_SHARD_COUNT"] = "many";
  EXPECT_EQ(code_in(whole), 1058);
}

TEST(ScheduledShard, VariablesAreDocumented) {
  std::ifstream file(AGAL_SOURCE_DIR "/docs/shards.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const Scheduler& row : schedulers())
    for (const std::string_view word : {row.name, row.index, row.count})
      EXPECT_THAT(page.str(), HasSubstr(std::string(word)));
}

}  // namespace
}  // namespace agal::batch
