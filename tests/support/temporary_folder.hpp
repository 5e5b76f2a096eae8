// Creates folders that tests write to.
#pragma once

#include <filesystem>

namespace agal::test {

/// A new empty folder in the system's folder for temporary files. It is removed with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Returns the path; "" if the folder could not be created.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace agal::test
