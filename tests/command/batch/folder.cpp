#include "folder.hpp"

#include <fstream>
#include <iterator>

namespace agal::batch {

namespace fs = std::filesystem;

std::string Folder::path(const std::string& below) const {
  return below.empty() ? folder_.path().string() : (folder_.path() / below).string();
}

void Folder::write(const std::string& below, const std::string& content) const {
  fs::create_directories((folder_.path() / below).parent_path());
  std::ofstream(folder_.path() / below, std::ios::binary) << content;
}

std::string Folder::read(const std::string& below) const { return read_file(path(below)); }

std::string Folder::read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> Folder::files() const {
  std::map<std::string, std::string> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.path()))
    if (entry.is_regular_file()) {
      const std::string below = fs::relative(entry.path(), folder_.path()).string();
      found[below] = read(below);
    }
  return found;
}

}  // namespace agal::batch
