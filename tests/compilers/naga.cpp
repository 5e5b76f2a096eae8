#include "compilers/naga.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "support/temporary_folder.hpp"

namespace agal::compilers {
namespace {

namespace fs = std::filesystem;

fs::path package() {
  if (const char* const folder = std::getenv("AGAL_NAGA"); folder != nullptr) return folder;
  return AGAL_SOURCE_DIR "/build/naga/node_modules/naga-wasm";
}

std::vector<std::string> lines_of(const std::string& command) {
  struct ClosePipe {
    void operator()(std::FILE* file) const { ::pclose(file); }
  };
  const std::unique_ptr<std::FILE, ClosePipe> pipe(::popen((command + " 2>&1").c_str(), "r"));
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::vector<std::string> lines(1);
  for (int c = 0; (c = std::fgetc(pipe.get())) != EOF;)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += static_cast<char>(c);
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

bool has_node() {
  static const bool found = std::system("node --version >/dev/null 2>&1") == 0;
  return found;
}

// "00012.wgsl: error" has the number 12.
std::size_t number_in(const std::string& line) {
  std::size_t number = 0;
  std::from_chars(line.data(), line.data() + line.size(), number);
  return number;
}

}  // namespace

std::string missing_naga() {
  if (!has_node()) return "$PATH does not have node";
  if (!fs::exists(package() / "package.json")) return "naga-wasm is not installed: run ./tools/naga";
  return "";
}

std::vector<std::string> refused_by_naga(const std::vector<Module>& modules, const std::string& extension) {
  const test::TemporaryFolder folder;
  if (folder.path().empty()) throw std::runtime_error("there is no folder for temporary files");
  for (std::size_t i = 0; i < modules.size(); ++i)
    std::ofstream(folder.path() / fmt::format("{:05}{}", i, extension), std::ios::binary) << modules[i].bytes;
  std::vector<std::string> lines = lines_of(fmt::format("node '{}/tests/compilers/naga.mjs' '{}' '{}'", AGAL_SOURCE_DIR,
                                                        package().string(), folder.path().string()));
  // It must have come to the end.
  const std::string end = fmt::format("{} modules, naga ", modules.size());
  if (lines.empty() || !lines.back().starts_with(end))
    throw std::runtime_error("naga.mjs failed: " + (lines.empty() ? "it printed nothing" : lines.back()));
  lines.pop_back();
  for (std::string& line : lines)
    line = modules.at(number_in(line)).name + line.substr(std::min(line.find(": "), line.size()));
  return lines;
}

}  // namespace agal::compilers
