// agalc compile: compiles programs, or links a pair, to output languages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "cli/suffixes.hpp"
#include "commands.hpp"
#include "fault_report.hpp"
#include "library_options.hpp"
#include "messages.hpp"
#include "options/absent_registers.hpp"
#include "options/writer_choice.hpp"
#include "pair_inputs.hpp"
#include "products/products.hpp"
#include "program_inputs.hpp"
#include "proofs/products.hpp"
#include "target_names.hpp"

namespace agalc {
namespace {

using agal::products::Products;
using agal::products::reflection_suffix;

// Programs that are compiled together: one program, or with --link the two programs of a pair.
struct Unit {
  std::vector<std::string> inputs;
  std::vector<agal::Program> programs;  // empty until the inputs are read
};

// The files of a unit for one target. A single module is one file for both programs.
struct Files {
  std::vector<std::string> shaders;
  std::string both, reflection;  // "" if they are not written
};

class Compile {
 public:
  std::vector<std::string> inputs;
  std::string output = "-";
  bool link = false, reflect = false, only_reflection = false, prove = false;
  bool write_depfile = false, overwrite = false;
  std::string depfile;
  InputOptions input;
  CompileSettings settings;

  explicit Compile(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics find_units();
  agal::Diagnostics plan();
  agal::Diagnostics plan_targets();
  agal::Diagnostics plan_output();
  agal::Diagnostics check_pair_options() const;
  agal::Diagnostics check_collisions() const;
  std::vector<PlannedFile> planned_files() const;
  agal::Diagnostics check_suffix() const;
  agal::Diagnostics check_sources();
  std::vector<std::string> ir_of(const Unit& unit, agal::Target target) const;
  ExitStatus read_pair();
  ExitStatus compile_unit(Unit& unit);
  ExitStatus check_registers(const Unit& unit, bool is_last);
  ExitStatus compile_for(const Unit& unit, agal::Target target, MessageDeduplicator& messages);
  agal::Diagnostics check_proof(const Unit& unit, const Products& products, const agal::CompileOptions& options) const;
  ExitStatus write(const Files& files, const Products& products);
  agal::Diagnostics write_shader(const std::string& path, const agal::Compilation& shader);
  ExitStatus write_dependencies() const;
  std::string depfile_of(const Unit& unit) const;
  std::string stem_of_unit(const Unit& unit) const;
  Files files_of(const Unit& unit, agal::Target target) const;
  agal::CompileOptions options_for(agal::Target target) const {
    return agal::options::for_target(settings.options, target, settings.targets);
  }
  bool emits_ir() const { return settings.options.emit == agal::TextForm::Ir; }
  bool is_single_module() const { return settings.options.single_module; }
  std::string folder() const { return output.back() == '/' ? output : output + "/"; }
  std::string name_of(const std::string& path) const { return path.substr(folder().size()); }

  const Console& console_;
  std::vector<Unit> units_;
  bool many_ = false;                   // true if -o names a folder
  std::optional<FolderRecord> record_;  // for IR in a folder, which agalc opt reads
  std::optional<agal::options::AbsentRegisters> absent_registers_;
  agal::ValidModules valid_modules_;  // modules of the current unit that were validated
  TimeReport times_;
};

ExitStatus Compile::run() {
  console_.report(settings.target_notes);
  if (const ExitStatus status = console_.report(find_units()); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(plan()); status != ExitStatus::Done) return status;
  absent_registers_.emplace(settings.options);
  if (const ExitStatus status = link ? read_pair() : ExitStatus::Done; status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(console_.outputs.check_planned(planned_files(), inputs));
      status != ExitStatus::Done)
    return status;
  if (const ExitStatus status = console_.report(check_suffix()); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(check_sources()); status != ExitStatus::Done) return status;
  if (many_)
    if (const ExitStatus status = console_.report(make_directory(output)); status != ExitStatus::Done) return status;

  if (prove) console_.report(agal::proofs::unproved(settings.targets));
  ExitStatus status = ExitStatus::Done;
  for (Unit& unit : units_) status = worse(status, compile_unit(unit));
  if (record_) status = worse(status, console_.report(record_->finish()));
  if (write_depfile || !depfile.empty()) status = worse(status, write_dependencies());
  if (settings.options.time_steps) print_error(times_.text());
  return status;
}

// -------------------------------------------------------------------------------------------------------- planning

agal::Diagnostics Compile::find_units() {
  if (!link) {
    if (agal::Diagnostics failed = expand_inputs(inputs); failed.has_errors()) return failed;
    for (const std::string& path : inputs) units_.push_back({{path}, {}});
    return {};
  }
  if (inputs.size() > 2)
    return usage_error(fmt::format("unexpected argument '{}'", inputs[2]), "--link takes the two programs of a pair");
  PairPaths pair{inputs[0], inputs.size() > 1 ? inputs[1] : std::string()};
  if (agal::Diagnostics failed = pair.complete(); failed.has_errors()) return failed;
  if (pair.vertex == pair.fragment)
    return usage_error(fmt::format("{} is given twice, and a pair is two programs", pair.vertex),
                       "pass the vertex program and its fragment program");
  inputs = {pair.vertex, pair.fragment};
  units_.push_back({inputs, {}});
  return {};
}

agal::Diagnostics Compile::plan_targets() {
  if (!settings.targets.empty()) return {};
  const bool is_named = !link && !output.empty() && output != "-";
  std::optional<agal::Target> target = only_reflection ? agal::Target::Spv : target_of(output);
  if (!target && emits_ir()) target = agal::Target::Spv;
  if (target) {
    settings.targets.push_back(*target);
    return {};
  }
  return usage_error(
      is_named ? fmt::format("cannot infer a target from '{}'", output) : "no target is specified",
      link ? "pass --target" : "pass --target, or -o with a name such as x.spv, x.essl100.glsl, x.metal or x.hlsl");
}

agal::Diagnostics Compile::plan() {
  if (agal::Diagnostics failed = plan_targets(); failed.has_errors()) return failed;
  if (agal::Diagnostics failed = plan_output(); failed.has_errors()) return failed;
  if (emits_ir() && reflect) return usage_error("the IR has no reflection: pass --reflect without --emit ir");
  if (emits_ir() && prove) return usage_error("the IR is not proved: pass --prove without --emit ir");
  if (only_reflection && prove) return usage_error("the reflection is not proved: pass --prove without --emit reflect");
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) return usage_error("stdin can be read only once");
  if (agal::Diagnostics failed = check_pair_options(); failed.has_errors()) return failed;
  return check_collisions();
}

// Determines whether -o names a folder.
agal::Diagnostics Compile::plan_output() {
  if (link) {
    many_ = !is_single_module() || !names_file(output);
    if (output == "-") return usage_error("--link writes both products into a folder, and - is stdout", "pass -o DIR/");
    std::error_code ignored;
    if (many_ && !names_directory(output) && (names_file(output) || os::fs::exists(output, ignored)))
      return usage_error(fmt::format("-o names the folder for both products, and {} is the name of a file", output),
                         "pass -o DIR/");
    return {};
  }
  const bool several = units_.size() > 1 || settings.targets.size() > 1;
  many_ = names_directory(output) || (several && may_become_folder(output));
  if (several && !many_) return usage_error("several products need a folder", "pass -o DIR/");
  if (output == "-" && (reflect || (write_depfile && depfile.empty())))
    return usage_error("--reflect and -MD need a named product", "pass -o FILE or -o DIR/");
  return {};
}

// Checks --link, and the options that need it.
agal::Diagnostics Compile::check_pair_options() const {
  if (!link) {
    if (!is_single_module() && !settings.options.varying_limit) return {};
    return usage_error(fmt::format("{} is for pairs", is_single_module() ? "--single-module" : "--max-varyings"),
                       "pass --link");
  }
  if (write_depfile || !depfile.empty()) return usage_error("--link does not write a depfile", "leave out -MD and -MF");
  if (!is_single_module()) return {};
  if (emits_ir()) return usage_error("the IR of a pair is two texts: pass --single-module without --emit ir");
  for (const agal::Target target : settings.targets)
    if (const agal::TargetInfo& row = agal::info(target); !agal::info(row.family).joins)
      return usage_error(fmt::format("{} cannot have both programs in one file", row.name),
                         "pass --single-module with --target wgsl alone");
  if (!many_ && !contradicted_by(output, Writes::Shader, settings.targets.front()).empty())
    return usage_error(
        fmt::format("{} is not the name of a file in {}", output, agal::info(settings.targets.front()).name));
  return {};
}

// Reports a suffix of -o that contradicts the content (AGAL1044).
agal::Diagnostics Compile::check_suffix() const {
  if (many_ || link) return {};
  agal::Diagnostics found = only_reflection ? agalc::check_suffix(output, Writes::Other)
                            : emits_ir()    ? agalc::check_suffix(output, Writes::Ir)
                                            : agalc::check_suffix(output, Writes::Shader, settings.targets.front());
  if (input.warnings_are_errors) found.promote_warnings();
  return found;
}

// Returns the common part of the names of both programs: `water` for water.vert.agal and water.frag.agal. If they have
// different names, returns both: `sky+fog` for sky.vert.agal and fog.frag.agal.
std::string pair_stem(const std::string& vertex, const std::string& fragment) {
  const auto base = [](std::string stem, std::string_view stage) {
    if (stem.size() > stage.size() && stem.ends_with(stage)) stem.resize(stem.size() - stage.size());
    return stem;
  };
  const std::string v = base(stem_of(vertex), ".vert"), f = base(stem_of(fragment), ".frag");
  return v == f ? v : v + "+" + f;
}

std::string Compile::stem_of_unit(const Unit& unit) const {
  return link ? pair_stem(unit.inputs[0], unit.inputs[1]) : stem_of(unit.inputs[0]);
}

Files Compile::files_of(const Unit& unit, agal::Target target) const {
  const std::string suffix = agal::products::suffix_of(target, settings.options.emit);
  const auto path = [&](const std::string& stem) { return many_ ? folder() + stem + suffix : output; };
  const std::string main = path(stem_of_unit(unit));
  if (only_reflection) return {{}, {}, many_ ? main + std::string(reflection_suffix) : output};
  Files files;
  if (is_single_module())
    files.both = main;
  else
    for (const std::string& each : unit.inputs) files.shaders.push_back(path(stem_of(each)));
  if (!emits_ir() && (reflect || link)) files.reflection = main + std::string(reflection_suffix);
  return files;
}

agal::Diagnostics Compile::check_collisions() const {
  std::map<std::string, std::string> owners;
  for (const Unit& unit : units_)
    for (const agal::Target target : settings.targets) {
      const std::vector<std::string> paths = files_of(unit, target).shaders;
      for (std::size_t i = 0; i < paths.size(); ++i)
        if (const auto [owner, inserted] = owners.emplace(paths[i], unit.inputs[i]); !inserted)
          return usage_error(
              fmt::format("{} and {} would both be written to {}", owner->second, unit.inputs[i], paths[i]),
              "rename one of them, or compile them into different folders");
    }
  return {};
}

std::vector<PlannedFile> Compile::planned_files() const {
  const Writes writes = !emits_ir() ? Writes::Shader : many_ ? Writes::Recorded : Writes::Ir;
  std::vector<PlannedFile> planned;
  for (const Unit& unit : units_) {
    for (const agal::Target target : settings.targets) {
      const Files files = files_of(unit, target);
      for (const std::string& path : files.shaders) planned.push_back({path, writes});
      if (!files.both.empty()) planned.push_back({files.both, Writes::Shader});
      if (!files.reflection.empty()) planned.push_back({files.reflection, Writes::Other});
    }
    if (write_depfile && depfile.empty() && unit.inputs[0] != "-") planned.push_back({depfile_of(unit), Writes::Other});
  }
  return planned;
}

// Reports files with IR that would be replaced, and that agalc did not write.
agal::Diagnostics Compile::check_sources() {
  if (!many_ || !emits_ir()) return {};
  record_.emplace(folder(), overwrite);
  for (const Unit& unit : units_)
    for (const agal::Target target : settings.targets) {
      std::optional<std::vector<std::string>> texts;
      const Files files = files_of(unit, target);
      for (std::size_t i = 0; i < files.shaders.size(); ++i)
        record_->plan(name_of(files.shaders[i]), [&]() -> std::optional<std::string> {
          if (!texts) texts = ir_of(unit, target);
          return i < texts->size() ? std::optional((*texts)[i]) : std::nullopt;
        });
    }
  return record_->check();
}

// Returns the IR that would be written; none if a program is rejected.
std::vector<std::string> Compile::ir_of(const Unit& unit, agal::Target target) const {
  std::vector<agal::Program> programs = unit.programs;
  if (programs.empty()) {
    if (unit.inputs[0] == "-") return {{}};
    std::optional<agal::Program> program = load_silently(unit.inputs[0], input);
    if (!program) return {};
    programs.push_back(*std::move(program));
  }
  agal::CompileOptions options = options_for(target);
  const agal::Result<Products> made = agal::products::compile(programs, options);
  std::vector<std::string> texts;
  if (made)
    for (const agal::Compilation& shader : made->shaders) texts.push_back(shader.text);
  return texts;
}

// ------------------------------------------------------------------------------------------------------- compiling

// The programs of a pair are read before its files are named, because they may be given in either order.
ExitStatus Compile::read_pair() {
  ExitStatus status = ExitStatus::Done;
  PairPaths paths{inputs[0], inputs[1]};
  std::optional<LoadedPair> pair = load_pair(paths, input, console_, status);
  if (!pair) return status;
  Unit& unit = units_[0];
  unit.inputs = {paths.vertex, paths.fragment};
  unit.programs.push_back(std::move(pair->vertex));
  unit.programs.push_back(std::move(pair->fragment));
  return worse(status, check_registers(unit, true));
}

ExitStatus Compile::compile_unit(Unit& unit) {
  ExitStatus status = ExitStatus::Done;
  if (!link) {
    std::optional<agal::Program> program = load(unit.inputs[0], input, console_, status);
    if (!program) return status;
    unit.programs.push_back(*std::move(program));
    if (const ExitStatus checked = check_registers(unit, &unit == &units_.back()); checked != ExitStatus::Done)
      return worse(status, checked);
  }
  MessageDeduplicator messages(console_);
  valid_modules_ = {};
  for (const agal::Target target : settings.targets) status = worse(status, compile_for(unit, target, messages));
  unit.programs.clear();  // a command line may name more programs than fit into memory
  return status;
}

// Reports registers in options that no program has, before the last unit is compiled.
ExitStatus Compile::check_registers(const Unit& unit, bool is_last) {
  for (const agal::Program& program : unit.programs) absent_registers_->add(program);
  if (!is_last) return ExitStatus::Done;
  agal::Diagnostics found = absent_registers_->report();
  if (input.warnings_are_errors) found.promote_warnings();
  return console_.report(found);
}

ExitStatus Compile::compile_for(const Unit& unit, agal::Target target, MessageDeduplicator& messages) {
  agal::CompileOptions options = options_for(target);
  options.valid_modules = &valid_modules_;
  if (settings.print_after_all) options.on_step = step_printer(link ? stem_of_unit(unit) : unit.inputs[0], target);
  agal::Result<Products> products = agal::products::compile(unit.programs, options);
  agal::Diagnostics& diagnostics = products.diagnostics();
  if (products) diagnostics.append(check_proof(unit, *products, options));
  if (input.warnings_are_errors) diagnostics.promote_warnings();
  const ExitStatus status = messages.report(diagnostics);
  if (status == ExitStatus::Internal) report_fault(console_, unit.programs, input.assemble);
  if (!products || diagnostics.has_errors()) return worse(status, ExitStatus::Rejected);
  for (const agal::Compilation& shader : products->shaders) times_.add(shader);
  return worse(status, write(files_of(unit, target), *products));
}

// Proves the products for --prove.
agal::Diagnostics Compile::check_proof(const Unit& unit, const Products& products,
                                       const agal::CompileOptions& options) const {
  if (!prove || !agal::proofs::can_prove(options.target)) return {};
  const std::vector<agal::Program>& programs = unit.programs;
  const std::vector<agal::Compilation>& shaders = products.shaders;
  return link ? agal::proofs::check_pair(programs[0], programs[1], shaders[0], shaders[1], options)
              : agal::proofs::check_product(programs[0], shaders[0], options).diagnostics;
}

// --------------------------------------------------------------------------------------------------------- writing

agal::Diagnostics Compile::write_shader(const std::string& path, const agal::Compilation& shader) {
  if (record_) return record_->write(name_of(path), shader.text);
  const std::string bytes = agal::products::bytes_of(shader);
  const bool is_binary = shader.text.empty() || shader.text.starts_with('\xb0');
  return is_binary ? write_binary_output(path, std::as_bytes(std::span(bytes))) : write_output(path, bytes);
}

ExitStatus Compile::write(const Files& files, const Products& products) {
  ExitStatus status = ExitStatus::Done;
  for (std::size_t i = 0; i < files.shaders.size(); ++i)
    status = worse(status, console_.report(write_shader(files.shaders[i], products.shaders[i])));
  if (!files.both.empty()) status = worse(status, console_.report(write_output(files.both, products.both)));
  if (!files.reflection.empty() && status == ExitStatus::Done)
    status = console_.report(write_output(files.reflection, products.reflection));
  return status;
}

// Returns the path of the depfile of a program if -MF does not name one: it is next to the products.
std::string Compile::depfile_of(const Unit& unit) const {
  return (many_ ? folder() + stem_of_unit(unit) : output) + ".d";
}

ExitStatus Compile::write_dependencies() const {
  // With -MF, all rules go into one file.
  ExitStatus status = ExitStatus::Done;
  std::string rules;
  for (const Unit& unit : units_) {
    if (unit.inputs[0] == "-") continue;
    std::vector<std::string> outputs;
    for (const agal::Target target : settings.targets) {
      const Files files = files_of(unit, target);
      outputs.push_back(only_reflection ? files.reflection : files.shaders[0]);
    }
    const std::string rule = depfile_rule(outputs, unit.inputs[0]);
    rules += rule;
    if (depfile.empty()) status = worse(status, console_.report(write_output(depfile_of(unit), rule)));
  }
  if (!depfile.empty()) status = worse(status, console_.report(write_output(depfile, rules)));
  return status;
}

// Adds --emit with the forms of the library, and the reflection alone.
void add_emit_option(CLI::App& app, Compile& command) {
  const auto forms = library_choices<agal::TextForm>();
  std::vector<std::string_view> names = choice_names(forms);
  names.push_back("reflect");
  const auto store = [&command, forms](std::size_t i) {
    command.only_reflection = i == forms.size();
    command.settings.options.emit = command.only_reflection ? agal::TextForm::Text : forms[i].second;
  };
  add_names(app, "--emit", "form", names, store,
            library_help("emit", "; or reflect, the interface as JSON, for --target or SPIR-V"));
  app.add_flag_callback(
         "--emit-ir", [store, ir = find_name(names, "ir")] { store(ir); }, "The same as --emit ir")
      ->group(former_names);
}

}  // namespace

Action build_compile(CLI::App& app, Console& console) {
  console.saves_programs = true;
  const auto command = std::make_shared<Compile>(console);
  add_inputs(app, command->inputs,
             "Programs: bytecode or assembly text, or folders or patterns; - is stdin. With --link, a vertex and a "
             "fragment program, or the name that both begin with");
  console.outputs.add(app, "-o,--output", command->output, Outputs::Shape::Either, Writes::Shader,
                      "File for the product, or folder for several products; the default, -, is stdout");
  add_host_choice(app, command->settings);
  add_emit_option(app, *command);
  add_target_option(app, command->settings);
  app.add_flag("--link", command->link,
               "Compile a vertex and a fragment program as a pair, with one reflection, into a folder");
  app.add_flag("--reflect", command->reflect,
               "Also write the interface of each product as JSON: its name and .reflect.json");
  app.add_flag("--prove", command->prove, "Prove each product before it is written, as agalc prove does");
  app.add_flag("--write-depfile", command->write_depfile, "Write a depfile next to the product (also -MD)");
  add_output_file(app, console, "--depfile", command->depfile, Writes::Other,
                  "Write the depfile to this file (also -MF)");
  add_overwrite_option(app, command->overwrite);
  add_input_options(app, command->input);
  add_compile_options(app, command->settings);
  add_number(app, "--max-varyings", command->settings.options.varying_limit, 1u, agal::max_varyings,
             library_help("max-varyings"))
      ->group("Pairs (with --link)");
  add_library_flag(app, "single-module", command->settings.options.single_module)->group("Pairs (with --link)");
  add_stage_options(app, command->settings);
  add_examples(app, {"agalc compile water.frag.agal -o water.frag.spv", "agalc compile water.frag.agal --target essl",
                     "agalc compile water.vert.agal water.frag.agal --target essl100,msl20 -o out/ --reflect",
                     "agalc compile --link water.vert.agal water.frag.agal --target spv -o out/",
                     "agalc compile --link water --target wgsl --single-module -o out/",
                     "agalc compile water.frag.agal --emit reflect --target msl20 -o water.json"});
  add_console_options(app, console);
  return [command] { return command->run(); };
}

}  // namespace agalc
