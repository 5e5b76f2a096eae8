// Executables with a single command.
#pragma once

#include <functional>

#include "console.hpp"

namespace agalc {

/// `console` has the outputs that were added to the parser. Adds --diagnostics-format and --color, parses the arguments
/// of main, and runs the command. --help goes to stdout; a usage error is printed as one.
ExitStatus run_single(CLI::App& app, Console& console, int argc, char** argv,
                      const std::function<ExitStatus(const Console&)>& command);

}  // namespace agalc
