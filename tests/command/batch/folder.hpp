// A folder that is removed after the test, and objects that write into it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "batch/writer.hpp"
#include "support/temporary_folder.hpp"

namespace agal::batch {

class Folder {
 public:
  std::string path(const std::string& below = {}) const;
  /// Writes a file, and creates its folders.
  void write(const std::string& below, const std::string& content) const;
  std::string read(const std::string& below) const;
  static std::string read_file(const std::string& path);
  bool exists(const std::string& below) const { return std::filesystem::exists(path(below)); }
  /// Returns all files of the folder: the relative path and the content.
  std::map<std::string, std::string> files() const;

 private:
  test::TemporaryFolder folder_;
};

/// A test with a folder, like the output folder of a run.
class OutputFolderTest : public testing::Test {
 protected:
  OutputFolderTest()
      : scratch_(*Scratch::open(folder_.path(".agalc"), "test", {})), writer_(folder_.path(), *scratch_) {}
  /// Returns the content of a file by its complete path.
  static std::string content(const std::string& path) { return Folder::read_file(path); }

  Folder folder_;
  std::unique_ptr<Scratch> scratch_;
  Writer writer_;
};

}  // namespace agal::batch
