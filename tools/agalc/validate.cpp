// agalc validate: checks the player's rules for programs, or for a pair.
#include "agal/validate.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <set>
#include <span>

#include "agal/bytecode.hpp"
#include "agal/lint.hpp"
#include "base/text.hpp"
#include "batch/names.hpp"
#include "ci_reports.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "os/filesystem.hpp"
#include "pair_inputs.hpp"
#include "program_inputs.hpp"
#include "wrong_input_hints.hpp"

namespace agalc {
namespace {

// Returns the path of the other program of a pair, which follows from the name. Returns nullopt if the name does not
// imply a stage.
std::optional<std::string> partner_path(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;  // 0 if there is no slash
  const std::optional<std::string> partner = agal::batch::partner_of(std::string_view(path).substr(name));
  return partner ? std::optional(path.substr(0, name) + *partner) : std::nullopt;
}

// A program, its diagnostics, and the text that locations in CI reports refer to.
struct Checked {
  std::string path;
  std::optional<agal::Program> program;
  agal::Diagnostics diagnostics;
  std::string artifact, text;
};

class Validate {
 public:
  std::vector<std::string> inputs;
  bool pair = false, no_pairs = false;
  bool quiet = false, overwrite = false;
  InputOptions input;
  agal::ValidateOptions options;
  LintSettings lints;
  CiReportPaths report_paths;
  std::optional<std::uint32_t> max_version;
  std::string disassembly_folder;

