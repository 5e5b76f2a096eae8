// agalc reduce: the smallest program for which a command still succeeds.
#include "reduce/reduce.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "agal/bytecode.hpp"
#include "agal/text.hpp"
#include "commands.hpp"
#include "console/files.hpp"
#include "options.hpp"
#include "os/files.hpp"
#include "shell.hpp"

namespace agalc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view notes =
    R"(The shell runs the command for one candidate after the other. Each {} in the command is replaced by
the path of the candidate; without {}, the path is appended. Exit status 0 means that the candidate is still
interesting and replaces the program; any other status, or a timeout, means that it is not. To reduce a program for
which a command fails, invert the exit status with '!'.

Candidates have the form of the input, bytecode or assembly text. The output of the command is discarded.)";

// A folder that is removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code ignored;
    wanted_ = (fs::temp_directory_path(ignored) / "agalc-reduce-XXXXXX").generic_string();
    std::string pattern = wanted_;
    if (os::make_unique_folder(pattern) == 0) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  /// "" if it could not be created.
  const std::string& path() const { return path_; }
  const std::string& wanted() const { return wanted_; }

 private:
  std::string wanted_, path_;
};

class Reduce {
 public:
  std::string path, command, output = "-";
  double timeout = 30;
  bool valid = false, allow_reserved = false, quiet = false;
  InputOptions input;

  ExitStatus operator()(const Console& console);

 private:
  agal::Diagnostics write(const std::string& to, const agal::Program& program) const;
  ShellOutcome ask(const agal::Program& candidate);
  agal::Program reduced(const agal::Program& program);
  std::string command_for(const std::string& candidate) const;

  bool bytecode_ = false;
  std::string candidate_path_;
  agal::Diagnostics write_failure_;
};

std::string Reduce::command_for(const std::string& candidate) const {
  const std::string word = shell_quoted(candidate);
  std::string out;
  std::size_t at = 0;
  for (std::size_t next = command.find("{}"); next != std::string::npos; next = command.find("{}", at)) {
    out += command.substr(at, next - at) + word;
    at = next + 2;
  }
  return at == 0 ? command + " " + word : out + command.substr(at);
}

agal::Diagnostics Reduce::write(const std::string& to, const agal::Program& program) const {
  return bytecode_ && to != "-" ? write_output(to, agal::write_bytecode(program))
                                : write_output(to, agal::disassemble(program));
}

ShellOutcome Reduce::ask(const agal::Program& candidate) {
  agal::Diagnostics failed = write(candidate_path_, candidate);
  if (failed.has_errors()) {
    write_failure_ = std::move(failed);
    return {};
  }
  return run_shell(command_for(candidate_path_), std::chrono::milliseconds(static_cast<std::int64_t>(timeout * 1000)));
}

agal::Program Reduce::reduced(const agal::Program& program) {
  agal::reduce::Options options;
  options.valid = valid;
  options.allow_reserved = allow_reserved;
  std::size_t asked = 0;
  options.on_progress = [&](const agal::Program& smaller, std::size_t candidates) {
    if (!quiet)
      print_error(fmt::format("{} of {}, {}\n", agal::grouped(smaller.instructions.size()),
                              agal::counted(program.instructions.size(), "token"),
                              agal::counted(candidates, "candidate")));
  };
  const auto interesting = [&](const agal::Program& candidate) {
    if (write_failure_.has_errors() || InterruptGuard::interrupted()) return false;
    ++asked;
    return ask(candidate).succeeded();
  };
  agal::Program result = agal::reduce::reduce(program, interesting, options);
  if (!quiet)
    print_error(fmt::format("{}: {} of {} left after {}\n", InterruptGuard::interrupted() ? "interrupted" : "done",
                            agal::grouped(result.instructions.size()),
                            agal::counted(program.instructions.size(), "token"), agal::counted(asked, "candidate")));
  return result;
}

ExitStatus Reduce::operator()(const Console& console) {
  if (same_file(path, output)) return console.report(usage_error("the product would overwrite the input " + path));
  const agal::Result<std::vector<std::byte>> bytes = read_input(path);
  if (!bytes) return console.report(bytes.diagnostics());
  bytecode_ = agal::looks_like_bytecode(*bytes);
  ExitStatus status = ExitStatus::Done;
  const std::optional<agal::Program> program = parse(*bytes, path, input, console, status);
  if (!program) return status;

  const TemporaryFolder folder;
  if (folder.path().empty())
    return console.report(only(make_diagnostic("cannot-write", folder.wanted(), {"cannot create a folder there"})));
  const std::string_view suffix = program->stage == agal::Stage::Vertex ? "vert" : "frag";
  candidate_path_ = fmt::format("{}/candidate.{}.agal", folder.path(), suffix);
  const InterruptGuard guard;
  const ShellOutcome first = ask(*program);
  if (write_failure_.has_errors()) return console.report(write_failure_);
  if (!first.succeeded())
    return console.report(only(make_diagnostic("not-interesting", display_name(path), {first.text()})));
  const agal::Program result = reduced(*program);
  status = worse(status, console.report(write_failure_));
  return worse(status, console.report(write(output, result)));
}

}  // namespace

Action build_reduce(CLI::App& app, Console& console) {
  const auto reduce = std::make_shared<Reduce>();
  add_examples(app,
               {"agalc reduce water.frag.agal --until 'agalc compile {} --target essl100 | grep texture2D'",
                "agalc reduce water.frag.agal --until 'agalc compile {} -t spvasm | grep ImageSample' -o small.agal"},
               notes);
  app.add_option("IN", reduce->path, "A program: bytecode or assembly text; - is stdin")->required();
  app.add_option("--until", reduce->command, "Command that exits with status 0 if a program is interesting")
      ->type_name("COMMAND")
      ->required()
      ->take_last();
  app.add_option("-o,--output", reduce->output,
                 "The reduced program, in the form of the input; - is stdout, as assembly")
      ->type_name("FILE")
      ->take_last();
  app.add_option("--timeout", reduce->timeout, "Maximum time of the command for one candidate; the default is 30")
      ->check(CLI::Range(0.001, 86'400.0))
      ->type_name("SECONDS")
      ->take_last();
  app.add_flag("--valid", reduce->valid, "Try only candidates that agalc validate accepts");
  app.add_flag("--allow-reserved", reduce->allow_reserved, "With --valid: accept sgn and ted, which players reject");
  app.add_flag("-q,--quiet", reduce->quiet, "Do not print progress to stderr");
  add_input_options(app, reduce->input);
  add_console_options(app, console);
  return [reduce, &console] { return (*reduce)(console); };
}

}  // namespace agalc
