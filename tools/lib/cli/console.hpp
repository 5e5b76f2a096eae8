// Prints diagnostics on stderr, and derives the exit status from them.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "outputs.hpp"

namespace CLI {
class App;
}

namespace agalc {

/// The exit statuses, in ascending order of precedence. The command ends with the greatest one that occurred.
enum class ExitStatus : int { Done = 0, Rejected = 1, Usage = 2, Io = 3, Internal = 70, OutOfMemory = 71 };

constexpr ExitStatus worse(ExitStatus a, ExitStatus b) { return a < b ? b : a; }

enum class DiagnosticsFormat : std::uint8_t { Text, Json, Github };
enum class ColorMode : std::uint8_t { Auto, Always, Never };

/// The command line after the name of the program. Argument files were expanded, and spellings of other compilers were
/// replaced.
struct CommandLine {
  std::string command;
  std::vector<std::string> options;  // words that are options, and their values
  std::vector<std::string> inputs;   // all other words
};

struct Console {
  DiagnosticsFormat format = DiagnosticsFormat::Text;
  /// Returns true if people read stderr, and not a program. They also get summaries, for example.
  bool for_people() const { return format != DiagnosticsFormat::Json; }
  ColorMode color = ColorMode::Auto;
  Outputs outputs;
  CommandLine line;
  bool saves_programs = false;  // true if the command itself saves the programs of an internal error

  /// Prints the messages to stderr. Returns the status of the errors; Done if there are none.
  ExitStatus report(const agal::Diagnostics& diagnostics) const;
};

/// Formats each message as a workflow command of GitHub Actions: `::error file=…,line=…,col=…,title=AGAL3652::…`.
/// GitHub shows the message next to the lines of the file.
std::string github_annotations(const agal::Diagnostics& diagnostics);

/// Adds --diagnostics-format and --color.
void add_console_options(CLI::App& app, Console& console);

/// Reads --diagnostics-format and --color before the command line is parsed, so that they apply to usage errors.
void prescan_console_options(const std::vector<std::string>& arguments, Console& console);

/// Runs an executable that has a single command. `console` has the outputs that were added to the parser. Adds
/// --diagnostics-format and --color, parses the arguments of main, and runs the command. Prints --help to stdout, and
/// usage errors to stderr.
ExitStatus run_single(CLI::App& app, Console& console, int argc, char** argv,
                      const std::function<ExitStatus(const Console&)>& command);

/// Creates the message of the rule with this slug. `file` is "" if the message is not about a file.
agal::Diagnostic make_diagnostic(std::string_view slug, std::string file,
                                 std::initializer_list<std::string_view> arguments = {});

/// Returns a list with one message.
agal::Diagnostics only(agal::Diagnostic diagnostic);

/// Creates a usage error with this text.
agal::Diagnostics usage_error(std::string_view message, std::string_view help = {});

/// Returns the exit status for one error.
ExitStatus exit_status(const agal::Diagnostic& error);
ExitStatus exit_status(const agal::Diagnostics& diagnostics);

/// Returns one word of a command line for the shell of the system, with quotes only if necessary.
std::string shell_word(const std::string& word);

/// Writes text to stderr unchanged.
void print_error(std::string_view text);

}  // namespace agalc
