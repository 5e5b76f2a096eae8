// Diagnostics on stderr, and the resulting exit status.
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

/// The exit statuses, in ascending order of precedence: the command ends with the greatest.
enum class ExitStatus : int { Done = 0, Rejected = 1, Usage = 2, Io = 3, Internal = 70, OutOfMemory = 71 };

constexpr ExitStatus worse(ExitStatus a, ExitStatus b) { return a < b ? b : a; }

enum class DiagnosticsFormat : std::uint8_t { Text, Json, Github };
enum class ColorMode : std::uint8_t { Auto, Always, Never };

struct Console {
  DiagnosticsFormat format = DiagnosticsFormat::Text;
  /// Whether stderr has text for people: summaries, for example.
  bool for_people() const { return format != DiagnosticsFormat::Json; }
  ColorMode color = ColorMode::Auto;
  Outputs outputs;

  /// Prints the messages to stderr. Returns the status of their errors: Done if there are none.
  ExitStatus report(const agal::Diagnostics& diagnostics) const;
};

/// One workflow command of GitHub Actions for each message: `::error file=…,line=…,col=…,title=AGAL3652::…`. GitHub
/// shows it next to the lines of the file.
std::string github_annotations(const agal::Diagnostics& diagnostics);

/// --diagnostics-format and --color.
void add_console_options(CLI::App& app, Console& console);

/// Finds these two options before the command line is parsed, so that they apply to usage errors.
void prescan_console_options(const std::vector<std::string>& arguments, Console& console);

/// Runs an executable that has a single command. `console` has the outputs that were added to the parser. Adds
/// --diagnostics-format and --color, parses the arguments of main, and runs the command. --help goes to stdout; a usage
/// error is printed as one.
ExitStatus run_single(CLI::App& app, Console& console, int argc, char** argv,
                      const std::function<ExitStatus(const Console&)>& command);

/// A message of the registry, by its slug, about a file ("" if it is not about a file).
agal::Diagnostic make_diagnostic(std::string_view slug, std::string file,
                                 std::initializer_list<std::string_view> arguments = {});

/// One message as a list of one.
agal::Diagnostics only(agal::Diagnostic diagnostic);

/// A usage error with this text.
agal::Diagnostics usage_error(std::string_view message, std::string_view help = {});

/// The status of one error.
ExitStatus exit_status(const agal::Diagnostic& error);
ExitStatus exit_status(const agal::Diagnostics& diagnostics);

/// Writes text to stderr unchanged.
void print_error(std::string_view text);

}  // namespace agalc
