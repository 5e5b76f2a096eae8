// Kills agalc batch at random moments, and runs it again.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "cli/batch.hpp"

namespace agal::cli {
namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;
using testing::HasSubstr;

class BatchKill : public Batch {
 protected:
  pid_t start(const std::vector<std::string>& arguments) const;
  // Returns when this many files and folders exist, or after some seconds.
  void wait_for_files(const std::string& name, std::size_t count) const;
  // Returns the elapsed time of an undisturbed run.
  Clock::duration undisturbed(const std::vector<std::string>& arguments) const;
};

pid_t BatchKill::start(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words{AGALC, "batch"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::string base = folder().string();
  const pid_t child = ::fork();
  if (child != 0) return child;
  // Progress messages are not compared.
  const int nothing = ::open("/dev/null", O_WRONLY);
  if (nothing < 0 || ::dup2(nothing, STDERR_FILENO) < 0 || ::chdir(base.c_str()) != 0) ::_exit(126);
  ::execv(AGALC, argv.data());
  ::_exit(127);
}

void BatchKill::wait_for_files(const std::string& name, std::size_t count) const {
  const Clock::time_point end = Clock::now() + std::chrono::seconds(20);
  for (std::size_t found = 0; found < count && Clock::now() < end;) {
    found = 0;
    std::error_code failed;  // files appear and disappear
    for (fs::recursive_directory_iterator entry(folder() / name, failed), last; !failed && entry != last;
         entry.increment(failed))
      ++found;
  }
}

Clock::duration BatchKill::undisturbed(const std::vector<std::string>& arguments) const {
  const Clock::time_point begin = Clock::now();
  int status = 0;
  ::waitpid(start(arguments), &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == done) << status;
  return Clock::now() - begin;
}

TEST_F(BatchKill, LeavesOnlyCompleteFilesWheneverKilled) {
  make_programs("in", 60);
  const auto arguments = [](const std::string& out, const std::string& cache) {
    return std::vector<std::string>{"in", "-o", out, "--cache-dir", cache, "--emit", "spv,essl300,msl21,reflect", "-q"};
  };
  undisturbed(arguments("good", "good-cache"));
  const std::map<std::string, std::string> good = tree("good"), good_cache = tree("good-cache");

  // Each moment is defined by the number of written files, so that moments are spread over the run whatever its speed,
  // plus a short random delay. A moment is repeated if the run ended before it, because this process had to wait.
  constexpr std::size_t moments = 10, max_runs = 100;
  std::mt19937 random(1);
  std::size_t i = 0;
  for (std::size_t run = 0; i < moments && run < max_runs; ++run) {
    fs::remove_all(folder() / "out");
    fs::remove_all(folder() / "cache");
    const pid_t child = start(arguments("out", "cache"));
    wait_for_files("out", i * good.size() / moments);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    EXPECT_TRUE(killed || (WIFEXITED(status) && WEXITSTATUS(status) == done)) << status;
    // All files are complete, even before the next run.
    if (exists("out")) expect_whole(tree("out"), good);
    const Outcome again = batch(arguments("out", "cache"));
    EXPECT_EQ(again.status, done) << again.err;
    EXPECT_EQ(again.err, "");  // damaged entries of the cache would be reported
    EXPECT_TRUE(tree("out") == good) << "moment " << i;
    EXPECT_TRUE(tree("cache") == good_cache) << "moment " << i;
    if (killed) ++i;
  }
  EXPECT_EQ(i, moments);
}

TEST_F(BatchKill, KilledShardDoesNotAffectOtherShard) {
  make_programs("in", 60);
  const auto arguments = [](const std::string& out, const std::string& shard) {
    return std::vector<std::string>{"in", "-o", out, "--emit", "spv,essl300,reflect", "-q", "--shard", shard};
  };
  const Clock::duration whole = undisturbed(arguments("good", "1/2"));
  undisturbed(arguments("good", "2/2"));
  const pid_t first = start(arguments("out", "1/2"));
  const pid_t second = start(arguments("out", "2/2"));
  std::this_thread::sleep_for(whole / 2);
  ::kill(first, SIGKILL);
  int status = 0;
  ::waitpid(first, &status, 0);
  // Repeats the first run, while the second may still be running.
  undisturbed(arguments("out", "1/2"));
  ::waitpid(second, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == done) << status;
  EXPECT_EQ(tree("out"), tree("good"));
}

TEST_F(BatchKill, InterruptEndsBatchWithoutManifestOrTemporaryFiles) {
  make_programs("in", 90);
  const std::vector<std::string> arguments{"in", "-o", "out", "--emit", "all", "-q"};
  for (const int signal : {SIGINT, SIGTERM}) {
    constexpr int max_runs = 20;  // a run may end before the signal, because this process had to wait
    int status = 0;
    for (int run = 0; run < max_runs && !WIFSIGNALED(status); ++run) {
      fs::remove_all(folder() / "out");
      const pid_t child = start(arguments);
      pid_t ended = 0;
      while (!exists("out/part0") && ended == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        ended = ::waitpid(child, &status, WNOHANG);
      }
      if (ended != 0) {
        ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == done) << status;
        continue;
      }
      ::kill(child, signal);
      ::waitpid(child, &status, 0);
    }
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    EXPECT_FALSE(exists("out/manifest.jsonl"));
    EXPECT_FALSE(exists("out/.agalc"));
    fs::remove_all(folder() / "out");
  }
}

}  // namespace
}  // namespace agal::cli
