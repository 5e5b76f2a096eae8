// Executables with a single command.
#pragma once

#include <functional>

#include "console.hpp"

namespace agalc {

/// Adds --diagnostics-format and --color, parses the arguments of main, and runs the command. --help goes to stdout; a
/// usage error is printed as one.
ExitStatus run_single(CLI::App& app, int argc, char** argv, const std::function<ExitStatus(const Console&)>& command);

}  // namespace agalc
