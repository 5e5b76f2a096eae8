// agalc run: runs a program in the reference interpreter.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "commands.hpp"
#include "library_options.hpp"
#include "options.hpp"
#include "program_inputs.hpp"
#include "run_inputs.hpp"

namespace agalc {
namespace {

using agal::OutputFormat;

// Returns the text of a run: its trace, if there is one, and its outputs.
template <class Output>
agal::Result<std::string> text_of(const agal::Program& program, agal::Result<Output> output, OutputFormat format) {
  if (!output) return std::move(output.diagnostics());
  std::string text = format_trace(program, output->trace);
  if (!text.empty()) text += "\n";
  return text + format_outputs(*output, format);
}

class Run {
 public:
  std::string path, inputs, output = "-";
  OutputFormat format = OutputFormat::Text;
  InputOptions input;
  agal::InterpretOptions options;
  agal::ValidateOptions validation;

  ExitStatus operator()(const Console& console) {
    if (path == "-" && inputs == "-") return console.report(usage_error("only one of the inputs can be stdin"));
    if (options.trace && format == OutputFormat::Json)
      return console.report(usage_error("a trace cannot be printed as JSON", "omit --trace or --format=json"));
    ExitStatus status = ExitStatus::Done;
    const std::optional<agal::Program> program = load(path, input, console, status);
    if (!program) return status;
    agal::Diagnostics found = validate(*program, validation);
    if (input.warnings_are_errors) found.promote_warnings();
    status = worse(status, console.report(found));
    if (found.has_errors()) return status;
    const agal::Result<Inputs> given = read_inputs(program->stage);
    status = worse(status, console.report(given.diagnostics()));
    if (!given) return status;
    const agal::Result<std::string> text =
        program->stage == agal::Stage::Vertex
            ? text_of(*program, interpret_vertex(*program, given->bindings, given->vertex, options), format)
            : text_of(*program, interpret_quad(*program, given->bindings, given->quad, options), format);
    // The messages of a successful run are not reported: it validates at level Off, and `found` has these messages.
    if (!text) return worse(status, console.report(text.diagnostics()));
    return worse(status, console.report(write_output(output, *text)));
  }

 private:
  agal::Result<Inputs> read_inputs(agal::Stage stage) const {
    if (inputs.empty()) return Inputs{};
    agal::Result<std::vector<std::byte>> bytes = read_data(inputs, "inputs-not-json");
    if (!bytes) return std::move(bytes.diagnostics());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return parse_inputs(text, display_name(inputs), stage);
  }
};

}  // namespace

Action build_run(CLI::App& app, Console& console) {
  const auto run = std::make_shared<Run>();
  add_input(app, run->path, "A program: bytecode or assembly text; - is stdin");
  app.add_option("--in", run->inputs, "The inputs as JSON (docs/interpreter.md); - is stdin")
      ->type_name("FILE")
      ->take_last();
  add_output_file(app, console, "-o,--output", run->output, Writes::Other, "The outputs; - is stdout");
  app.add_flag("--trace", run->options.trace, "Print each token and its effect before the outputs");
  add_library_choice(app, "nan", "rules", run->options.nan);
  const Choices<OutputFormat> formats{{"text", OutputFormat::Text}, {"json", OutputFormat::Json}};
  add_choice(app, "--format", "format", formats, run->format, "Format of the outputs");
  add_input_options(app, run->input);
  add_semantics_options(app, run->options.semantics);
  add_validation_options(app, run->validation);
  add_examples(
      app, {"agalc run water.vert.agal", "agalc run water.frag.agal --in inputs.json --trace",
            "agalc run water.frag.agal --format=json", "agalc run water.frag.agal --in inputs.json --nan direct3d"});
  add_console_options(app, console);
  return [run, &console] { return (*run)(console); };
}

}  // namespace agalc
