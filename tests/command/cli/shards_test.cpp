// Tests agalc batch --shard auto.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/batch.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ShardAuto : public Batch {
 protected:
  // Runs the command with these variables of schedulers, and no others.
  Outcome scheduled(std::vector<std::string> words, const std::vector<std::string>& arguments) const {
    for (const char* name : {"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
                             "CI_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "AGAL_SHARD_COUNT"})
      words.insert(words.begin(), {"-u", name});
    words.insert(words.end(), {AGALC, "batch", "in", "-o", "out", "--emit", "spv,essl300", "--shard", "auto"});
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run("/usr/bin/env", words);
  }
};

TEST_F(ShardAuto, NamesTheScheduler) {
  make_programs("in", 3);
  const Outcome first = scheduled({"CI_NODE_INDEX=1", "CI_NODE_TOTAL=2"}, {});
  EXPECT_EQ(first.status, done);
  EXPECT_THAT(first.err, HasSubstr("shard 1/2, by GitLab\n"));
  EXPECT_THAT(scheduled({"BUILDKITE_PARALLEL_JOB=1", "BUILDKITE_PARALLEL_JOB_COUNT=2"}, {"-q"}).err, IsEmpty());
  EXPECT_TRUE(exists("out/manifest-1-of-2.jsonl"));
  EXPECT_TRUE(exists("out/manifest-2-of-2.jsonl"));
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
  // If the option is repeated, the last value is used.
  EXPECT_EQ(batch({"in", "-o", "out", "--shard", "auto", "--shard", "1/2"}).status, done);
}

// Runs the commands of docs/shards.md with agalc in the PATH.
class ShardExamples : public Batch {
 protected:
  void SetUp() override {
    make_programs("shaders", 30);
    write("bin/agalc", std::string("#!/bin/sh\nexec '") + tested_command() + "' \"$@\"\n");
    std::filesystem::permissions(folder() / "bin/agalc", std::filesystem::perms::owner_all);
  }

  /// Returns the first block of code below a heading, without its indentation.
  static std::string example(const std::string& heading) {
    std::ifstream page(AGAL_SOURCE_DIR "/docs/shards.md");
    std::string text, line;
    while (std::getline(page, line) && line != heading) continue;
    while (std::getline(page, line) && (text.empty() || !line.empty()))
      if (line.starts_with("    ")) text += line.substr(4) + "\n";
    return text;
  }

  Outcome shell(const std::string& script, std::vector<std::string> variables = {}) const {
    write("script", script);
    const char* const path = std::getenv("PATH");
    variables.push_back("PATH=" + (folder() / "bin").string() + ":" + (path != nullptr ? path : ""));
    variables.push_back("HOME=" + folder().string());
    variables.insert(variables.end(), {"/bin/sh", "-eu", "script"});
    return run("/usr/bin/env", variables);
  }

  void expect_single_run(const std::string& emit) const {
    ASSERT_EQ(agalc({"batch", "shaders/", "-o", "whole", "--emit", emit, "-q"}).status, done);
    EXPECT_TRUE(tree("out") == tree("whole"));
  }
};

TEST_F(ShardExamples, GnuParallelEqualsASingleRun) {
  const bool found = shell("parallel --version | grep '^GNU parallel'").status == done;
  AGAL_NEED(test::Facility::Setup, found ? "" : "GNU parallel is not in $PATH");
  const Outcome outcome = shell(example("## GNU parallel"));
  EXPECT_EQ(outcome.status, done) << outcome.err;
  expect_single_run("spv,essl300,reflect");
}

// Slurm is not used: each task gets the variables that Slurm would set.
TEST_F(ShardExamples, SlurmScriptEqualsASingleRun) {
  constexpr int tasks = 32;
  const std::string script = example("## Slurm");
  EXPECT_THAT(script, HasSubstr("--array=1-32"));
  for (int task = 1; task <= tasks; ++task) {
    const Outcome outcome =
        shell(script, {"SLURM_ARRAY_TASK_ID=" + std::to_string(task), "SLURM_ARRAY_TASK_MIN=1",
                       "SLURM_ARRAY_TASK_MAX=32", "SLURM_ARRAY_TASK_STEP=1", "SLURM_ARRAY_TASK_COUNT=32"});
    EXPECT_EQ(outcome.status, done) << outcome.err;
  }
  ASSERT_EQ(batch({"-o", "out", "--merge-manifests"}).status, done);
  expect_single_run("spv");
}

}  // namespace
}  // namespace agal::cli
