// agalc dis: disassembles bytecode to assembly text.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/files.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "program_inputs.hpp"

namespace agalc {

Action build_dis(CLI::App& app, Console& console) {
  struct Options {
    std::string path, output = "-";
    InputOptions input;
    agal::DisassembleOptions disassemble;
  };
  const auto options = std::make_shared<Options>();
  add_input(app, options->path, "Bytecode, or text to print in canonical form; - is stdin");
  add_output_file(app, console, "-o,--output", options->output, Writes::Assembly, "The text; - is stdout");
  app.add_flag("--offsets", options->disassemble.offsets, "Print the number and byte offset of each token");
  app.add_flag("--explain", options->disassemble.explain, "Print each field of each token: bits, name and value");
  add_input_options(app, options->input);
  add_examples(app, {"agalc dis water.frag.bin", "agalc dis --explain water.frag.agal"});
  add_console_options(app, console);
  return [options, &console] {
    ExitStatus status = ExitStatus::Done;
    const std::optional<agal::Program> program = load(options->path, options->input, console, status);
    if (!program) return status;
    const std::string text = agal::disassemble(*program, options->disassemble);
    return worse(status, console.report(write_output(options->output, text)));
  };
}

}  // namespace agalc
