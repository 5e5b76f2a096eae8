// Tests that the commands in docs/ci.md work as described, in a project like the one that the page assumes.
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "cli/cli.hpp"

namespace agal::cli {
namespace {

using testing::HasSubstr;

// Returns the commands in the yaml and sh blocks of the page: lines of a script, items of a list, an entry.
std::vector<std::string> commands_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> commands;
  bool inside = false, script = false;
  for (std::string line; std::getline(in, line);) {
    if (line.substr(0, 3) == "```") {
      script = line == "```sh";
      inside = !inside && (script || line == "```yaml");
      continue;
    }
    if (!inside) continue;
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    for (const std::string prefix : {"- ", "entry: "})
      if (line.substr(0, prefix.size()) == prefix) line.erase(0, prefix.size());
    for (const std::string word : {"agalc ", "find "})
      if (line.substr(0, word.size()) == word) commands.push_back(line);
  }
  return commands;
}

class CiPage : public Cli {
 protected:
  CiPage() {
    std::filesystem::create_directories(folder() / "shaders/ui");
    std::filesystem::create_directories(folder() / "shaders/bytecode");
    write("shaders/sky.vert.agal", vertex);
    write("shaders/ui/button.frag.agal", fragment);
    write("shaders/bytecode/water.bin", bytecode(2).substr(0, 7 + 24));
  }
  int run(const std::string& command) const {
    const std::string tools = std::filesystem::path(tested_command()).parent_path().string();
    write("command.sh", "cd \"$(dirname \"$0\")\"\nexport PATH='" + tools + "':\"$PATH\"\n" + command + "\n");
    const std::string line =
        "bash -O globstar -e '" + (folder() / "command.sh").string() + "' > '" + (folder() / "log").string() + "' 2>&1";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

TEST_F(CiPage, CommandsAcceptValidPrograms) {
  const std::vector<std::string> commands = commands_of(AGAL_SOURCE_DIR "/docs/ci.md");
  EXPECT_GE(commands.size(), 7u);
  for (std::string command : commands) {
    // pre-commit appends the names of the files.
    if (command.find("--quiet") != std::string::npos) command += " shaders/ui/button.frag.agal";
    EXPECT_EQ(run(command), done) << command << "\n" << read("log");
  }
  for (const char* product :
       {"agalc.sarif", "agalc.xml", "findings.jsonl", "disassembly/shaders/bytecode/water.bin.agal"})
    EXPECT_TRUE(exists(product)) << product;
}

TEST_F(CiPage, CommandsRejectInvalidPrograms) {
  write("shaders/ui/wrong.frag.agal", wrong);
  write("shaders/bytecode/wrong.bin", "no bytecode");
  for (std::string command : commands_of(AGAL_SOURCE_DIR "/docs/ci.md")) {
    const bool finds_files = command.substr(0, 5) == "find ";
    if (command.find("--quiet") != std::string::npos) command += " shaders/ui/wrong.frag.agal";
    EXPECT_EQ(run(command), finds_files ? done : rejected) << command << "\n" << read("log");
  }
  EXPECT_THAT(read("agalc.xml"), HasSubstr("shaders/ui/wrong.frag.agal"));
}

}  // namespace
}  // namespace agal::cli
