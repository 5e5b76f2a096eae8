// The agal-smith command: generates programs from seeds, as files or as text.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "agal/assembly.hpp"
#include "agal/bytecode.hpp"
#include "console/choices.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "console/guarded.hpp"
#include "dice.hpp"
#include "smith.hpp"

namespace agal::smith {
namespace {

using agalc::Console;

constexpr std::string_view footer = R"(Examples:
  agal-smith --seed 7 --stage fragment | agalc validate -
  agal-smith --seed 1 --count 100 --pairs --size 60 -o programs/

The same seed and options give the same programs on every machine. All programs and pairs pass agalc validate.
Exit status: 0 success, 2 usage error, 3 file not writable.)";

struct Command {
  Options options;
  std::uint32_t count = 1;
  std::optional<Stage> stage;
  bool pairs = false;
  bool text = false;
  std::string folder;
  std::string printed;

  agal::Diagnostics run();
  agal::Diagnostics make_one();
  agal::Diagnostics write(const Program& program);
};

// Writes a file named after the seed to the folder, or appends to the printed output.
agal::Diagnostics Command::write(const Program& program) {
  if (folder.empty()) {
    printed += (printed.empty() ? "" : "\n") + disassemble(program);
    return {};
  }
  const std::string_view suffix = program.stage == Stage::Vertex ? "vert" : "frag";
  const std::string path = fmt::format("{}/{:04}.{}.agal", folder, options.seed, suffix);
  return text ? agalc::write_output(path, disassemble(program)) : agalc::write_output(path, write_bytecode(program));
}

agal::Diagnostics Command::make_one() {
  if (!pairs) {
    const Stage either = Dice(options.seed).chance(50) ? Stage::Vertex : Stage::Fragment;
    return write(generate(stage.value_or(either), options));
  }
  const Pair pair = generate_pair(options);
  agal::Diagnostics found = write(pair.vertex);
  found.append(write(pair.fragment));
  return found;
}

agal::Diagnostics Command::run() {
  if (pairs && stage) return agalc::usage_error("--pairs cannot be combined with --stage");
  if (text && folder.empty()) return agalc::usage_error("--text needs a folder", "pass -o DIR");
  if (!folder.empty()) {
    agal::Diagnostics failed = agalc::make_directory(folder);
    if (failed.has_errors()) return failed;
  }
  for (std::uint32_t i = 0; i < count; ++i, ++options.seed) {
    agal::Diagnostics failed = make_one();
    if (failed.has_errors()) return failed;
  }
  return folder.empty() ? agalc::write_output("-", printed) : agal::Diagnostics{};
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
