// agalc reflect: prints the interface of a program as JSON.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/files.hpp"
#include "commands.hpp"
#include "fault_report.hpp"
#include "options.hpp"
#include "products.hpp"
#include "program_inputs.hpp"

namespace agalc {

Action build_reflect(CLI::App& app, Console& console) {
  struct Options {
    std::string path, output = "-";
    InputOptions input;
    CompileSettings settings;
  };
  console.saves_programs = true;
  const auto options = std::make_shared<Options>();
  add_input(app, options->path, "A program: bytecode or assembly text; - is stdin");
  add_output_file(app, console, "-o,--output", options->output, Writes::Other, "The JSON; - is stdout");
  add_target_option(app, options->settings);
  add_input_options(app, options->input);
  add_compile_options(app, options->settings);
  add_stage_options(app, options->settings);
  add_examples(app, {"agalc reflect water.frag.agal", "agalc reflect water.frag.agal --target msl20 -o water.json"});
  add_console_options(app, console);
  const auto run = [options, &console] {
    CompileSettings& settings = options->settings;
    console.report(settings.target_notes);
    if (settings.targets.size() > 1) return console.report(usage_error("reflect takes one target"));
    if (settings.targets.size() == 1) settings.options.target = settings.targets[0];
    ExitStatus status = ExitStatus::Done;
    const std::optional<agal::Program> program = load(options->path, options->input, console, status);
    if (!program) return status;
    status = worse(status, console.report(absent_registers(settings, options->input, {&*program})));
    if (status != ExitStatus::Done) return status;
    if (settings.print_after_all) settings.options.on_step = step_printer(options->path, settings.options.target);
    agal::Result<agal::Compilation> compilation = agal::compile(*program, settings.options);
    if (options->input.warnings_are_errors) compilation.diagnostics().promote_warnings();
    status = worse(status, console.report(compilation.diagnostics()));
    if (status == ExitStatus::Internal) report_fault(console, {&*program}, options->input.assemble);
    if (!compilation || compilation.diagnostics().has_errors()) return worse(status, ExitStatus::Rejected);
    if (settings.options.time_steps) {
      TimeReport times;
      times.add(*compilation);
      print_error(times.text());
    }
    return worse(status, console.report(write_output(options->output, compilation->reflection)));
  };
  return run;
}

}  // namespace agalc
