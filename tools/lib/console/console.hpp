// What goes to the person at the terminal: diagnostics on stderr, and the exit status that they amount to.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"

namespace CLI {
class App;
}

namespace agalc {

/// The exit statuses, ordered: of several, the greatest is what the command ends with.
enum class ExitStatus : int { Done = 0, Rejected = 1, Usage = 2, Io = 3, Internal = 70 };

constexpr ExitStatus worse(ExitStatus a, ExitStatus b) { return a < b ? b : a; }

enum class DiagnosticsFormat : std::uint8_t { Text, Json };
enum class ColorMode : std::uint8_t { Auto, Always, Never };

struct Console {
  DiagnosticsFormat format = DiagnosticsFormat::Text;
  ColorMode color = ColorMode::Auto;

  /// Prints the messages to stderr. Returns what their errors amount to: Done where there is none.
  ExitStatus report(const agal::Diagnostics& diagnostics) const;
};

/// --diagnostics-format and --color.
void add_console_options(CLI::App& app, Console& console);

/// Finds the same two options before anything is parsed, so that a usage error is printed as asked for.
void prescan_console_options(const std::vector<std::string>& arguments, Console& console);

/// A message of the registry, by its slug, about a file ("" where it is about none).
agal::Diagnostic make_diagnostic(std::string_view slug, std::string file,
                                 std::initializer_list<std::string_view> arguments = {});

/// One message as a list of one.
agal::Diagnostics only(agal::Diagnostic diagnostic);

/// A usage error in these words.
agal::Diagnostics usage_error(std::string_view message, std::string_view help = {});

/// The status that one error amounts to.
ExitStatus exit_status(const agal::Diagnostic& error);
ExitStatus exit_status(const agal::Diagnostics& diagnostics);

/// Writes text to stderr as it is.
void print_error(std::string_view text);

}  // namespace agalc
