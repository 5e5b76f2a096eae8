// Runs commands in a real terminal, and compares their output and exit status with the files in
// tests/command/cli/transcripts.
// ./tools/lab/bless rewrites these files.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>

#include "cli/cli.hpp"
#include "example_swf/swf_builder.hpp"
#include "support/golden.hpp"

namespace agal::cli {
namespace {

using example::ByteVector;

struct Step {
  std::string command, output;
};

// Returns the commands of a transcript with their output.
std::vector<Step> steps_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<Step> steps;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("$ "))
      steps.push_back({line.substr(2), {}});
    else if (!steps.empty())
      steps.back().output += line + "\n";
  return steps;
}

// Returns true if the output of a command does not apply to the program that is tested instead of agalc.
bool is_left_out(const std::string& command) {
  const char* const list = std::getenv("AGAL_TESTED_WITHOUT");
  for (const Step& step : steps_of(list != nullptr ? list : ""))
    if (step.command == command) return true;
  return false;
}

// Returns the output of a terminal, with the line ends of files.
std::string read_all(int terminal) {
  std::string out;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = ::read(terminal, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;  // EIO: the other end is closed
    for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(count)))
      if (c != '\r') out += c;
  }
  return out;
}

class Transcript : public Cli, public testing::WithParamInterface<const char*> {
 protected:
  Transcript() {
    write("water.vert.agal", vertex);
    write("water.frag.agal", fragment);
    write("shaders/water.frag.agal", fragment);
    write("literal.frag.agal", "mul ft0, v0, 0.5\nmul ft0, ft0, -1e-3\nmov oc, ft0\n");
    write("semicolons.frag.agal", "mul ft0, v0, fc0;\nmov oc, ft0;\n");
    write("version2.frag.agal", "mul ft0, v0, fc28\nmov oc, ft0\n");
    write("manifest.json", "{}");
    write_other_files();
    write_dialects();
    agalc({"as", "water.vert.agal", "-o", "v.bin"});
    agalc({"as", "water.frag.agal", "-o", "f.bin"});
    const ByteVector game = example::SwfBuilder()
                                .binary_data("WaterVertex", bytes_of(read("v.bin")))
                                .binary_data("WaterFragment", bytes_of(read("f.bin")))
                                .build(example::Compression::Zlib);
    write("game.swf", text_of(game));
    write("my game.swf", text_of(game));
    write("empty.swf", text_of(example::SwfBuilder().build()));
  }

  // Writes files that people pass by mistake.
  void write_other_files() const {
    using namespace std::string_literals;
    write("empty.agal", "");
    write("photo.png", "\x89PNG\r\n\x1a\n\0\0"s);
    write("utf16.agal", "\xff\xfem\0o\0v\0"s);
    write("shader.glsl", "#version 330\nvoid main() {}\n");
    write("Shader.as", "package {}\n");
    write("-dash.frag.agal", fragment);
    write("list.txt", "water.vert.agal\nwater.frag.agal\n");
    write("array.agal",
          "unsigned char water[] = {\n  0xa0, 0x01, 0x00, 0x00, 0x00, 0xa1, 0x01, 0x00, 0x00, 0x00, 0x00,\n"
          "  0x00, 0x00, 0x0f, 0x03, 0x00, 0x00, 0x00, 0xe4, 0x04, 0x00, 0x00, 0x00, 0x00,\n"
          "  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00\n};\nunsigned int water_len = 31;\n");
    write("names.frag.agal", R"({"agalasm": "mul ft0, v0, fc0\nmul oc, ft0, fc1", "varnames": {"tint": "fc0"}, )"
                             R"("consts": {"fc1": [0.5, 0, 0, 1]}})");
  }

