// Options that several subcommands share, and their settings.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/extract.hpp"
#include "agal/lint.hpp"
#include "console/console.hpp"

namespace agalc {

/// How inputs are read, and how warnings are treated.
struct InputOptions {
  agal::AssembleOptions assemble;
  bool warnings_are_errors = false;
};
/// --stage, --agal-version, --lenient, -Werror.
void add_input_options(CLI::App& app, InputOptions& options);

/// --fill: the text that replaces the holes of templates.
void add_fill_option(CLI::App& app, agal::ExtractOptions& options);

/// --validate, --strict, --profile, --max-tokens, --ignore-limits, --allow-reserved.
void add_validation_options(CLI::App& app, agal::ValidateOptions& options);

/// The enabled lints; without --lint, none.
struct LintSettings {
  std::vector<std::string> lists;  // as on the command line

  std::vector<std::uint16_t> rules() const;
  /// The limits and profiles of the validation options apply to lints too.
  agal::LintOptions options(const agal::ValidateOptions& validation) const;
};
/// --lint.
void add_lint_options(CLI::App& app, LintSettings& settings);

/// --ifg, --domain, …: behavior that AGAL leaves open.
void add_semantics_options(CLI::App& app, agal::Semantics& semantics);

/// All settings that affect the products of a program.
struct CompileSettings {
  std::vector<agal::Target> targets;
  agal::Diagnostics target_notes;  // the targets that names of families select
  agal::CompileOptions options;
  bool print_after_all = false;
};
/// --host, --emit. Before the options that it sets, so that these can be given too.
void add_host_option(CLI::App& app, CompileSettings& settings);
/// --host alone.
void add_host_choice(CLI::App& app, CompileSettings& settings);
/// --target.
void add_target_option(CLI::App& app, CompileSettings& settings);
/// --print-after-all, --time-report: for commands that compile sequentially.
void add_stage_options(CLI::App& app, CompileSettings& settings);
/// --env, --constants, --ifg, … and the validation options.
void add_compile_options(CLI::App& app, CompileSettings& settings);

/// The program in a file or on stdin, read with these options. Prints messages and raises `status` accordingly;
/// nullopt: there is no program.
std::optional<agal::Program> load(const std::string& path, const InputOptions& options, const Console& console,
                                  ExitStatus& status);

/// The same for a file that has been read.
std::optional<agal::Program> parse(std::span<const std::byte> bytes, const std::string& path,
                                   const InputOptions& options, const Console& console, ExitStatus& status);

}  // namespace agalc
