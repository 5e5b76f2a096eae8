// Options that several subcommands share, and what they fill in.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/lint.hpp"
#include "console/console.hpp"

namespace agalc {

/// How inputs are read, and what happens to warnings.
struct InputOptions {
  agal::AssembleOptions assemble;
  bool warnings_are_errors = false;
};
/// --stage, --agal-version, --lenient, -Werror.
void add_input_options(CLI::App& app, InputOptions& options);

/// --validate, --strict, --profile, --max-tokens, --ignore-limits, --allow-reserved.
void add_validation_options(CLI::App& app, agal::ValidateOptions& options);

/// Which lints are looked for; without --lint, none.
struct LintSettings {
  std::vector<std::string> lists;  // as they were given

  std::vector<std::uint16_t> rules() const;
  /// What the validation options say about limits and profiles holds for lints too.
  agal::LintOptions options(const agal::ValidateOptions& validation) const;
};
/// --lint.
void add_lint_options(CLI::App& app, LintSettings& settings);

/// --ifg, --domain, … : what AGAL leaves open.
void add_semantics_options(CLI::App& app, agal::Semantics& semantics);

/// Everything that decides what is made of a program.
struct CompileSettings {
  std::vector<agal::Target> targets;
  agal::Diagnostics target_notes;  // which targets the names of families stand for
  agal::CompileOptions options;
  bool print_after_all = false;
  bool time_report = false;
};
/// --target.
void add_target_option(CLI::App& app, CompileSettings& settings);
/// --print-after-all, --time-report: where one program is compiled after the other.
void add_stage_options(CLI::App& app, CompileSettings& settings);
/// --env, --constants, --ifg, … and the validation options.
void add_compile_options(CLI::App& app, CompileSettings& settings);

/// The program in a file or on stdin, read as the options say. Messages are printed; `status` is raised to what they
/// amount to; nullopt: there is no program to go on with.
std::optional<agal::Program> load(const std::string& path, const InputOptions& options, const Console& console,
                                  ExitStatus& status);

/// The same with the bytes of the file at hand.
std::optional<agal::Program> parse(std::span<const std::byte> bytes, const std::string& path,
                                   const InputOptions& options, const Console& console, ExitStatus& status);

}  // namespace agalc
