#include "compilers/over_files.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "support/temporary_folder.hpp"

namespace agal::compilers {
namespace {

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

}  // namespace

std::vector<std::string> run_over(const std::vector<Module>& modules, const std::string& extension,
                                  const std::string& command) {
  const test::TemporaryFolder folder;
  if (folder.path().empty()) throw std::runtime_error("there is no folder for temporary files");
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const char* const stage = modules[i].stage == Stage::Vertex ? "vert" : "frag";
    std::ofstream(folder.path() / fmt::format("{:05}.{}{}", i, stage, extension), std::ios::binary) << modules[i].bytes;
  }
  return lines_of(fmt::format("{} '{}'", command, folder.path().string()));
}

}  // namespace agal::compilers
