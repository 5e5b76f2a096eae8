// agalc compile: compiles programs to output languages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "cli/suffixes.hpp"
#include "commands.hpp"
#include "fault_report.hpp"
#include "options/absent_registers.hpp"
#include "options/writer_choice.hpp"
#include "products.hpp"
#include "program_inputs.hpp"
#include "proofs/products.hpp"
#include "target_names.hpp"

namespace agalc {
namespace {

struct Product {
  agal::Target target;
  std::string path;
};

class Compile {
 public:
  std::vector<std::string> inputs;
  std::string output = "-";
  bool reflect = false;
  bool prove = false;
  bool write_depfile = false, overwrite = false;
  std::string depfile;
  InputOptions input;
  CompileSettings settings;

  explicit Compile(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics plan();
  agal::Diagnostics plan_targets();
  agal::Diagnostics check_collisions() const;
  std::vector<PlannedFile> planned_files() const;
  agal::Diagnostics check_suffix() const;
  agal::Diagnostics check_sources();
  std::optional<std::string> ir_of(const std::string& path, agal::Target target) const;
  ExitStatus compile_input(std::size_t index);
  ExitStatus check_registers(const agal::Program& program, bool is_last);
  ExitStatus compile_product(const agal::Program& program, const Product& product, const agal::CompileOptions& options,
                             MessageDeduplicator& messages);
  agal::Diagnostics check_proof(const agal::Program& program, const agal::Compilation& product,
                                const agal::CompileOptions& options) const;
  ExitStatus write_dependencies() const;
  std::string depfile_of(std::size_t index) const;
  bool emits_ir() const { return settings.options.emit == agal::TextForm::Ir; }
  std::string folder() const { return output.back() == '/' ? output : output + "/"; }
  std::string path_of(const std::string& program, agal::Target target) const;

  const Console& console_;
  std::vector<std::vector<Product>> products_;  // the products of each input
  bool many_ = false;
  std::optional<FolderRecord> record_;  // for IR in a folder, which agalc opt reads
  std::optional<agal::options::AbsentRegisters> absent_registers_;
  agal::ValidModules valid_modules_;  // modules of the current input that were validated
  TimeReport times_;
};

ExitStatus Compile::run() {
  console_.report(settings.target_notes);
  if (const ExitStatus status = console_.report(expand_inputs(inputs)); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(plan()); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(console_.outputs.check_planned(planned_files(), inputs));
      status != ExitStatus::Done)
    return status;
  if (const ExitStatus status = console_.report(check_suffix()); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(check_sources()); status != ExitStatus::Done) return status;
  if (many_)
    if (const ExitStatus status = console_.report(make_directory(output)); status != ExitStatus::Done) return status;

  absent_registers_.emplace(settings.options);
  if (prove) console_.report(agal::proofs::unproved(settings.targets));
  ExitStatus status = ExitStatus::Done;
  for (std::size_t i = 0; i < inputs.size(); ++i) status = worse(status, compile_input(i));
  if (record_) status = worse(status, console_.report(record_->finish()));
  if (write_depfile || !depfile.empty()) status = worse(status, write_dependencies());
  if (settings.options.time_steps) print_error(times_.text());
  return status;
}

agal::Diagnostics Compile::plan_targets() {
  if (!settings.targets.empty()) return {};
  const std::optional<agal::Target> target = target_of(output);
  if (target) {
    settings.targets.push_back(*target);
    return {};
  }
  if (emits_ir()) {
    settings.targets.push_back(agal::Target::Spv);
    return {};
  }
  const bool named = !output.empty() && output != "-";
  return usage_error(named ? fmt::format("cannot infer a target from '{}'", output) : "no target is specified",
                     "pass --target, or -o with a name such as x.spv, x.essl100.glsl, x.metal or x.hlsl");
}

agal::Diagnostics Compile::plan() {
  if (agal::Diagnostics failed = plan_targets(); failed.has_errors()) return failed;
  const bool several = inputs.size() > 1 || settings.targets.size() > 1;
  many_ = names_directory(output) || (several && may_become_folder(output));
  if (several && !many_) return usage_error("several products need a folder", "pass -o DIR/");
  if (output == "-" && (reflect || (write_depfile && depfile.empty())))
    return usage_error("--reflect and -MD need a named product", "pass -o FILE or -o DIR/");
  if (emits_ir() && reflect) return usage_error("the IR has no reflection: pass --reflect without --emit ir");
  if (emits_ir() && prove) return usage_error("the IR is not proved: pass --prove without --emit ir");
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) return usage_error("stdin can be read only once");

