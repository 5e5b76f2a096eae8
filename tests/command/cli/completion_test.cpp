// Tests completions in the shells themselves, and manual pages.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cli/cli.hpp"
#include "support/facility.hpp"

namespace agal::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

/// Returns the path of a program; "" if it is not installed.
std::string find_program(const std::string& name) {
  for (const char* folder : {"/usr/bin/", "/bin/", "/usr/local/bin/"})
    if (::access((folder + name).c_str(), X_OK) == 0) return folder + name;
  return {};
}

/// Returns the reason why the program cannot be used; "" if it can.
std::string missing(const std::string& name) {
  return find_program(name).empty() ? "there is no " + name + " (tools/setup installs it)" : std::string();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class Completion : public Cli {
 protected:
  Completion() {
    for (const char* shell : {"bash", "zsh", "fish"}) write(shell, agalc({"completions", shell}).out);
    write("water.frag.agal", fragment);
    std::filesystem::create_directory(folder() / "zsh-functions");
    write("zsh-functions/_agalc", read("zsh"));
  }

  /// Returns the completions of the last word in bash. For bash, '=' is a word.
  std::vector<std::string> bash(const std::string& words) const {
    const Outcome out =
        run(find_program("bash").c_str(),
            {"--norc", "-c",
             "source ./bash; COMP_WORDS=(" + words +
                 "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _agalc; printf '%s\\n' \"${COMPREPLY[@]}\""});
    EXPECT_EQ(out.err, "");
    return lines_of(out.out == "\n" ? "" : out.out);
  }

  std::vector<std::string> fish(const std::string& line) const {
    std::vector<std::string> list =
        lines_of(run(find_program("fish").c_str(), {"-N", "-c", "source fish; complete -C '" + line + "'"}).out);
    for (std::string& row : list) row.resize(std::min(row.find('\t'), row.size()));
    return list;
  }
};

TEST_F(Completion, BashCompletesCommandsOptionsAndValues) {
  ASSERT_FALSE(find_program("bash").empty());
  EXPECT_THAT(bash("agalc com"), ElementsAre("compile", "completions"));
  EXPECT_THAT(bash("agalc ''"), IsSupersetOf({"compile", "batch", "help", "--version"}));
  EXPECT_THAT(bash("agalc ''"), Not(Contains("manual")));
  EXPECT_THAT(bash("agalc compile --ta"), ElementsAre("--target"));
  EXPECT_THAT(bash("agalc compile -M"), ElementsAre("-MD", "-MF"));
  EXPECT_THAT(bash("agalc compile --stage ''"), ElementsAre("vertex", "fragment"));
  EXPECT_THAT(bash("agalc compile --stage ="), ElementsAre("vertex", "fragment"));
  EXPECT_THAT(bash("agalc compile --stage = v"), ElementsAre("vertex"));
  EXPECT_THAT(bash("agalc compile -t spv,essl1"), ElementsAre("spv,essl100"));
  EXPECT_THAT(bash("agalc batch --emit refl"), ElementsAre("reflect"));
  EXPECT_THAT(bash("agalc validate --profile baselineC"), ElementsAre("baselineConstrained"));
  EXPECT_THAT(bash("agalc validate --lint = all,limits"), ElementsAre("all,limits-near"));
  EXPECT_THAT(bash("agalc help val"), ElementsAre("validate"));
  EXPECT_THAT(bash("agalc explain mipl"), ElementsAre("miplinear"));
}

TEST_F(Completion, BashCompletesFilesOnlyForFileArguments) {
  EXPECT_THAT(bash("agalc compile wat"), ElementsAre("water.frag.agal"));
  EXPECT_THAT(bash("agalc compile -o wat"), ElementsAre("water.frag.agal"));
  EXPECT_THAT(bash("agalc validate --lint wat"), ElementsAre("water.frag.agal"));  // --lint LIST is two words
  EXPECT_THAT(bash("agalc batch --jobs wat"), IsEmpty());
  EXPECT_THAT(bash("agalc explain wat"), IsEmpty());
  EXPECT_THAT(bash("agalc targets wat"), IsEmpty());
}

TEST_F(Completion, FishCompletesCommandsOptionsAndValues) {
  AGAL_NEED(test::Facility::Setup, missing("fish"));
  EXPECT_THAT(fish("agalc com"), ElementsAre("compile", "completions"));
  EXPECT_THAT(fish("agalc compile --targ"), ElementsAre("--target"));
  EXPECT_THAT(fish("agalc compile --stage "), ElementsAre("fragment", "vertex"));
  EXPECT_THAT(fish("agalc compile -t spv,essl1"), ElementsAre("spv,essl100"));
  EXPECT_THAT(fish("agalc compile wat"), ElementsAre("water.frag.agal"));
  EXPECT_THAT(fish("agalc explain mipl"), ElementsAre("miplinear"));
}

// Types each key sequence into an interactive zsh, and waits until it shows the text, up to the time limit of these
// tests.
TEST_F(Completion, ZshCompletesCommandsOptionsAndValues) {
  AGAL_NEED(test::Facility::Setup, missing("zsh"));
  write("type.zsh", R"(
zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell "PS1=; fpath=($PWD/zsh-functions \$fpath); autoload -U compinit; compinit -u -D; echo re\"\"ady"
zpty -r shell out '*ready*'
expect() {
  zpty -w -n shell "$1"$'\t'
  zpty -r shell out "*$2*"
  zpty -w -n shell $'\C-u\n'
  print "$1"
}
expect 'agalc comp' 'completions*Print shell completions'
expect 'agalc compile --targ' 'agalc compile --target'
expect 'agalc compile --stage=' 'fragment*vertex'
expect 'agalc compile --stage v' 'vertex'
expect 'agalc compile -t spv,hlsl51' 'hlsl51'
expect 'agalc explain mipl' 'miplinear'
expect 'agalc compile wat' 'water.frag.agal'
)");
  const Outcome out = run(find_program("zsh").c_str(), {"-f", "type.zsh"});
  EXPECT_EQ(lines_of(out.out).size(), 7u) << out.out << out.err;
}

TEST_F(Completion, RejectsUnknownShell) {
  const Outcome out = agalc({"completions", "tcsh"});
  EXPECT_EQ(out.status, usage);
  EXPECT_THAT(out.err, HasSubstr("unknown shell 'tcsh'"));
}

class Manual : public Completion {
 protected:
  Manual() { status_ = agalc({"manual", "man1"}).status; }
  int status_ = -1;
};

TEST_F(Manual, EveryCommandHasAPageWithAllItsOptions) {
  ASSERT_EQ(status_, done);
  const std::vector<std::string> commands = bash("agalc ''");
  std::size_t pages = 1;
  for (const std::string& command : commands) {
    if (command[0] == '-') continue;
    ++pages;
    const std::string page = read("man1/agalc-" + command + ".1");
    for (const char* heading : {".TH AGALC", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH OPTIONS\n", ".SH EXAMPLES\n"})
      EXPECT_THAT(page, HasSubstr(heading)) << command;
    EXPECT_THAT(read("man1/agalc.1"), HasSubstr("agalc\\-" + command + " (1)"));
    for (const std::string& option : bash("agalc " + command + " -")) {
      std::string written;
      for (const char c : option) written += c == '-' ? std::string("\\-") : std::string(1, c);
      EXPECT_THAT(page, HasSubstr("\\fB" + written + "\\fR")) << command;
    }
  }
  EXPECT_EQ(list("man1").size(), pages);
  const std::string first = read("man1/agalc-compile.1");
  ASSERT_EQ(agalc({"manual", "again"}).status, done);
  EXPECT_EQ(read("again/agalc-compile.1"), first);
}

TEST_F(Manual, PagesAreWellFormed) {
  AGAL_NEED(test::Facility::Setup, missing("mandoc"));
  std::vector<std::string> arguments{"-T", "lint", "-W", "warning"};
  for (const std::string& page : list("man1")) arguments.push_back("man1/" + page);
  const Outcome out = run(find_program("mandoc").c_str(), arguments);
  for (const std::string& line : lines_of(out.out + out.err)) EXPECT_THAT(line, HasSubstr("missing date")) << line;
}

}  // namespace
}  // namespace agal::cli
