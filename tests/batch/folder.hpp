// A folder that is removed after the test.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace agal::batch {

class Folder {
 public:
  std::string path(const std::string& below = {}) const;
  void write(const std::string& below, const std::string& content) const;
  std::string read(const std::string& below) const;
  /// Writes a file, with its folders.
  static std::string read_file(const std::string& path);
  bool exists(const std::string& below) const { return std::filesystem::exists(path(below)); }
  /// All files in it: the relative path and the content.
  std::map<std::string, std::string> files() const;

 private:
  test::TemporaryFolder folder_;
};

}  // namespace agal::batch
