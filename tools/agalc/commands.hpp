// The subcommands: each adds itself to the parser, and returns what to run if it is the one that was asked for.
#pragma once

#include <functional>

#include "console/console.hpp"

namespace agalc {

struct Command {
  CLI::App* app = nullptr;
  std::function<ExitStatus()> run;
};

Command make_batch(CLI::App& root, Console& console);
Command make_compile(CLI::App& root, Console& console);
Command make_link(CLI::App& root, Console& console);
Command make_validate(CLI::App& root, Console& console);
Command make_as(CLI::App& root, Console& console);
Command make_dis(CLI::App& root, Console& console);
Command make_extract(CLI::App& root, Console& console);
Command make_reduce(CLI::App& root, Console& console);
Command make_reflect(CLI::App& root, Console& console);
Command make_render(CLI::App& root, Console& console);
Command make_sheet(CLI::App& root, Console& console);
Command make_report(CLI::App& root, Console& console);
Command make_run(CLI::App& root, Console& console);
Command make_opcodes(CLI::App& root, Console& console);
Command make_explain(CLI::App& root, Console& console);
Command make_targets(CLI::App& root, Console& console);

}  // namespace agalc
