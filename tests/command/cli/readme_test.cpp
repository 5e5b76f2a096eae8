// Tests that the README shows the real output. Each ```console block is a command and its output.
#include <array>
#include <cstdio>
#include <fstream>
#include <memory>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

struct Example {
  std::string command, output;
};

std::vector<Example> examples_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<Example> examples;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (!inside) {
      inside = line == "```console";
    } else if (line == "```") {
      inside = false;
    } else if (line.compare(0, 2, "$ ") == 0) {
      examples.push_back({line.substr(2), {}});
    } else if (!examples.empty()) {
      examples.back().output += line + "\n";
    }
  }
  return examples;
}

struct ClosePipe {
  void operator()(std::FILE* pipe) const { ::pclose(pipe); }
};

// Returns the output of the command on both streams. A shell runs it in the root of the project.
std::string output_of(const std::string& command) {
  const std::string folder = std::filesystem::path(tested_command()).parent_path().string();
  const std::string line = "cd '" AGAL_SOURCE_DIR "' && PATH='" + folder + "':$PATH && { " + command + "; } 2>&1";
  const std::unique_ptr<std::FILE, ClosePipe> pipe(::popen(line.c_str(), "r"));
  std::string out;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get()))
    out.append(buffer.data(), count);
  return out;
}

TEST(Readme, ExamplesMatchOutput) {
  const std::vector<Example> examples = examples_of(AGAL_SOURCE_DIR "/README.md");
  EXPECT_GE(examples.size(), 2u);
  for (const Example& example : examples) {
    // The README omits a blank line at the end.
    std::string printed = output_of(example.command);
    while (printed.size() > 1 && printed.compare(printed.size() - 2, 2, "\n\n") == 0) printed.pop_back();
    EXPECT_EQ(printed, example.output) << example.command;
  }
}

}  // namespace
}  // namespace agal::cli
