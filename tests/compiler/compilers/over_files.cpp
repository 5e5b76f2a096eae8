#include "compilers/over_files.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
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

// A folder that has the modules as files.
class Files {
 public:
  Files(const std::vector<Module>& modules, const std::string& extension) {
    if (folder_.path().empty()) throw std::runtime_error("there is no folder for temporary files");
    for (std::size_t i = 0; i < modules.size(); ++i) {
      const char* const stage = modules[i].stage == Stage::Vertex ? "vert" : "frag";
      paths_.push_back(folder_.path() / fmt::format("{:05}.{}{}", i, stage, extension));
      std::ofstream(paths_.back(), std::ios::binary) << modules[i].bytes;
    }
  }

  std::vector<std::string> run(const std::string& command) const {
    return lines_of(fmt::format("{} '{}'", command, folder_.path().string()));
  }
  const std::vector<std::filesystem::path>& paths() const { return paths_; }

 private:
  test::TemporaryFolder folder_;
  std::vector<std::filesystem::path> paths_;
};

}  // namespace

std::vector<std::string> run_over(const std::vector<Module>& modules, const std::string& extension,
                                  const std::string& command) {
  return Files(modules, extension).run(command);
}

std::vector<std::string> products_over(const std::vector<Module>& modules, const std::string& extension,
                                       const std::string& command, const std::string& made,
                                       std::vector<std::string>& lines) {
  const Files files(modules, extension);
  for (std::string& line : files.run(command)) lines.push_back(std::move(line));
  std::vector<std::string> products;
  for (const std::filesystem::path& path : files.paths()) {
    std::ifstream stream(path.string() + made, std::ios::binary);
    products.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return products;
}

std::vector<exec::CompiledShader> spirv_over(const std::vector<Module>& modules, const std::string& extension,
                                             const std::string& command, std::vector<std::string>& lines) {
  std::vector<exec::CompiledShader> shaders;
  for (const std::string& bytes : products_over(modules, extension, command, ".spv", lines)) {
    exec::CompiledShader& shader = shaders.emplace_back();
    shader.words.resize(bytes.size() / sizeof shader.words[0]);
    if (bytes.empty())
      shader.fault = "it is refused";
    else
      std::memcpy(shader.words.data(), bytes.data(), shader.words.size() * sizeof shader.words[0]);
  }
  return shaders;
}

}  // namespace agal::compilers