  // Writes text that assemblers read differently, and programs that players or devices run differently.
  void write_dialects() const {
    write("stones/wet stone.frag.agal", fragment);
    write("lone.vert.agal", vertex);
    write("text.swf", "no SWF file\n");
    write("version1.frag.agal", "//! agal 1 fragment\nmov ft9, v0\nmov oc, ft9\n");
    write("constrained.frag.agal", "//! agal 1 fragment\nmov ft7, v0\nmov oc, ft7\n");
    write("beyond.frag.agal", "//! agal 1 fragment\nmov oc, fc300\n");
    write("ps/a.frag.agal", "mul ft0, v0, fc1\nmov oc, ft0\n");
    write("ps/b.frag.agal", "mul ft0, v0, fc2\nmov oc, ft0\n");

    constexpr const char* colors = "mul ft0, v0, fc0\nmul ft0.a, ft0.a, fc1.x\nmov oc, ft0\n";
    write("colors.frag.agal", colors);
    write("samplers.frag.agal", "tex ft0, v0, fs0 <cube,linear>\ntex ft1, v0, fs1\nmul oc, ft0, ft1\n");
    write("odd.frag.agal", "tex ft0, v0, fs0.xyz; <2d,linear>\nmovoc, ft0q\n");
    write("plain.vert.agal", "m44 op, va0, vc0\nmov v0, va1\n");
    write("derivative.frag.agal", "ddx ft0, v0\nmov oc, ft0\n");
    write("condition.frag.agal", "mov ft0, v0\nife fc8.x, fc8.y\nmov ft0, fc0\neif\nmov oc, ft0\n");
    write("temporary.vert.agal", "mov vt6, va0\nmov vt7, va0\nadd op, vt6, vt7\n");
    write("nan.vert.agal", "mov vt0, va0\nmax vt1, vt0, va1\nmov v0, vt1\nsat op, vt0\n");
    write("nan.json", R"({"attributes": {"va0": ["nan", 2, -1, 0.5], "va1": [7, 1, 1, 1]}})");
    example::AbcBuilder abc;
    example::Code code(abc);
    code.push_field("assembler").push_string(colors).call_void("assemble", 1).return_void();
    abc.add_class("effects", "Water", {code});
    write("colors.swf", text_of(example::SwfBuilder().abc(abc.build()).build()));
  }

  std::string in_terminal(const std::string& command) const {
    const winsize size{40, 100, 0, 0};
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (child == 0) {
      const std::string path = std::filesystem::path(tested_command()).parent_path().string() + ":" +
                               std::filesystem::path(AGAL_SMITH).parent_path().string() + ":" + std::getenv("PATH");
      ::setenv("PATH", path.c_str(), 1);
      ::setenv("TERM", "xterm", 1);
      ::setenv("NO_COLOR", "1", 1);
      if (::chdir(folder().c_str()) != 0) ::_exit(126);
      ::alarm(AGAL_COMMAND_SECONDS);
      ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    if (child < 0) return "no terminal";
    std::string out = read_all(terminal);
    ::close(terminal);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!out.empty() && out.back() != '\n') out += '\n';
    if (WIFSIGNALED(status)) return out + "[signal " + std::to_string(WTERMSIG(status)) + "]\n";
    return WEXITSTATUS(status) == 0 ? out : out + "[exit status " + std::to_string(WEXITSTATUS(status)) + "]\n";
  }
};

TEST_P(Transcript, MatchesTerminalOutput) {
  const std::string path = std::string("tests/command/cli/transcripts/") + GetParam() + ".txt";
  const std::vector<Step> steps = steps_of(AGAL_SOURCE_DIR "/" + path);
  ASSERT_FALSE(steps.empty());
  std::string transcript;
  for (const auto& [command, output] : steps) {
    const bool left_out = is_left_out(command);
    const std::string shown = in_terminal(command);
    if (left_out) {
      EXPECT_NE(shown, output) << "this need not be left out: " << command;
    }
    transcript += "$ " + command + "\n" + (left_out ? output : shown);
  }
  test::expect_golden(path, transcript);
}

INSTANTIATE_TEST_SUITE_P(Files, Transcript,
                         testing::Values("usage", "files", "targets", "names", "explain", "ir", "guesses", "unlisted",
                                         "hosts", "prove", "dialects", "words", "refusals"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace agal::cli
