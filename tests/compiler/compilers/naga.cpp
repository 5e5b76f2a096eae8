#include "compilers/naga.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "compilers/over_files.hpp"

namespace agal::compilers {
namespace {

namespace fs = std::filesystem;

fs::path package() {
  if (const char* const folder = std::getenv("AGAL_NAGA"); folder != nullptr) return folder;
  return AGAL_SOURCE_DIR "/build/naga/node_modules/naga-wasm";
}

bool has_node() {
  static const bool found = std::system("node --version >/dev/null 2>&1") == 0;
  return found;
}

// Returns the number in a line: "00012.wgsl: error" has the number 12.
std::size_t number_in(const std::string& line) {
  std::size_t number = 0;
  std::from_chars(line.data(), line.data() + line.size(), number);
  return number;
}

std::string command(std::string_view options = "") {
  return fmt::format("node '{}/tests/compiler/compilers/naga.mjs' '{}'{}", AGAL_SOURCE_DIR, package().string(),
                     options);
}

// Removes the last line, which the script only prints at its end.
void take_end(std::vector<std::string>& lines, const std::vector<Module>& modules) {
  const std::string end = fmt::format("{} modules, naga ", modules.size());
  if (lines.empty() || !lines.back().starts_with(end))
    throw std::runtime_error("naga.mjs failed: " + (lines.empty() ? "it printed nothing" : lines.back()));
  lines.pop_back();
}

}  // namespace

std::string missing_naga() {
  if (!has_node()) return "$PATH does not have node";
  if (!fs::exists(package() / "package.json")) return "naga-wasm is not installed: run ./tools/lab/naga";
  return "";
}

std::vector<std::string> refused_by_naga(const std::vector<Module>& modules, const std::string& extension) {
  std::vector<std::string> lines = run_over(modules, extension, command());
  take_end(lines, modules);
  for (std::string& line : lines)
    line = modules.at(number_in(line)).name + line.substr(std::min(line.find(": "), line.size()));
  return lines;
}

std::vector<exec::CompiledShader> spirv_by_naga(const std::vector<Module>& modules) {
  std::vector<std::string> lines;
  std::vector<exec::CompiledShader> shaders = spirv_over(modules, ".wgsl", command(" --spirv"), lines);
  take_end(lines, modules);
  for (const std::string& line : lines) shaders.at(number_in(line)).fault = line;
  return shaders;
}

}  // namespace agal::compilers
