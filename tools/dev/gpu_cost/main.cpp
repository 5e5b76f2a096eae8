// The agal-gpu-cost command.
#include <CLI/CLI.hpp>

#include "console/console.hpp"
#include "console/files.hpp"
#include "console/guarded.hpp"
#include "console/single_command.hpp"
#include "measure.hpp"

namespace agal::gpu_cost {
namespace {

using agalc::Console;

constexpr std::string_view footer = R"(Examples:
  agal-gpu-cost water.vert.agal water.frag.agal other/water.vert.spv other/water.frag.spv
  agal-gpu-cost --corpus corpus/manifest.json --reasons tools/dev/gpu_cost/reasons.txt --json cost.json

AGAL is compiled to SPIR-V and to GLSL 450. The SPIR-V is measured unchanged and after spirv-opt -O; the GLSL is
compiled by glslang. SPIR-V and GLSL files are compared with it: a vertex shader and the fragment shader after it are
a pair. A GPU is not needed: RADV (mesa-vulkan-drivers) compiles for the requested family.
Exit status: 0 success, 1 a file is rejected or a cost is unexplained, 2 usage error, 3 file not readable or writable.)";

struct Command {
  MeasureOptions options;
  std::vector<std::string> files, corpora;
  std::string reasons, json;
  bool listing = false, every = false;

  Diagnostics run();
  Result<Measured> measured(Diagnostics& found) const;
  Diagnostics print(const Measured& measured);
};

Result<Measured> Command::measured(Diagnostics& found) const {
  if (corpora.empty()) {
    const Result<std::vector<Form>> forms = forms_of_files(files);
    if (!forms) return forms.diagnostics();
    return measure("files", *forms, options);
  }
  std::vector<Subject> subjects;
  for (const std::string& manifest : corpora) {
    Result<std::vector<Subject>> corpus = read_corpus(manifest);
    if (!corpus) return std::move(corpus.diagnostics());
    found.append(std::move(corpus.diagnostics()));
    subjects.insert(subjects.end(), corpus->begin(), corpus->end());
  }
  return measure(subjects, options);
}

// If there is a table of reasons, every unexplained excess is an error.
Diagnostics Command::print(const Measured& measured) {
  Reasons known;
  if (!reasons.empty()) {
    Result<Reasons> read = read_reasons(reasons);
    if (!read) return std::move(read.diagnostics());
    known = *std::move(read);
  }
  const Detail detail = every || corpora.empty() ? Detail::EveryRow : Detail::Totals;
  Diagnostics found = agalc::write_output("-", table(measured.results, known, detail) + measured.listings);
  if (!json.empty()) found.append(agalc::write_output(json, gpu_cost::json(measured.results, known)));
  if (reasons.empty()) return found;
  for (const Family& family : measured.results.families)
    for (const Excess& excess : excesses(measured.results, family, known))
      if (excess.is_unexplained())
        found.add(agalc::make_diagnostic("cost-unexplained", excess.program, {family.name, excess.form}));
  return found;
}

Diagnostics Command::run() {
  if (files.empty() == corpora.empty()) return agalc::usage_error("pass either files or --corpus");
  options.listing = listing ? Listing::Yes : Listing::No;
  Diagnostics found;
  const Result<Measured> result = measured(found);
  if (!result) return result.diagnostics();
  found.append(print(*result));
  return found;
}

void add_options(CLI::App& app, Console& console, Command& command) {
  app.add_option("FILE", command.files, "AGAL (one program per stage), SPIR-V and GLSL");
  app.add_option("--corpus", command.corpora, "Measure all programs of a corpus: its manifest.json")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app.add_option("--family", command.options.families,
                 "GPU to compile for, by its name in RADV; the default is navi21 and polaris10")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--reasons", command.reasons,
                 "Known reasons for higher costs than another form; costs without a reason are errors")
      ->type_name("FILE")
      ->take_last();
  add_output_file(app, console, "--json", command.json, agalc::Writes::Other, "Write everything as JSON");
  app.add_option("--driver", command.options.driver,
                 "Manifest of the Vulkan driver; the default is that of the installed RADV")
      ->type_name("FILE")
      ->take_last();
  app.add_flag("--all", command.every, "Print every program of a corpus");
  app.add_flag("--listing", command.listing, "Print the driver's IRs and assembly for each form");
}

agalc::ExitStatus run(int argc, char** argv) {
  Command command;
  CLI::App app("Measures the cost of shaders on a GPU that does not have to be installed.", "agal-gpu-cost");
  app.footer(std::string(footer));
  Console console;
  add_options(app, console, command);
  return agalc::run_single(app, console, argc, argv, [&](const Console& ready) { return ready.report(command.run()); });
}

}  // namespace
}  // namespace agal::gpu_cost

int main(int argc, char** argv) {
  return agalc::guarded("agal-gpu-cost", [&] { return agal::gpu_cost::run(argc, argv); });
}
