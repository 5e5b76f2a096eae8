// Executables with a single command: from the arguments of main to the exit status.
#pragma once

#include <functional>

#include "console.hpp"

namespace agalc {

/// Adds --diagnostics-format and --color, parses, and runs the command. --help goes to stdout; a usage error is printed
/// as one; an exception is an internal error. The exit status, for main to return.
int run_single(CLI::App& app, int argc, char** argv, const std::function<ExitStatus(const Console&)>& command);

}  // namespace agalc
