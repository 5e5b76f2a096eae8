#include "folder.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace agal::batch {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "agal-batch-XXXXXX").string();
  path_ = ::mkdtemp(pattern.data());
}

Folder::~Folder() {
  std::error_code ignored;
  fs::permissions(path_, fs::perms::owner_all, ignored);
  fs::remove_all(path_, ignored);
}

std::string Folder::path(const std::string& below) const {
  return below.empty() ? path_.string() : (path_ / below).string();
}

void Folder::write(const std::string& below, const std::string& content) const {
  fs::create_directories((path_ / below).parent_path());
  std::ofstream(path_ / below, std::ios::binary) << content;
}

std::string Folder::read(const std::string& below) const {
  std::ifstream in(path_ / below, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> Folder::files() const {
  std::map<std::string, std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path_))
    if (entry.is_regular_file()) {
      const std::string below = fs::relative(entry.path(), path_).string();
      found[below] = read(below);
    }
  return found;
}

}  // namespace agal::batch
