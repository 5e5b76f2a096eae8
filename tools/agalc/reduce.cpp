// agalc reduce: reduces a program or IR while a command still succeeds.
#include "reduce/reduce.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

#include "agal/bytecode.hpp"
#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "commands.hpp"
#include "interrupts.hpp"
#include "ir/parse.hpp"
#include "options.hpp"
#include "os/process.hpp"
#include "os/temporary_folder.hpp"
#include "reduce/reduce_ir.hpp"
#include "shell.hpp"

namespace agalc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view reduce_notes =
    R"(The shell runs the command for one candidate after the other. Each {} in the command is replaced by
the path of the candidate; without {}, the path is appended. Exit status 0 means that the candidate is still
interesting and replaces the program; any other status, or a timeout, means that it is not. To reduce a program for
which a command fails, invert the exit status with '!'.

Candidates have the form of the input: bytecode, assembly text or IR. The output of the command is discarded.)";

// The operations that differ between programs and IR. `part` is the noun for the parts that are counted.
template <class Subject>
struct Reducible {
  using Predicate = std::function<bool(const Subject&)>;
  using Progress = std::function<void(const Subject&, std::size_t candidates)>;

  std::string_view suffix, part;
  std::size_t (*count_parts)(const Subject&);
  std::function<agal::Diagnostics(const std::string& to, const Subject&)> write;
  std::function<Subject(const Subject&, const Predicate&, const Progress&)> reduce;
};

class Reduce {
 public:
  std::string path, command, output = "-";
  double timeout = 30;
  bool valid = false, allow_reserved = false, quiet = false;
  InputOptions input;

  ExitStatus operator()(const Console& console);

 private:
  Reducible<agal::Program> reducible_program(bool bytecode) const;
  template <class Subject>
  ExitStatus reduce(const Subject& original, const Reducible<Subject>& kind, const Console& console);
  template <class Subject>
  Subject reduced(const Subject& original, const Reducible<Subject>& kind);
  template <class Subject>
  ShellOutcome ask(const Subject& candidate, const Reducible<Subject>& kind);
  std::string command_for(const std::string& candidate) const;

  std::string candidate_path_;
  agal::Diagnostics write_failure_;
};

std::string Reduce::command_for(const std::string& candidate) const {
  const std::string word = os::shell_quoted(candidate);
  std::string out;
  std::size_t at = 0;
  for (std::size_t next = command.find("{}"); next != std::string::npos; next = command.find("{}", at)) {
    out += command.substr(at, next - at) + word;
    at = next + 2;
  }
  return at == 0 ? command + " " + word : out + command.substr(at);
}

template <class Subject>
ShellOutcome Reduce::ask(const Subject& candidate, const Reducible<Subject>& kind) {
  agal::Diagnostics failed = kind.write(candidate_path_, candidate);
  if (failed.has_errors()) {
    write_failure_ = std::move(failed);
    return {};
  }
  return run_shell(command_for(candidate_path_), std::chrono::milliseconds(static_cast<std::int64_t>(timeout * 1000)));
}

template <class Subject>
Subject Reduce::reduced(const Subject& original, const Reducible<Subject>& kind) {
  const std::string all = agal::base::counted(kind.count_parts(original), kind.part);
  std::size_t asked = 0;
  const auto progress = [&](const Subject& smaller, std::size_t candidates) {
    if (!quiet)
      print_error(fmt::format("{} of {}, {}\n", agal::base::grouped(kind.count_parts(smaller)), all,
                              agal::base::counted(candidates, "candidate")));
  };
  const auto interesting = [&](const Subject& candidate) {
    if (write_failure_.has_errors() || InterruptGuard::interrupted()) return false;
    ++asked;
    return ask(candidate, kind).succeeded();
  };
  Subject result = kind.reduce(original, interesting, progress);
  if (!quiet)
    print_error(fmt::format("{}: {} of {} left after {}\n", InterruptGuard::interrupted() ? "interrupted" : "done",
                            agal::base::grouped(kind.count_parts(result)), all,
                            agal::base::counted(asked, "candidate")));
  return result;
}

