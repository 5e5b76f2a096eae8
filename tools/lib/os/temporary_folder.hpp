// A temporary folder for files that a command needs while it runs.
#pragma once

#include <string>
#include <system_error>

#include "os/files.hpp"
#include "os/filesystem.hpp"

namespace agalc::os {

/// Creates a folder, and removes it in the destructor.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name) {
    std::error_code ignored;
    wanted_ = (fs::temp_directory_path(ignored) / (name + "-XXXXXX")).generic_string();
    std::string pattern = wanted_;
    if (make_unique_folder(pattern) == 0) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  /// Returns the path; "" if the folder could not be created.
  const std::string& path() const { return path_; }
  const std::string& wanted() const { return wanted_; }

 private:
  std::string wanted_, path_;
};

}  // namespace agalc::os