  for (const std::string& path : inputs) {
    std::vector<Product>& list = products_.emplace_back();
    for (const agal::Target target : settings.targets) list.push_back({target, many_ ? path_of(path, target) : output});
  }
  return check_collisions();
}

// Reports a suffix of -o that contradicts the target (AGAL1044).
agal::Diagnostics Compile::check_suffix() const {
  if (many_) return {};
  agal::Diagnostics found = emits_ir() ? agalc::check_suffix(output, Writes::Ir)
                                       : agalc::check_suffix(output, Writes::Shader, settings.targets.front());
  if (input.warnings_are_errors) found.promote_warnings();
  return found;
}

// Reports files with IR that would be replaced, and that agalc did not write.
agal::Diagnostics Compile::check_sources() {
  if (!many_ || !emits_ir()) return {};
  record_.emplace(folder(), overwrite);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    for (const Product& product : products_[i])
      record_->plan(product.path.substr(folder().size()), [&] { return ir_of(inputs[i], product.target); });
  return record_->check();
}

// Returns the IR that would be written; nullopt if there is none.
std::optional<std::string> Compile::ir_of(const std::string& path, agal::Target target) const {
  if (path == "-") return std::string();
  const std::optional<agal::Program> program = load_silently(path, input);
  if (!program) return std::nullopt;
  agal::Result<agal::Compilation> made =
      agal::compile(*program, agal::options::for_target(settings.options, target, settings.targets));
  return made ? std::optional(std::move(made->text)) : std::nullopt;
}

std::string Compile::path_of(const std::string& program, agal::Target target) const {
  return folder() + stem_of(program) + product_suffix(target, settings.options.emit);
}

agal::Diagnostics Compile::check_collisions() const {
  std::map<std::string, std::size_t> owners;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    for (const Product& product : products_[i]) {
      const auto [owner, inserted] = owners.emplace(product.path, i);
      if (!inserted)
        return usage_error(
            fmt::format("{} and {} would both be written to {}", inputs[owner->second], inputs[i], product.path),
            "rename one of them, or compile them into different folders");
    }
  return {};
}

std::vector<PlannedFile> Compile::planned_files() const {
  std::vector<PlannedFile> files;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (const Product& product : products_[i]) {
      files.push_back({product.path, !emits_ir() ? Writes::Shader : many_ ? Writes::Recorded : Writes::Ir});
      if (reflect) files.push_back({product.path + std::string(reflection_suffix), Writes::Other});
    }
    if (write_depfile && depfile.empty() && inputs[i] != "-") files.push_back({depfile_of(i), Writes::Other});
  }
  return files;
}

ExitStatus Compile::compile_input(std::size_t index) {
  ExitStatus status = ExitStatus::Done;
  const std::optional<agal::Program> program = load(inputs[index], input, console_, status);
  if (!program) return status;
  if (const ExitStatus checked = check_registers(*program, index + 1 == inputs.size()); checked != ExitStatus::Done)
    return worse(status, checked);
  MessageDeduplicator messages(console_);
  valid_modules_ = {};
  for (const Product& product : products_[index]) {
    agal::CompileOptions options = agal::options::for_target(settings.options, product.target, settings.targets);
    options.valid_modules = &valid_modules_;
    if (settings.print_after_all) options.on_step = step_printer(inputs[index], product.target);
    status = worse(status, compile_product(*program, product, options, messages));
  }
  return status;
}

// Reports registers in options that no program has, before the last program is compiled.
ExitStatus Compile::check_registers(const agal::Program& program, bool is_last) {
  absent_registers_->add(program);
  if (!is_last) return ExitStatus::Done;
  agal::Diagnostics found = absent_registers_->report();
  if (input.warnings_are_errors) found.promote_warnings();
  return console_.report(found);
}

ExitStatus Compile::compile_product(const agal::Program& program, const Product& product,
                                    const agal::CompileOptions& options, MessageDeduplicator& messages) {
  agal::Result<agal::Compilation> compilation = agal::compile(program, options);
  agal::Diagnostics& diagnostics = compilation.diagnostics();
  if (compilation) diagnostics.append(check_proof(program, *compilation, options));
  if (input.warnings_are_errors) diagnostics.promote_warnings();
  ExitStatus status = messages.report(diagnostics);
  if (status == ExitStatus::Internal) report_fault(console_, {&program}, input.assemble);
  if (!compilation || diagnostics.has_errors()) return worse(status, ExitStatus::Rejected);

  times_.add(*compilation);
  status =
      worse(status, console_.report(record_ ? record_->write(product.path.substr(folder().size()), compilation->text)
                                            : write_product(product.path, *compilation)));
  if (reflect && status == ExitStatus::Done) {
    const std::string path = product.path + std::string(reflection_suffix);
    status = worse(status, console_.report(write_output(path, compilation->reflection)));
  }
  return status;
}

// Proves a product for --prove.
agal::Diagnostics Compile::check_proof(const agal::Program& program, const agal::Compilation& product,
                                       const agal::CompileOptions& options) const {
  if (!prove || !agal::proofs::can_prove(product.target)) return {};
  return agal::proofs::check_product(program, product, options).diagnostics;
}

// Returns the path of the depfile of an input if -MF does not name one: it is next to the products.
std::string Compile::depfile_of(std::size_t index) const {
  return (many_ ? folder() + stem_of(inputs[index]) : output) + ".d";
}

ExitStatus Compile::write_dependencies() const {
  // With -MF, all rules go into one file.
  ExitStatus status = ExitStatus::Done;
  std::string rules;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == "-") continue;
    std::vector<std::string> outputs;
    for (const Product& product : products_[i]) outputs.push_back(product.path);
    const std::string rule = depfile_rule(outputs, inputs[i]);
    rules += rule;
    if (depfile.empty()) status = worse(status, console_.report(write_output(depfile_of(i), rule)));
  }
  if (!depfile.empty()) status = worse(status, console_.report(write_output(depfile, rules)));
  return status;
}

}  // namespace

