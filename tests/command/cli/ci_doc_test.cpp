// Tests that the commands in docs/ci.md work as described, in a project like the one that the page assumes, and those
// of docs/first-check.md in an empty folder.
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "cli/cli.hpp"
#include "support/facility.hpp"

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

class Page : public Cli {
 protected:
  int run(const std::string& command) const {
    const std::string tools = std::filesystem::path(tested_command()).parent_path().string();
    write("command.sh", "cd \"$(dirname \"$0\")\"\nexport PATH='" + tools + "':\"$PATH\"\n" + command + "\n");
    const std::string line =
        "bash -O globstar -e '" + (folder() / "command.sh").string() + "' > '" + (folder() / "log").string() + "' 2>&1";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

class CiPage : public Page {
 protected:
  CiPage() {
    std::filesystem::create_directories(folder() / "shaders/ui");
    std::filesystem::create_directories(folder() / "shaders/bytecode");
    write("shaders/sky.vert.agal", vertex);
    write("shaders/ui/button.frag.agal", fragment);
    write("shaders/bytecode/water.bin", bytecode(2).substr(0, 7 + 24));
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

// Returns the script that contains a text.
std::string script_with(const std::string& path, const std::string& text) {
  std::ifstream in(path);
  std::string script, last;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```") || line.find("run: |") != std::string::npos) {
      if (last.find(text) != std::string::npos) script = last;
      last.clear();
      continue;
    }
    last += line.substr(std::min(line.find_first_not_of(' '), line.size())) + "\n";
  }
  return script;
}

TEST_F(CiPage, RecipeFailsIfADisassemblyIsMissingOrOld) {
  AGAL_NEED(test::Facility::Setup, run("git --version") == done ? "" : "git is not in $PATH");
  const std::string git = "git -c user.name=a -c user.email=a@b -c core.autocrlf=false ";
  const std::string recipe = script_with(AGAL_SOURCE_DIR "/docs/ci.md", "git diff");
  ASSERT_THAT(recipe, HasSubstr("--disassembly-dir"));
  const auto commit = [&] { return run("git add shaders disassembly && " + git + "commit -qm x"); };
  ASSERT_EQ(run("git init -q && git add shaders && " + git + "commit -qm x"), done) << read("log");
  EXPECT_EQ(run(recipe), rejected) << read("log");  // never committed
  ASSERT_EQ(commit(), done) << read("log");
  EXPECT_EQ(run(recipe), done) << read("log");
  EXPECT_EQ(run(recipe), done) << read("log");
  write("shaders/bytecode/water.bin", bytecode(2));
  EXPECT_EQ(run(recipe), rejected) << read("log");  // out of date
  ASSERT_EQ(commit(), done);
  write("shaders/bytecode/fire.bin", bytecode(3));
  EXPECT_EQ(run(recipe), rejected) << read("log");  // one of them was never committed
  ASSERT_EQ(commit(), done);
  EXPECT_EQ(run(recipe), done) << read("log");
}

TEST_F(CiPage, ListsHaveOneNameOnEachLine) {
  const std::string odd[] = {"it's one.frag.agal",   "bob's two.frag.agal",   "a b/c  d.frag.agal",
                             "say \"hi\".frag.agal", "back\\slash.frag.agal", " leading.frag.agal"};
  for (const std::string& name : odd) write("shaders/" + name, fragment);
  for (const std::string& command : commands_of(AGAL_SOURCE_DIR "/docs/ci.md"))
    if (command.starts_with("find ") || command.find("@shaders.list") != std::string::npos) {
      EXPECT_EQ(run(command), done) << command << "\n" << read("log");
    }
  EXPECT_THAT(read("log"), HasSubstr("8 programs: 8 accepted, 0 rejected"));
  write("shaders/it's wrong.frag.agal", wrong);
  EXPECT_EQ(run("find shaders -name '*.agal' | sort > shaders.list && agalc validate @shaders.list"), rejected);
  EXPECT_THAT(read("log"), HasSubstr("9 programs: 8 accepted, 1 rejected"));
  // The name of a missing file is not joined with later names.
  write("gone.list", "shaders/it's gone.frag.agal\nshaders/it's one.frag.agal\n");
  EXPECT_EQ(run("agalc validate @gone.list"), usage);
  EXPECT_THAT(read("log"), HasSubstr("line 1 of @gone.list has a quotation mark that is not closed"));
  // Other lines have arguments as in a shell.
  write("words.list",
        "--quiet 'shaders/sky.vert.agal' \"shaders/it's one.frag.agal\"\n-Werror shaders/a\\ b/c\\ \\ d.frag.agal\n");
  EXPECT_EQ(run("agalc validate @words.list"), done) << read("log");
  write("-dash.agal", fragment);
  write("@at.agal", fragment);
  write("dash.list", "-dash.agal\r\n@at.agal\n");
  EXPECT_EQ(run("agalc validate @dash.list"), done) << read("log");
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

using FirstCheck = Page;

// Returns the sh blocks of a page.
std::vector<std::string> scripts_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> scripts;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = line == "```sh";
      if (inside) scripts.emplace_back();
    } else if (inside) {
      scripts.back() += line + "\n";
    }
  }
  return scripts;
}

TEST_F(FirstCheck, StepsWorkOneAfterTheOther) {
  const std::vector<std::string> scripts = scripts_of(AGAL_SOURCE_DIR "/docs/first-check.md");
  ASSERT_EQ(scripts.size(), 4u);
  const std::string printed[] = {"1 program: 1 accepted, 0 rejected (0 errors, 0 warnings)", "the build fails here",
                                 "1 program: 1 accepted", "1 program: 1 accepted"};
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    EXPECT_EQ(run(scripts[i]), done) << scripts[i] << read("log");
    EXPECT_THAT(read("log"), HasSubstr(printed[i])) << scripts[i];
  }
  for (const char* product : {"findings.sarif", "out/manifest.jsonl"}) EXPECT_TRUE(exists(product)) << product;
}

}  // namespace
}  // namespace agal::cli
