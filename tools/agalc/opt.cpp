// agalc opt: runs passes over the IR, which is read and written as text.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "commands.hpp"
#include "ir/parse.hpp"
#include "library_options.hpp"
#include "messages.hpp"
#include "opt/passes.hpp"
#include "program_inputs.hpp"
#include "target/output.hpp"
#include "translate/translation.hpp"

namespace agalc {
namespace {

constexpr std::string_view opt_notes =
    R"(The IR is that of agalc compile --emit ir and --print-after-all; docs/ir.md describes it and the passes. It is
verified before the first pass. The pass 'verify' changes nothing. Without --passes the passes run that agalc
compile runs for the target.)";

constexpr std::string_view verify_pass = "verify";

struct Opt {
  std::string path, output = "-";
  std::vector<std::string> passes;
  bool verify = false;
  CompileSettings settings;

  ExitStatus run(const Console& console);
};

std::vector<std::string_view> all_passes() {
  std::vector<std::string_view> names(agal::opt::pass_names().begin(), agal::opt::pass_names().end());
  names.push_back(verify_pass);
  return names;
}

ExitStatus Opt::run(const Console& console) {
  if (settings.targets.size() > 1) return console.report(usage_error("opt runs the passes for one target"));
  console.report(settings.target_notes);
  if (!settings.targets.empty()) settings.options.target = settings.targets[0];

  const agal::Result<std::vector<std::byte>> bytes = read_data(path, "ir-invalid");
  if (!bytes) return console.report(bytes.diagnostics());
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  agal::Result<agal::ir::Module> module = agal::ir::parse(text, display_name(path));
  if (!module) return console.report(module.diagnostics());

  const agal::target::Output target = agal::target::resolve(settings.options, module->stage);
  agal::opt::PipelineOptions pipeline = agal::translation::pipeline_options(target, settings.options.optimization);
  pipeline.verify = pipeline.verify || verify;
  agal::opt::PassListener listener;
  if (settings.print_after_all)
    listener = [print = step_printer(path, settings.options.target)](std::string_view pass,
                                                                     const agal::ir::Module& after) {
      print(fmt::format("ir: {}", pass), agal::ir::print(after));
    };
  std::vector<std::string_view> names(passes.begin(), passes.end());
  std::erase(names, verify_pass);
  const agal::Diagnostics found = passes.empty() ? agal::opt::run_pipeline(*module, pipeline, listener)
                                                 : agal::opt::run_passes(*module, names, pipeline, listener);
  if (found.has_errors()) return console.report(found);
  return console.report(write_output(output, agal::ir::print(*module)));
}

}  // namespace

Action build_opt(CLI::App& app, Console& console) {
  const auto opt = std::make_shared<Opt>();
  add_input(app, opt->path, "IR as text; - is stdin");
  add_output_file(app, console, "-o,--output", opt->output, Writes::Ir, "The IR after the passes; - is stdout");
  const auto store = [opt](const std::vector<std::string>& names) {
    const std::vector<std::string_view> known = all_passes();
    for (const std::string& name : names)
      if (std::find(known.begin(), known.end(), name) == known.end())
        throw CLI::ValidationError("--passes", agal::base::unknown_name("pass", name, known));
    opt->passes.insert(opt->passes.end(), names.begin(), names.end());
  };
  CLI::Option* const passes =
      app.add_option_function<std::vector<std::string>>("--passes", store, "Passes to run, in this order")
          ->type_name("PASS[,PASS...]")
          ->delimiter(',')
          ->allow_extra_args(false);
  describe_choices(*passes, all_passes());
  app.add_flag("--verify", opt->verify, "Verify the IR after each pass");
  app.add_flag("--print-after-all", opt->settings.print_after_all, "Print the IR after each pass to stderr");
  add_target_option(app, opt->settings);
  agal::CompileOptions& options = opt->settings.options;
  add_library_choice(app, "optimize", "level", options.optimization, " (also -O and -O0)");
  add_library_choice(app, "writer", "writer", options.writer);
  add_library_choice(app, "clip-z", "range", options.clip_z);
  add_library_flag(app, "flip-y", options.flip_y);
  add_examples(
      app, {"agalc opt water.frag.ir --passes=fold,cse", "agalc opt water.frag.ir --target essl100 --print-after-all"},
      opt_notes);
  add_console_options(app, console);
  return [opt, &console] { return opt->run(console); };
}

}  // namespace agalc
