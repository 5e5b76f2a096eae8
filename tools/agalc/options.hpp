// Options that several commands share, and their settings.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agal/assembly.hpp"
#include "agal/compile.hpp"
#include "agal/games/extract.hpp"
#include "agal/lint.hpp"
#include "cli/console.hpp"

namespace agalc {

/// The settings for reading inputs and for treating warnings.
struct InputOptions {
  agal::AssembleOptions assemble;
  bool warnings_are_errors = false;
};
/// Adds --stage, --agal-version, --lenient and -Werror.
void add_input_options(CLI::App& app, InputOptions& options);

/// Adds --fill, the text that replaces the holes of templates.
void add_fill_option(CLI::App& app, agal::ExtractOptions& options);

/// Adds --validate, --strict, --profile, --max-tokens, --ignore-limits and --allow-reserved.
void add_validation_options(CLI::App& app, agal::ValidateOptions& options);

/// The enabled lints. Without --lint, there are none.
struct LintSettings {
  std::vector<std::string> lists;  // the values of --lint

  std::vector<std::uint16_t> rules() const;
  /// Returns the options of the lints. Limits and profiles are taken from the validation options.
  agal::LintOptions options(const agal::ValidateOptions& validation) const;
};
/// Adds --lint.
void add_lint_options(CLI::App& app, LintSettings& settings);

/// Adds --ifg, --domain and other options for behavior that AGAL leaves open.
void add_semantics_options(CLI::App& app, agal::Semantics& semantics);

/// All settings that affect the products of a program.
struct CompileSettings {
  std::vector<agal::Target> targets;
  agal::Diagnostics target_notes;  // notes about the targets that names of families select
  agal::CompileOptions options;
  bool print_after_all = false;
};
/// Adds --host and --emit. It must be called before the options that --host sets are added, so that they override it.
void add_host_option(CLI::App& app, CompileSettings& settings);
/// Adds only --host.
void add_host_choice(CLI::App& app, CompileSettings& settings);
/// Adds --target.
void add_target_option(CLI::App& app, CompileSettings& settings);
/// Adds --print-after-all and --time-report, for commands that compile sequentially.
void add_stage_options(CLI::App& app, CompileSettings& settings);
/// Adds --env, --constants, --ifg, … and the validation options.
void add_compile_options(CLI::App& app, CompileSettings& settings);

/// Returns warnings about registers in --rename, --bind and --semantics that none of the programs has, or errors with
/// -Werror.
agal::Diagnostics absent_registers(const CompileSettings& settings, const InputOptions& input,
                                   std::initializer_list<const agal::Program*> programs);

/// Reads the program in a file or on stdin. Prints messages and raises `status`. Returns nullopt if the program cannot
/// be read.
std::optional<agal::Program> load(const std::string& path, const InputOptions& options, const Console& console,
                                  ExitStatus& status);

/// Parses the bytes of a file that was read before, like `load`.
std::optional<agal::Program> parse(std::span<const std::byte> bytes, const std::string& path,
                                   const InputOptions& options, const Console& console, ExitStatus& status);

}  // namespace agalc
