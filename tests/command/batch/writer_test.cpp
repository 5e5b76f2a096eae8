// Tests writing files to the output folder.
#include "batch/writer.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "folder.hpp"

namespace agal::batch {
namespace {

namespace fs = std::filesystem;

using WriterTest = OutputFolderTest;

TEST_F(WriterTest, CreatesFoldersAndReplacesFiles) {
  EXPECT_EQ(*writer_.write("a/b/c", "one"), Written::Changed);
  EXPECT_EQ(folder_.read("a/b/c"), "one");
  EXPECT_EQ(*writer_.write("a/b/c", "two"), Written::Changed);
  EXPECT_EQ(folder_.read("a/b/c"), "two");
}

TEST_F(WriterTest, KeepsUnchangedFile) {
  const std::string large(200'000, 'x');
  for (const std::string& text : {std::string(), std::string("one"), large}) {
    ASSERT_TRUE(writer_.write("f", text));
    struct stat before {
    }, after{};
    ASSERT_EQ(::stat(folder_.path("f").c_str(), &before), 0);
    EXPECT_EQ(*writer_.write("f", text), Written::Unchanged);
    ASSERT_EQ(::stat(folder_.path("f").c_str(), &after), 0);
    EXPECT_EQ(before.st_ino, after.st_ino);
  }
  std::string other = large;
  other.back() = 'y';
  EXPECT_EQ(*writer_.write("f", other), Written::Changed);
  EXPECT_EQ(folder_.read("f"), other);
}

TEST_F(WriterTest, ReplacesALinkAndNotItsTarget) {
  folder_.write("precious", "one");
  fs::create_symlink(folder_.path("precious"), folder_.path("f"));
  EXPECT_EQ(*writer_.write("f", "one"), Written::Changed);
  EXPECT_FALSE(fs::is_symlink(folder_.path("f")));
  EXPECT_EQ(*writer_.write("f", "two"), Written::Changed);
  EXPECT_EQ(folder_.read("precious"), "one");
}

TEST_F(WriterTest, RejectsLinksToFolders) {
  folder_.write("elsewhere/f", "one");
  fs::create_directory_symlink("elsewhere", folder_.path("link"));
  for (const std::string path : {"link/f", "link/g", "link/a/b"}) {
    const Result<Written> written = writer_.write(path, "two");
    ASSERT_FALSE(written) << path;
    EXPECT_EQ(written.diagnostics()[0].code, 1002);
    EXPECT_FALSE(writer_.remove(path).has_errors());
  }
  EXPECT_EQ(folder_.read("elsewhere/f"), "one");
  EXPECT_EQ(folder_.files().size(), 2u);  // the file outside, and the lock of the run
}

TEST_F(WriterTest, ReplacesAPipe) {
  ASSERT_EQ(::mkfifo(folder_.path("f").c_str(), 0600), 0);
  EXPECT_EQ(*writer_.write("f", "one"), Written::Changed);
  EXPECT_EQ(folder_.read("f"), "one");
}

TEST_F(WriterTest, RejectsAFolderInPlaceOfAFile) {
  folder_.write("f/x", "x");
  const Result<Written> written = writer_.write("f", "one");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.diagnostics()[0].code, 1002);
  EXPECT_EQ(folder_.read("f/x"), "x");
  EXPECT_FALSE(writer_.write("f/x/y", "one"));  // a file with the name of a folder
}

TEST_F(WriterTest, KeepsOldFileIfDiskIsFull) {
  ASSERT_TRUE(writer_.write("f", "old"));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Result<Written> written = writer_.write("f", std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.diagnostics()[0].code, 1002);
  EXPECT_EQ(folder_.read("f"), "old");
  EXPECT_EQ(folder_.files().size(), 2u);  // temporary files are removed
}

TEST_F(WriterTest, RemovesFilesAndEmptyFolders) {
  ASSERT_TRUE(writer_.write("a/b/c", "x"));
  ASSERT_TRUE(writer_.write("a/d", "x"));
  EXPECT_FALSE(writer_.remove("a/b/c").has_errors());
  EXPECT_FALSE(folder_.exists("a/b"));
  EXPECT_TRUE(folder_.exists("a/d"));
  EXPECT_FALSE(writer_.remove("a/b/c").has_errors());
  EXPECT_FALSE(writer_.remove("a/d/e").has_errors());
}

TEST_F(WriterTest, AdoptsAFinishedFileUnlessItIsEqual) {
  const auto finished = [&](const std::string& text) {
    const std::string path = scratch_->next_path();
    folder_.write(fs::relative(path, folder_.path()).string(), text);
    return path;
  };
  EXPECT_EQ(*writer_.adopt("m", finished("one")), Written::Changed);
  EXPECT_EQ(*writer_.adopt("m", finished("one")), Written::Unchanged);
  EXPECT_EQ(*writer_.adopt("m", finished(std::string(200'000, 'x'))), Written::Changed);
  EXPECT_EQ(*writer_.adopt("m", finished(std::string(200'000, 'x'))), Written::Unchanged);
  EXPECT_EQ(*writer_.adopt("m", finished(std::string(199'999, 'x') + "y")), Written::Changed);
  EXPECT_EQ(folder_.files().size(), 2u);
}

}  // namespace
}  // namespace agal::batch
