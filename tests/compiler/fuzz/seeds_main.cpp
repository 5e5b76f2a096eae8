// Writes the seeds for libFuzzer: fuzz-seeds TARGET OUTPUT FILE-OR-FOLDER… writes every program that it finds, in the
// forms that a target reads. The seeds are named after the origins of the programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fuzz/seeds.hpp"
#include "support/corpus.hpp"

namespace agal::fuzz {
namespace {

namespace fs = std::filesystem;

// Large seeds are slow and add little coverage.
constexpr std::uintmax_t max_seed_bytes = 64 << 10;

void add(Seeds& seeds, const fs::path& path, std::string name) {
  if (fs::file_size(path) > max_seed_bytes) return;
  std::replace(name.begin(), name.end(), '/', '_');
  seeds.add(name, test::read_file(path.string()));
}

void add_all(Seeds& seeds, const fs::path& from) {
  if (!fs::is_directory(from)) return add(seeds, from, from.filename().string());
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) add(seeds, file, file.lexically_relative(from).string());
}

}  // namespace
}  // namespace agal::fuzz

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "fuzz-seeds TARGET OUTPUT FILE-OR-FOLDER...\n");
    return 2;
  }
  const std::filesystem::path folder = argv[2];
  std::filesystem::create_directories(folder);
  agal::fuzz::Seeds seeds(argv[1], [&](const std::string& name, const agal::fuzz::Bytes& bytes) {
    std::ofstream out(folder / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  });
  for (int i = 3; i < argc; ++i) agal::fuzz::add_all(seeds, argv[i]);
  fmt::print("{}: {} seeds\n", argv[1], seeds.count());
  return seeds.count() > 0 ? 0 : 1;
}
