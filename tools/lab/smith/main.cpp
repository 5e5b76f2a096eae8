// The agal-smith command: generates programs from seeds, as files or as text.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "cli/choices.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "cli/guarded.hpp"
#include "cli/recorded_files.hpp"
#include "dice.hpp"
#include "smith.hpp"

namespace agal::smith {
namespace {

using agalc::Console;

constexpr std::string_view footer = R"(Examples:
  agal-smith --seed 7 --stage fragment | agalc validate -
  agal-smith --seed 1 --count 100 --pairs --size 60 -o programs/

The same seed and options give the same programs on every machine. All programs and pairs pass agalc validate.
Exit status: 0 success, 2 usage error or a file that would be replaced and is not from agal-smith, 3 file not writable.)";

struct Command {
  Options options;
  std::uint32_t count = 1;
  std::optional<Stage> stage;
  bool pairs = false;
  bool text = false;
  bool overwrite = false;
  std::string folder;

  // Receives the name of a program, which is derived from its seed, and the program.
  using Visitor = std::function<agal::Diagnostics(const std::string&, const Program&)>;

  agal::Diagnostics run();
  agal::Diagnostics print();
  agal::Diagnostics write();
  agal::Diagnostics visit_all(const Visitor& visit) const;
  std::string content(const Program& program) const;
};

agal::Diagnostics Command::visit_all(const Visitor& visit) const {
  Options now = options;
  const auto name = [&](const Program& program) {
    return fmt::format("{:04}.{}.agal", now.seed, program.stage == Stage::Vertex ? "vert" : "frag");
  };
  for (std::uint32_t i = 0; i < count; ++i, ++now.seed) {
    std::vector<Program> programs;
    if (pairs) {
      Pair pair = generate_pair(now);
      programs = {std::move(pair.vertex), std::move(pair.fragment)};
    } else {
      const Stage either = Dice(now.seed).chance(50) ? Stage::Vertex : Stage::Fragment;
      programs = {generate(stage.value_or(either), now)};
    }
    for (const Program& program : programs)
      if (agal::Diagnostics failed = visit(name(program), program); failed.has_errors()) return failed;
  }
  return {};
}

// Returns the content of a file.
std::string Command::content(const Program& program) const {
  if (text) return disassemble(program);
  const std::vector<std::byte> bytes = write_bytecode(program);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

agal::Diagnostics Command::print() {
  std::string printed;
  visit_all([&](const std::string&, const Program& program) {
    printed += (printed.empty() ? "" : "\n") + disassemble(program);
    return agal::Diagnostics{};
  });
  return agalc::write_output("-", printed);
}

// Generates all programs twice, so that nothing is written if a file would be replaced that somebody has edited.
agal::Diagnostics Command::write() {
  if (agal::Diagnostics failed = agalc::make_directory(folder); failed.has_errors()) return failed;
  agalc::FolderRecord record(folder, overwrite);
  visit_all([&](const std::string& name, const Program& program) {
    record.plan(name, [&] { return content(program); });
    return agal::Diagnostics{};
  });
  agal::Diagnostics found = record.check();
  if (found.has_errors()) return found;
  found.append(
      visit_all([&](const std::string& name, const Program& program) { return record.write(name, content(program)); }));
  found.append(record.finish());
  return found;
}

agal::Diagnostics Command::run() {
  if (pairs && stage) return agalc::usage_error("--pairs cannot be combined with --stage");
  if (text && folder.empty()) return agalc::usage_error("--text needs a folder", "pass -o DIR");
  return folder.empty() ? print() : write();
}

void add_options(CLI::App& app, Console& console, Command& command) {
  const agalc::Choices<Stage> stages{{"vertex", Stage::Vertex}, {"fragment", Stage::Fragment}};
  app.add_option("--seed", command.options.seed,
                 "Seed of the first program, incremented for each further one; the default is 1")
      ->type_name("NUMBER")
      ->take_last();
  agalc::add_number(app, "--count", command.count, 1u, 1'000'000u, "Number of programs or pairs; the default is 1");
  agalc::add_number(app, "--size", command.options.size, 1u, std::uint32_t{version_limits(newest_version).tokens},
                    "Approximate number of tokens of each program; the default is 30");
  agalc::add_number(app, "--version", command.options.version, 1u, newest_version, "AGAL version; the default is any");
  agalc::add_choice(app, "--stage", "stage", stages, command.stage, "Stage of the programs; the default is either");
  app.add_flag("--pairs", command.pairs, "Make a vertex and a matching fragment program for each seed");
  app.add_flag("--allow-reserved", command.options.allow_reserved,
               "Also use sgn and ted, which agalc accepts with --allow-reserved");
  app.add_flag("--allow-volume", command.options.allow_volume,
               "Also use 3d textures, which agalc accepts with --validate=warn");
  add_output_folder(
      app, console, "-o,--output", command.folder,
      "Folder for NNNN.vert.agal and NNNN.frag.agal, where NNNN is the seed; the default is to print assembly");
  agalc::add_overwrite_option(app, command.overwrite);
  app.add_flag("--text", command.text, "Write assembly into the folder rather than bytecode");
}

agalc::ExitStatus run(int argc, char** argv) {
  Command command;
  CLI::App app("Generates valid AGAL programs from seeds.", "agal-smith");
  app.footer(std::string(footer));
  Console console;
  add_options(app, console, command);
  return agalc::run_single(app, console, argc, argv, [&](const Console& ready) { return ready.report(command.run()); });
}

}  // namespace
}  // namespace agal::smith

int main(int argc, char** argv) {
  return agalc::guarded("agal-smith", [&] { return agal::smith::run(argc, argv); });
}
