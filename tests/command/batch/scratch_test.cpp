// Tests the folders for temporary files, and their removal after their processes have ended.
#include "batch/scratch.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "folder.hpp"

namespace agal::batch {
namespace {

using testing::IsEmpty;

TEST(Scratch, RemovesItsFilesAndFolders) {
  const Folder folder;
  {
    const auto scratch = Scratch::open(folder.path("a/.agalc"), "run", {});
    ASSERT_TRUE(scratch);
    const std::string first = (*scratch)->next_path(), second = (*scratch)->next_path();
    EXPECT_NE(first, second);
    std::ofstream(first) << "x";
    EXPECT_TRUE(std::filesystem::exists(first));
  }
  EXPECT_THAT(folder.files(), IsEmpty());
  EXPECT_FALSE(folder.exists("a/.agalc"));
}

// The folder around the scratch folder cannot be created, because it is a link to a missing folder.
TEST(Scratch, SaysWhyTheOutputFolderCannotBeCreated) {
  const Folder folder;
  std::filesystem::create_symlink(folder.path("missing"), folder.path("out"));
  const auto scratch = Scratch::open(folder.path("out/.agalc"), "run", {});
  ASSERT_FALSE(scratch);
  const std::string message = render_text(scratch.diagnostics());
  EXPECT_THAT(message, testing::HasSubstr(folder.path("out") + ": error[AGAL1002]"));
  EXPECT_THAT(message, testing::Not(testing::HasSubstr("No such file")));
}

TEST(Scratch, GivesEachRunItsOwnFolder) {
  const Folder folder;
  auto first = Scratch::open(folder.path("s"), "one", {});
  auto second = Scratch::open(folder.path("s"), "two", {});
  ASSERT_TRUE(first && second);
  std::ofstream((*first)->next_path()) << "x";
  second->reset();
  EXPECT_EQ(folder.files().size(), 2u);  // the lock of the first run, and its temporary file
  first->reset();
  EXPECT_FALSE(folder.exists("s"));
}

TEST(Scratch, RejectsAConflictWithARunningProcess) {
  const Folder folder;
  auto first = Scratch::open(folder.path("s"), "one", {});
  ASSERT_TRUE(first);
  std::vector<std::string> seen;
  const auto refuse = [&](std::string_view label) {
    seen.emplace_back(label);
    return true;
  };
  const auto second = Scratch::open(folder.path("s"), "two", refuse);
  ASSERT_FALSE(second);
  EXPECT_EQ(find_rule(second.diagnostics()[0].code)->slug, "output-in-use");
  EXPECT_THAT(seen, testing::ElementsAre("one"));
  first->reset();
  EXPECT_TRUE(Scratch::open(folder.path("s"), "two", refuse));
}

// Simulates a run that is killed while a temporary file is open.
void die_in(const std::string& folder) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto scratch = Scratch::open(folder, "dead", {});
    if (scratch) std::ofstream((*scratch)->next_path()) << "half";
    ::_exit(scratch ? 0 : 1);  // does not run destructors
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
}

TEST(Scratch, RemovesTheFilesOfKilledRuns) {
  const Folder folder;
  die_in(folder.path("s"));
  die_in(folder.path("s"));
  EXPECT_EQ(folder.files().size(), 2u);  // the second run has removed the files of the first
  const auto never = [](std::string_view) { return true; };
  {
    const auto scratch = Scratch::open(folder.path("s"), "next", never);
    ASSERT_TRUE(scratch) << render_text(scratch.diagnostics());
    EXPECT_EQ(folder.files().size(), 1u);
  }
  EXPECT_FALSE(folder.exists("s"));
}

TEST(Scratch, AllowsConcurrentRuns) {
  const Folder folder;
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i) {
        const auto scratch = Scratch::open(folder.path("s"), "run", {});
        if (!scratch || !(std::ofstream((*scratch)->next_path()) << "x").good()) ++failures;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(failures, 0);
  EXPECT_FALSE(folder.exists("s"));
}

// Otherwise, the files in the link's target would count as files of runs that have ended.
TEST(Scratch, RejectsALinkInPlaceOfTheFolder) {
  const Folder folder;
  folder.write("precious/thesis/chapter", "one");
  folder.write("out/x", "");
  std::filesystem::create_directory_symlink(folder.path("precious"), folder.path("out/.agalc"));
  const auto scratch = Scratch::open(folder.path("out/.agalc"), "run", {});
  ASSERT_FALSE(scratch);
  EXPECT_EQ(scratch.diagnostics()[0].code, 1002);
  EXPECT_EQ(folder.read("precious/thesis/chapter"), "one");
}

TEST(Scratch, RejectsUncreatableFolder) {
  const Folder folder;
  folder.write("file", "x");
  const auto scratch = Scratch::open(folder.path("file/.agalc"), "run", {});
  ASSERT_FALSE(scratch);
  EXPECT_EQ(find_rule(scratch.diagnostics()[0].code)->slug, "cannot-write");
}

}  // namespace
}  // namespace agal::batch
