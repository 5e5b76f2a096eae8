// agalc targets: the output languages, straight from their table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>

#include "agal/compile.hpp"
#include "commands.hpp"
#include "console/files.hpp"

namespace agalc {
namespace {

std::string_view name(agal::TargetFamily family) {
  switch (family) {
    case agal::TargetFamily::SpirV: return "SPIR-V";
    case agal::TargetFamily::Glsl: return "GLSL";
    case agal::TargetFamily::Essl: return "GLSL ES";
    case agal::TargetFamily::Msl: return "MSL";
    case agal::TargetFamily::Hlsl: return "HLSL";
  }
  return "";
}

}  // namespace

Command make_targets(CLI::App& root, Console& console) {
  CLI::App* const app = root.add_subcommand("targets", "List the output languages: name, suffix of its files, family");
  add_console_options(*app, console);
  return {app, [&console] {
            std::string out;
            for (const agal::TargetInfo& row : agal::target_table)
              fmt::format_to(std::back_inserter(out), "{:<15} {:<14} {}\n", row.name, row.suffix, name(row.family));
            return console.report(write_output("-", out));
          }};
}

}  // namespace agalc
