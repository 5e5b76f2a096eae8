// A folder that is gone after the test.
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
  /// A file anywhere.
  static std::string read_file(const std::string& path);
  bool exists(const std::string& below) const { return std::filesystem::exists(path(below)); }
  /// Every file below, by its path, with its content.
  std::map<std::string, std::string> files() const;

 private:
  test::TemporaryFolder folder_;
};

}  // namespace agal::batch
