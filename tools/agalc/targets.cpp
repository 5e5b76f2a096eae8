// agalc targets: lists the output languages, which are generated from targets.def.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "base/format.hpp"
#include "base/json_writer.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "commands.hpp"

namespace agalc {
namespace {

using agal::base::JsonStyle;
using agal::base::JsonWriter;

enum class ListFormat : std::uint8_t { Text, Json };

// Lists the other names of a target, including names of families.
std::vector<std::string_view> other_names(agal::Target target) {
  std::vector<std::string_view> names;
  for (const agal::TargetFamilyInfo& row : agal::target_family_table)
    if (row.target == target && has_name_of_its_own(row)) names.push_back(row.name);
  for (const agal::TargetAlias& row : agal::target_alias_table)
    if (row.target == target) names.push_back(row.name);
  return names;
}

std::string text_list() {
  constexpr std::string_view line = "{:<15} {:<14} {:<8} {}\n";
  std::string out = fmt::format(line, "target", "suffix", "language", "for");
  for (const agal::TargetInfo& row : agal::target_table) {
    std::string use(row.use);
    if (const std::vector<std::string_view> names = other_names(row.target); !names.empty())
      use += fmt::format(" (or {})", agal::base::joined(names, ", "));
    agal::base::append(out, line, row.name, row.suffix, info(row.family).title, use);
  }
  return out;
}

// Writes one target per line.
std::string json_list() {
  JsonWriter out;
  out.list([&] {
    for (const agal::TargetInfo& row : agal::target_table) {
      JsonWriter one(JsonStyle::OneLine);
      one.object([&] {
        one.members(
            {{"name", row.name}, {"suffix", row.suffix}, {"language", info(row.family).title}, {"for", row.use}});
        one.key("otherNames");
        one.list(other_names(row.target));
      });
      out.raw(one.text());
    }
  });
  return out.line();
}

}  // namespace

Action build_targets(CLI::App& app, Console& console) {
  const auto format = std::make_shared<ListFormat>(ListFormat::Text);
  const Choices<ListFormat> formats{{"text", ListFormat::Text}, {"json", ListFormat::Json}};
  add_choice(app, "--format", "format", formats, *format, "Format of the list");
  add_examples(app, {"agalc targets", "agalc targets --format=json"});
  add_console_options(app, console);
  return [format, &console] {
    return console.report(write_output("-", *format == ListFormat::Json ? json_list() : text_list()));
  };
}

}  // namespace agalc
