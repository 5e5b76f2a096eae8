// agalc as: assembles text to bytecode.
#include <CLI/CLI.hpp>
#include <memory>

#include "agal/bytecode.hpp"
#include "cli/files.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "program_inputs.hpp"

namespace agalc {

Action build_as(CLI::App& app, Console& console) {
  struct Options {
    std::string path, output = "-";
    InputOptions input;
  };
  const auto options = std::make_shared<Options>();
  add_input(app, options->path, "Assembly text; - is stdin");
  add_output_file(app, console, "-o,--output", options->output, Writes::Bytecode, "The bytecode; - is stdout");
  add_input_options(app, options->input);
  add_examples(app, {"agalc as water.frag.agal -o water.frag.bin"});
  add_console_options(app, console);
  return [options, &console] {
    ExitStatus status = ExitStatus::Done;
    const std::optional<agal::Program> program = load(options->path, options->input, console, status);
    if (!program) return status;
    const agal::Diagnostics failed = write_binary_output(options->output, agal::write_bytecode(*program));
    return worse(status, console.report(failed));
  };
}

}  // namespace agalc
