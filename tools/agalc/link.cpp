// agalc link: compiles a vertex and a fragment program as a pair.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "cli/suffixes.hpp"
#include "commands.hpp"
#include "fault_report.hpp"
#include "library_options.hpp"
#include "options/writer_choice.hpp"
#include "pair_inputs.hpp"
#include "products.hpp"
#include "proofs/products.hpp"
#include "target_names.hpp"

namespace agalc {
namespace {

class Link {
 public:
  PairPaths paths;
  std::string output;
  bool prove = false, overwrite = false;
  InputOptions input;
  CompileSettings settings;

  explicit Link(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics check() const;
  ExitStatus link_target(const agal::Program& v, const agal::Program& f, agal::Target target,
                         MessageDeduplicator& messages);
  ExitStatus write(const agal::LinkedCompilation& linked);
  agal::Diagnostics write_shader(const std::string& path, const agal::Compilation& shader);
  agal::Diagnostics check_sources(const agal::Program& v, const agal::Program& f);
  // The names of the files of one target. A single module is one file for both programs.
  struct Files {
    std::string vertex, fragment, both, reflection;
  };
  Files files_for(agal::Target target) const;
  std::vector<PlannedFile> planned_files() const;
  std::string pair_stem() const;
  bool emits_ir() const { return settings.options.emit == agal::TextForm::Ir; }
  std::string folder() const { return output.back() == '/' ? output : output + "/"; }
  // Returns true if -o names a file for a single module, and not a folder.
  bool to_file() const { return settings.options.single_module && names_file(output); }

  const Console& console_;
  std::optional<FolderRecord> record_;  // for IR, which agalc opt reads
  agal::ValidModules valid_modules_;
  TimeReport times_;
};

ExitStatus Link::run() {
  settings.options.valid_modules = &valid_modules_;
  console_.report(settings.target_notes);
  if (settings.targets.empty() && to_file())
    if (const std::optional<agal::Target> target = target_of(output)) settings.targets.push_back(*target);
  if (const ExitStatus status = console_.report(paths.complete()); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(check()); status != ExitStatus::Done) return status;
  ExitStatus status = ExitStatus::Done;
  const std::optional<LoadedPair> pair = load_pair(paths, input, console_, status);
  if (!pair) return status;
  status = worse(status, console_.report(absent_registers(settings, input, {&pair->vertex, &pair->fragment})));
  if (status != ExitStatus::Done) return status;
  status =
      worse(status, console_.report(console_.outputs.check_planned(planned_files(), {paths.vertex, paths.fragment})));
  if (status != ExitStatus::Done) return status;
  status = worse(status, console_.report(check_sources(pair->vertex, pair->fragment)));
  if (status != ExitStatus::Done) return status;
  if (!to_file()) status = worse(status, console_.report(make_directory(output)));
  if (status != ExitStatus::Done) return status;

  if (prove) console_.report(agal::proofs::unproved(settings.targets));
  MessageDeduplicator messages(console_);
  for (const agal::Target target : settings.targets)
    status = worse(status, link_target(pair->vertex, pair->fragment, target, messages));
  if (record_) status = worse(status, console_.report(record_->finish()));
  if (settings.options.time_steps) print_error(times_.text());
  return status;
}

agal::Diagnostics Link::check() const {
  if (settings.targets.empty()) return usage_error("no target is specified", "pass --target");
  if (!settings.options.single_module && names_file(output))
    return usage_error(fmt::format("-o names the folder for both products, and {} is the name of a file", output),
                       "pass -o DIR/");
  if (to_file() && !contradicted_by(output, Writes::Shader, settings.targets.front()).empty())
    return usage_error(
        fmt::format("{} is not the name of a file in {}", output, agal::info(settings.targets.front()).name));
  std::error_code ignored;
  if (!to_file() && !names_directory(output) && os::fs::exists(output, ignored))
    return usage_error(fmt::format("-o names a folder, and {} is a file", output), "pass a folder such as out/");
  if (emits_ir() && settings.options.single_module)
    return usage_error("the IR of a pair is two texts: pass --single-module without --emit ir");
  if (emits_ir() && prove) return usage_error("the IR is not proved: pass --prove without --emit ir");
  if (paths.vertex == "-" && paths.fragment == "-") return usage_error("stdin can be read only once");
  if (stem_of(paths.vertex) == stem_of(paths.fragment))
    return usage_error("the products of both programs would have the same names",
                       "rename the programs, for example to x.vert.agal and x.frag.agal");
  for (const agal::Target target : settings.targets)
    if (const agal::TargetInfo& row = agal::info(target);
        settings.options.single_module && row.family != agal::TargetFamily::Wgsl)
      return usage_error(fmt::format("{} cannot have both programs in one file", row.name),
                         "pass --single-module with --target wgsl alone");
  return {};
}

ExitStatus Link::link_target(const agal::Program& v, const agal::Program& f, agal::Target target,
                             MessageDeduplicator& messages) {
  agal::CompileOptions options = agal::options::for_target(settings.options, target, settings.targets);
  if (settings.print_after_all) options.on_step = step_printer(pair_stem(), target);
  agal::Result<agal::LinkedCompilation> linked = agal::link(v, f, options);
  agal::Diagnostics& diagnostics = linked.diagnostics();
  if (linked && prove && agal::proofs::can_prove(target))
    diagnostics.append(agal::proofs::check_pair(v, f, *linked, options));
  if (input.warnings_are_errors) diagnostics.promote_warnings();
  const ExitStatus status = messages.report(diagnostics);
  if (status == ExitStatus::Internal) report_fault(console_, {&v, &f}, input.assemble);
  if (!linked || diagnostics.has_errors()) return worse(status, ExitStatus::Rejected);
  times_.add(linked->vertex);
  times_.add(linked->fragment);
  return worse(status, write(*linked));
}

Link::Files Link::files_for(agal::Target target) const {
  const std::string suffix = product_suffix(target, settings.options.emit);
  const auto path = [&](const std::string& stem) { return folder() + stem + suffix; };
  const std::string both = to_file() ? output : path(pair_stem());
  Files files{{}, {}, both, both + std::string(reflection_suffix)};
  if (!settings.options.single_module) files.vertex = path(stem_of(paths.vertex));
  if (!settings.options.single_module) files.fragment = path(stem_of(paths.fragment));
  return files;
}

std::vector<PlannedFile> Link::planned_files() const {
  std::vector<PlannedFile> planned;
  for (const agal::Target target : settings.targets) {
    const Files files = files_for(target);
    if (settings.options.single_module) {
      planned.push_back({files.both, Writes::Shader});
    } else {
      const Writes writes = emits_ir() ? Writes::Recorded : Writes::Shader;
      planned.push_back({files.vertex, writes});
      planned.push_back({files.fragment, writes});
    }
    if (!emits_ir()) planned.push_back({files.reflection, Writes::Other});
  }
  return planned;
}

// Reports files with IR that would be replaced, and that agalc did not write.
agal::Diagnostics Link::check_sources(const agal::Program& v, const agal::Program& f) {
  if (!emits_ir()) return {};
  record_.emplace(folder(), overwrite);
  for (const agal::Target target : settings.targets) {
    std::optional<agal::Result<agal::LinkedCompilation>> linked;
    const auto text_of = [&](agal::Compilation agal::LinkedCompilation::*shader) -> std::optional<std::string> {
      if (!linked) linked = agal::link(v, f, agal::options::for_target(settings.options, target, settings.targets));
      return *linked ? std::optional(((**linked).*shader).text) : std::nullopt;
    };
    const Files files = files_for(target);
    record_->plan(files.vertex.substr(folder().size()), [&] { return text_of(&agal::LinkedCompilation::vertex); });
    record_->plan(files.fragment.substr(folder().size()), [&] { return text_of(&agal::LinkedCompilation::fragment); });
  }
  return record_->check();
}

agal::Diagnostics Link::write_shader(const std::string& path, const agal::Compilation& shader) {
  return record_ ? record_->write(path.substr(folder().size()), shader.text) : write_product(path, shader);
}

ExitStatus Link::write(const agal::LinkedCompilation& linked) {
  const Files files = files_for(linked.vertex.target);
  ExitStatus status = ExitStatus::Done;
  if (settings.options.single_module) {
    status = console_.report(write_output(files.both, linked.both));
  } else {
    status = console_.report(write_shader(files.vertex, linked.vertex));
    status = worse(status, console_.report(write_shader(files.fragment, linked.fragment)));
  }
  if (!emits_ir()) status = worse(status, console_.report(write_output(files.reflection, linked.reflection)));
  return status;
}

// Returns the common part of the names of both programs: `water` for water.vert.agal and water.frag.agal. If they have
// different names, returns both: `sky+fog` for sky.vert.agal and fog.frag.agal.
std::string Link::pair_stem() const {
  const auto base = [](std::string stem, std::string_view stage) {
    if (stem.size() > stage.size() && stem.compare(stem.size() - stage.size(), stage.size(), stage) == 0)
      stem.resize(stem.size() - stage.size());
    return stem;
  };
  const std::string v = base(stem_of(paths.vertex), ".vert"), f = base(stem_of(paths.fragment), ".frag");
  return v == f ? v : v + "+" + f;
}

}  // namespace

Action build_link(CLI::App& app, Console& console) {
  console.saves_programs = true;
  const auto command = std::make_shared<Link>(console);
  add_pair(app, command->paths);
  console.outputs
      .add(app, "-o,--output", command->output, Outputs::Shape::EitherNamed, Writes::Shader,
           "Folder for the products, or the file of a single module")
      ->required();
  add_host_option(app, command->settings);
  add_target_option(app, command->settings);
  app.add_flag("--prove", command->prove, "Prove the products before they are written, as agalc prove does");
  add_overwrite_option(app, command->overwrite);
  add_input_options(app, command->input);
  add_compile_options(app, command->settings);
  add_number(app, "--max-varyings", command->settings.options.varying_limit, 1u, agal::max_varyings,
             library_help("max-varyings"));
  add_stage_options(app, command->settings);
  add_library_flag(app, "single-module", command->settings.options.single_module);
  add_examples(app, {"agalc link water.vert.agal water.frag.agal --target spv -o out/",
                     "agalc link water.vert.agal water.frag.agal --target essl300 --clip-z=zero-to-one -o out/",
                     "agalc link water.vert.agal water.frag.agal --target wgsl --single-module -o out/"});
  add_console_options(app, console);
  return [command] { return command->run(); };
}

}  // namespace agalc