Action build_compile(CLI::App& app, Console& console) {
  console.saves_programs = true;
  const auto command = std::make_shared<Compile>(console);
  add_inputs(app, command->inputs, "Programs: bytecode or assembly text, or folders or patterns; - is stdin");
  console.outputs.add(app, "-o,--output", command->output, Outputs::Shape::Either, Writes::Shader,
                      "File for the product, or folder for several products; the default, -, is stdout");
  add_host_option(app, command->settings);
  add_target_option(app, command->settings);
  app.add_flag_callback(
      "--emit-ir", [&emit = command->settings.options.emit] { emit = agal::TextForm::Ir; }, "The same as --emit ir");
  app.add_flag("--reflect", command->reflect,
               "Also write the interface of each product as JSON: its name and .reflect.json");
  app.add_flag("--prove", command->prove, "Prove each product before it is written, as agalc prove does");
  app.add_flag("--write-depfile", command->write_depfile, "Write a depfile next to the product (also -MD)");
  add_output_file(app, console, "--depfile", command->depfile, Writes::Other,
                  "Write the depfile to this file (also -MF)");
  add_overwrite_option(app, command->overwrite);
  add_input_options(app, command->input);
  add_compile_options(app, command->settings);
  add_stage_options(app, command->settings);
  add_examples(app, {"agalc compile water.frag.agal -o water.frag.spv", "agalc compile water.frag.agal --target essl",
                     "agalc compile water.vert.agal water.frag.agal --target essl100,msl20 -o out/ --reflect"});
  add_console_options(app, console);
  return [command] { return command->run(); };
}

}  // namespace agalc
