#include "files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace agal::bench {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, const std::string& text) {
  const std::string fresh = path + ".new";
  std::ofstream file(fresh, std::ios::binary);
  if (!(file << text).flush()) throw std::runtime_error(fresh + " cannot be written");
  std::filesystem::rename(fresh, path);
}

}  // namespace agal::bench