  explicit Validate(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics plan();
  agal::Diagnostics plan_disassemblies();
  std::string full(const std::string& name) const { return (os::fs::path(disassembly_folder) / name).generic_string(); }
  Checked check(const std::string& path);
  agal::Diagnostics check_version(const agal::Program& program) const;
  bool check_pair(Checked& vertex, Checked& fragment) const;
  void conclude_all(CiReports& reports);
  void conclude_pair(const std::string& first, const std::string& second, CiReports& reports);
  void find_text(std::span<const std::byte> bytes, Checked& checked);
  std::string disassembly_name(const std::string& path) const;
  std::optional<std::string> disassembly_of(const std::string& path) const;
  void conclude(Checked checked, CiReports& reports);
  std::string summary() const;

  const Console& console_;
  std::optional<FolderRecord> record_;  // the record of the folder with disassemblies
  ExitStatus status_ = ExitStatus::Done;
  std::set<std::string>
      done_in_pairs_;  // programs that were checked early, together with the other program of their pair
  std::size_t rejected_ = 0, errors_ = 0, warnings_ = 0;
};

ExitStatus Validate::run() {
  if (const ExitStatus status = console_.report(expand_inputs(inputs)); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console_.report(plan()); status != ExitStatus::Done) return status;
  CiReports reports(report_paths);
  if (const ExitStatus status = console_.report(reports.diagnostics()); status != ExitStatus::Done) return status;
  if (pair)
    conclude_pair(inputs[0], inputs[1], reports);
  else
    conclude_all(reports);
  if (record_) status_ = worse(status_, console_.report(record_->finish()));
  status_ = worse(status_, console_.report(reports.finish()));
  if (!quiet && console_.for_people()) print_error(summary());
  return status_;
}

// Checks all programs. If the names of two programs imply a pair, they are checked as a pair, at the position of the
// first program.
void Validate::conclude_all(CiReports& reports) {
  std::set<std::string> waiting(inputs.begin(), inputs.end());
  for (const std::string& path : inputs) {
    const std::optional<std::string> partner = no_pairs ? std::nullopt : partner_path(path);
    const bool first = waiting.erase(path) > 0;
    if (partner && first && waiting.erase(*partner) > 0) {
      conclude_pair(path, *partner, reports);
      done_in_pairs_.insert(*partner);
    } else if (done_in_pairs_.erase(path) == 0) {
      Checked checked = check(path);
      if (checked.program && !checked.diagnostics.has_errors())
        checked.diagnostics.append(agal::validate_outputs(*checked.program, options));
      conclude(std::move(checked), reports);
    }
  }
}

void Validate::conclude_pair(const std::string& first, const std::string& second, CiReports& reports) {
  Checked a = check(first), b = check(second);
  const bool swapped =
      a.program && b.program && a.program->stage == agal::Stage::Fragment && b.program->stage == agal::Stage::Vertex;
  const bool refused = swapped ? check_pair(b, a) : check_pair(a, b);
  const std::size_t before = rejected_;
  conclude(std::move(a), reports);
  conclude(std::move(b), reports);
  if (refused) rejected_ = before + 2;
}

agal::Diagnostics Validate::plan() {
  if (pair && inputs.size() == 1) {
    PairPaths paths{inputs[0], {}};
    if (agal::Diagnostics found = paths.complete(); found.has_errors()) return found;
    inputs = {paths.vertex, paths.fragment};
  }
  if (pair && inputs.size() != 2)
    return usage_error("expected two programs for --pair: the vertex program and the fragment program");
  if (pair && no_pairs) return usage_error("--pair and --no-pairs cannot be combined");
  if (disassembly_folder.empty()) return {};
  return plan_disassemblies();
}

agal::Diagnostics Validate::plan_disassemblies() {
  std::map<std::string, std::string> owners;
  for (const std::string& path : inputs) {
    const std::string name = disassembly_name(path);
    const auto [owner, inserted] = owners.emplace(name, path);
    if (!inserted && owner->second != path)
      return usage_error(
          fmt::format("the disassemblies of {} and {} would both be written to {}", owner->second, path, full(name)));
  }
  record_.emplace(disassembly_folder, overwrite);
  std::vector<PlannedFile> files;
  for (const auto& [name, path] : owners) {
    files.push_back({full(name), Writes::Recorded});
    record_->plan(name, [this, &input_path = path] { return disassembly_of(input_path); });
  }
  if (agal::Diagnostics found = console_.outputs.check_planned(files, inputs); found.has_errors()) return found;
  return record_->check();
}

// Returns the disassembly that would be written; nullopt if the file is assembly text or has errors.
std::optional<std::string> Validate::disassembly_of(const std::string& path) const {
  if (path == "-") return std::string();
  if (!agal::looks_like_bytecode(first_bytes(path, agal::header_bytes))) return std::nullopt;
  const std::optional<agal::Program> program = load_silently(path, input);
  return program ? std::optional(agal::disassemble(*program)) : std::nullopt;
}

Checked Validate::check(const std::string& path) {
  Checked checked;
  checked.path = path;
  checked.artifact = artifact_name(path);
  const agal::Result<std::vector<std::byte>> bytes = read_input(path);
  checked.diagnostics = bytes.diagnostics();
  if (!bytes) return checked;
  if (agal::Diagnostics found = other_file_given(*bytes, path); !found.empty()) {
    checked.diagnostics = std::move(found);
    return checked;
  }
  agal::Result<agal::Program> program = agal::load_program(*bytes, display_name(path), input.assemble);
  checked.diagnostics.append(program.diagnostics());
  if (program && !program.diagnostics().has_errors()) {
    checked.program = *std::move(program);
    agal::Diagnostics found = agal::validate(*checked.program, options);
    const bool refused = found.has_errors();
    checked.diagnostics.append(std::move(found));
    // Rejected programs are not linted, because their errors must be fixed first.
    if (!refused) checked.diagnostics.append(check_version(*checked.program));
    if (!refused) checked.diagnostics.append(agal::lint(*checked.program, lints.options(options)));
  }
  find_text(*bytes, checked);
  return checked;
}

// Returns a note with the lowest AGAL version in which the program is valid, and the reason why a lower version is not
// enough. There is no note for version 1, or for the version that the program names. A version above `max_version` is
// an error.
agal::Diagnostics Validate::check_version(const agal::Program& program) const {
  agal::ValidateOptions all = options;
  all.level = agal::ValidationLevel::Strict;
  all.profile.reset();
  agal::Program tried = program;
  agal::Diagnostic reason;
  for (tried.version = 1; tried.version < program.version; ++tried.version) {
    const agal::Diagnostics found = agal::validate(tried, all);
    if (!found.has_errors()) break;
    reason = *std::find_if(found.begin(), found.end(), [](const agal::Diagnostic& diagnostic) {
      return diagnostic.severity == agal::Severity::Error;
    });
  }
  const bool fails = max_version && tried.version > *max_version;
  if (tried.version == 1 || (!program.infers_version && tried.version == program.version && !fails)) return {};
  agal::Diagnostic out =
      make_diagnostic(fails ? "version-above-maximum" : "needs-version", {},
                      {fmt::format("{}", tried.version), reason.message, fmt::format("{}", max_version.value_or(0))});
  out.location = reason.location;
  return only(std::move(out));
}

// Returns true if players do not link the pair.
bool Validate::check_pair(Checked& vertex, Checked& fragment) const {
  if (!vertex.program || !fragment.program) return false;
  agal::Diagnostics found = agal::validate_pair(*vertex.program, *fragment.program, options);
  if (input.warnings_are_errors) found.promote_warnings();
  for (const agal::Diagnostic& diagnostic : found)
    (diagnostic.location.file == vertex.program->name ? vertex : fragment).diagnostics.add(diagnostic);
  return found.has_errors();
}

// Determines the text that locations refer to: the assembly text of the program, or its disassembly if that is written.
void Validate::find_text(std::span<const std::byte> bytes, Checked& checked) {
  if (!agal::looks_like_bytecode(bytes)) {
    checked.text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return;
  }
  if (disassembly_folder.empty() || !checked.program) return;
  const std::string name = disassembly_name(checked.path), path = full(name);
  checked.text = agal::disassemble(*checked.program);
  checked.artifact = artifact_name(path);
  agal::Diagnostics failed = make_directory(os::fs::path(path).parent_path().generic_string());
  if (!failed.has_errors()) failed = record_->write(name, checked.text);
  status_ = worse(status_, console_.report(failed));
}

// Returns the name of a disassembly in its folder: the path of the input. Components that leave the folder are removed.
std::string Validate::disassembly_name(const std::string& path) const {
  os::fs::path out;
  for (const os::fs::path& part : os::fs::path(artifact_name(path)).relative_path())
    if (part != "..") out /= part;
  return out.extension() == ".agal" ? out.generic_string() : out.generic_string() + ".agal";
}

void Validate::conclude(Checked checked, CiReports& reports) {
  if (input.warnings_are_errors) checked.diagnostics.promote_warnings();
  errors_ += checked.diagnostics.count(agal::Severity::Error);
  warnings_ += checked.diagnostics.count(agal::Severity::Warning);
  const ExitStatus own = console_.report(checked.diagnostics);
  if (own != ExitStatus::Done) ++rejected_;
  status_ = worse(status_, own);
  reports.add({display_name(checked.path), checked.artifact, checked.text, std::move(checked.diagnostics)});
}

std::string Validate::summary() const {
  return fmt::format("{}: {} accepted, {} rejected ({}, {})\n", agal::base::counted(inputs.size(), "program"),
                     agal::base::grouped(inputs.size() - rejected_), agal::base::grouped(rejected_),
                     agal::base::counted(errors_, "error"), agal::base::counted(warnings_, "warning"));
}

}  // namespace

Action build_validate(CLI::App& app, Console& console) {
  const auto command = std::make_shared<Validate>(console);
  add_inputs(app, command->inputs, "Programs: bytecode or assembly text, or folders or patterns; - is stdin");
  app.add_flag("--pair", command->pair, "Check two programs as a pair, whatever their names are");
  app.add_flag("--no-pairs", command->no_pairs, "Check each program alone, even if names match as a pair");
  app.add_flag("-q,--quiet", command->quiet, "Do not print a summary");
  add_input_options(app, command->input);
  add_validation_options(app, command->options);
  add_lint_options(app, command->lints);
  add_number(app, "--max-agal", command->max_version, 1u, agal::newest_version,
             "Reject programs that need a newer AGAL version than this one")
      ->group("Validation");
  add_ci_report_options(app, console, command->report_paths);
  add_output_folder(app, console, "--disassembly-dir", command->disassembly_folder,
                    "Write the disassembly of bytecode into this folder, so that SARIF can refer to it")
      ->group("Reports");
  add_overwrite_option(app, command->overwrite);
  add_examples(app, {"agalc validate --lint water.vert.agal water.frag.agal",
                     "agalc validate --pair water.vert.agal water.frag.agal",
                     "agalc validate --profile baseline --sarif findings.sarif water.frag.agal"});
  add_console_options(app, console);
  return [command] { return command->run(); };
}

}  // namespace agalc