template <class Subject>
ExitStatus Reduce::reduce(const Subject& original, const Reducible<Subject>& kind, const Console& console) {
  const os::TemporaryFolder folder("agalc-reduce");
  if (folder.path().empty())
    return console.report(only(make_diagnostic("cannot-write", folder.wanted(), {"cannot create a folder there"})));
  const std::string_view stage = original.stage == agal::Stage::Vertex ? "vert" : "frag";
  candidate_path_ = fmt::format("{}/candidate.{}.{}", folder.path(), stage, kind.suffix);
  const InterruptGuard guard;
  const ShellOutcome first = ask(original, kind);
  if (write_failure_.has_errors()) return console.report(write_failure_);
  if (!first.succeeded())
    return console.report(only(make_diagnostic("not-interesting", display_name(path), {first.text()})));
  const Subject result = reduced(original, kind);
  const ExitStatus status = console.report(write_failure_);
  return worse(status, console.report(kind.write(output, result)));
}

Reducible<agal::Program> Reduce::reducible_program(bool bytecode) const {
  const auto write = [bytecode](const std::string& to, const agal::Program& program) {
    return bytecode && to != "-" ? write_output(to, agal::write_bytecode(program))
                                 : write_output(to, agal::disassemble(program));
  };
  const auto reduce = [this](const agal::Program& program, const auto& interesting, const auto& progress) {
    agal::reduce::Options options;
    options.valid = valid;
    options.allow_reserved = allow_reserved;
    options.on_progress = progress;
    return agal::reduce::reduce(program, interesting, options);
  };
  return {"agal", "token", [](const agal::Program& program) { return program.instructions.size(); }, write, reduce};
}

Reducible<agal::ir::Module> reducible_ir() {
  const auto write = [](const std::string& to, const agal::ir::Module& module) {
    return write_output(to, agal::ir::print(module));
  };
  const auto reduce = [](const agal::ir::Module& module, const auto& interesting, const auto& progress) {
    agal::reduce::IrOptions options;
    options.on_progress = progress;
    return agal::reduce::reduce(module, interesting, options);
  };
  return {"ir", "instruction", [](const agal::ir::Module& module) { return module.body.size(); }, write, reduce};
}

ExitStatus Reduce::operator()(const Console& console) {
  const agal::Result<std::vector<std::byte>> bytes = read_input(path);
  if (!bytes) return console.report(bytes.diagnostics());
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (agal::ir::looks_like_ir(text)) {
    const agal::Result<agal::ir::Module> module = agal::ir::parse(text, display_name(path));
    return module ? reduce(*module, reducible_ir(), console) : console.report(module.diagnostics());
  }
  ExitStatus status = ExitStatus::Done;
  const std::optional<agal::Program> program = parse(*bytes, path, input, console, status);
  if (!program) return status;
  return worse(status, reduce(*program, reducible_program(agal::looks_like_bytecode(*bytes)), console));
}

}  // namespace

Action build_reduce(CLI::App& app, Console& console) {
  const auto reduce = std::make_shared<Reduce>();
  add_examples(app,
               {"agalc reduce water.frag.agal --until 'agalc compile {} --target essl100 | grep texture2D'",
                "agalc reduce water.frag.agal --until 'agalc compile {} -t spvasm | grep ImageSample' -o small.agal",
                "agalc reduce water.frag.ir --until 'agalc opt {} --verify | grep sample'"},
               reduce_notes);
  app.add_option("IN", reduce->path, "A program: bytecode, assembly text or IR; - is stdin")->required();
  app.add_option("--until", reduce->command, "Command that exits with status 0 if a program is interesting")
      ->type_name("COMMAND")
      ->required()
      ->take_last();
  add_output_file(app, console, "-o,--output", reduce->output, Writes::Program,
                  "The reduced program, in the form of the input; - is stdout, bytecode as assembly");
  add_number(app, "--timeout", reduce->timeout, 0.001, 86'400.0,
             "Maximum time of the command for one candidate; the default is 30", "SECONDS");
  app.add_flag("--valid", reduce->valid, "Try only candidates that agalc validate accepts");
  app.add_flag("--allow-reserved", reduce->allow_reserved, "With --valid: accept sgn and ted, which players reject");
  app.add_flag("-q,--quiet", reduce->quiet, "Do not print progress to stderr");
  add_input_options(app, reduce->input);
  add_console_options(app, console);
  return [reduce, &console] { return (*reduce)(console); };
}

}  // namespace agalc
