// agalc validate: the player's rules over programs, or over a pair.
#include "agal/validate.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"
#include "options.hpp"

namespace agalc {
namespace {

class Validate {
 public:
  std::vector<std::string> inputs;
  bool pair = false;
  bool quiet = false;
  InputOptions input;
  agal::ValidateOptions options;

  explicit Validate(const Console& console) : console_(console) {}
  ExitStatus run();

 private:
  std::optional<agal::Program> check(const std::string& path);
  ExitStatus report(agal::Diagnostics diagnostics);
  std::string summary() const;

  const Console& console_;
  std::size_t rejected_ = 0, errors_ = 0, warnings_ = 0;
};

ExitStatus Validate::report(agal::Diagnostics diagnostics) {
  if (input.warnings_are_errors) diagnostics.promote_warnings();
  errors_ += diagnostics.count(agal::Severity::Error);
  warnings_ += diagnostics.count(agal::Severity::Warning);
  return console_.report(diagnostics);
}

ExitStatus Validate::run() {
  if (pair && inputs.size() != 2)
    return console_.report(usage_error("--pair takes two programs: the vertex program, then the fragment program"));
  ExitStatus status = ExitStatus::Done;
  std::vector<agal::Program> programs;
  for (const std::string& path : inputs) {
    ExitStatus own = ExitStatus::Done;
    std::optional<agal::Program> program = load(path, input, console_, own);
    if (program) own = worse(own, report(agal::validate(*program, options)));
    if (own != ExitStatus::Done) ++rejected_;
    status = worse(status, own);
    if (program && pair) programs.push_back(std::move(*program));
  }
  if (programs.size() == 2) {
    const ExitStatus linkage = report(agal::validate_pair(programs[0], programs[1], options));
    if (linkage != ExitStatus::Done && status == ExitStatus::Done) rejected_ = 2;  // the two are refused together
    status = worse(status, linkage);
  }
  if (!quiet && console_.format == agal::DiagnosticsFormat::Text) print_error(summary());
  return status;
}

std::string Validate::summary() const {
  const auto counted = [](std::size_t n, std::string_view noun) {
    return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
  };
  return fmt::format("{}: {} accepted, {} rejected ({}, {})\n", counted(inputs.size(), "program"),
                     inputs.size() - rejected_, rejected_, counted(errors_, "error"), counted(warnings_, "warning"));
}

}  // namespace

Command make_validate(CLI::App& root, Console& console) {
  CLI::App* const app = root.add_subcommand("validate", "Check programs against the player's own rules");
  const auto command = std::make_shared<Validate>(console);
  app->add_option("IN", command->inputs, "Programs: bytecode or assembly text; - is stdin")->required();
  app->add_flag("--pair", command->pair, "Check the linkage of two programs too: vertex, then fragment");
  app->add_flag("-q,--quiet", command->quiet, "Leave out the summary");
  add_input_options(*app, command->input);
  add_validation_options(*app, command->options);
  add_console_options(*app, console);
  return {app, [command] { return command->run(); }};
}

}  // namespace agalc
