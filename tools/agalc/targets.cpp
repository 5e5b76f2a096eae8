// agalc targets: the output languages, generated from targets.def.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "commands.hpp"
#include "console/files.hpp"

namespace agalc {
namespace {

// " (or webgl, gles2)", of the families too.
std::string other_names(agal::Target target) {
  std::vector<std::string_view> names;
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (row.target == target && has_name_of_its_own(row)) names.push_back(row.name);
  for (const agal::TargetAlias& row : agal::target_alias_table)
    if (row.target == target) names.push_back(row.name);
  return names.empty() ? std::string() : fmt::format(" (or {})", fmt::join(names, ", "));
}

}  // namespace

Action build_targets(CLI::App& app, Console& console) {
  add_examples(app, {"agalc targets"});
  add_console_options(app, console);
  return [&console] {
    constexpr std::string_view line = "{:<15} {:<14} {:<8} {}\n";
    std::string out = fmt::format(line, "target", "suffix", "language", "for");
    for (const agal::TargetInfo& row : agal::target_table)
      fmt::format_to(std::back_inserter(out), line, row.name, row.suffix, info(row.family).title,
                     std::string(row.use) + other_names(row.target));
    return console.report(write_output("-", out));
  };
}

}  // namespace agalc
