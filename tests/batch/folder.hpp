// A folder that is gone after the test.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace agal::batch {

class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& below = {}) const;
  void write(const std::string& below, const std::string& content) const;
  std::string read(const std::string& below) const;
  bool exists(const std::string& below) const { return std::filesystem::exists(path_ / below); }
  /// Every file below, by its path, with its content.
  std::map<std::string, std::string> files() const;

 private:
  std::filesystem::path path_;
};

}  // namespace agal::batch
