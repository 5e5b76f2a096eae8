// agalc targets: the output languages, generated from targets.def.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>

#include "agal/compile.hpp"
#include "commands.hpp"
#include "console/files.hpp"

namespace agalc {
Action build_targets(CLI::App& app, Console& console) {
  add_examples(app, {"agalc targets"});
  add_console_options(app, console);
  return [&console] {
    std::string out;
    for (const agal::TargetInfo& row : agal::target_table)
      fmt::format_to(std::back_inserter(out), "{:<15} {:<14} {}\n", row.name, row.suffix, info(row.family).title);
    for (const agal::TargetFamilyInfo& row : agal::target_family_table) {
      if (!has_name_of_its_own(row)) continue;
      fmt::format_to(std::back_inserter(out), "{:<15} {:<14} {}\n", row.name, "",
                     fmt::format("stands for {}", info(row.target).name));
    }
    return console.report(write_output("-", out));
  };
}

}  // namespace agalc
