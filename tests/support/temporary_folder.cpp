#include "support/temporary_folder.hpp"

#include <unistd.h>

#include <chrono>
#include <string>
#include <system_error>
#include <thread>

namespace agal::test {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "agal-test-XXXXXX").string();
  if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  // A process that was just killed may still be writing.
  for (int attempt = 0; attempt < 20 && !path_.empty(); ++attempt) {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
    if (!error && !std::filesystem::exists(path_, error)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace agal::test
