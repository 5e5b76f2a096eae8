// agalc explain: what a message means, with a program that causes it and one that does not.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>

#include "commands.hpp"
#include "console/choices.hpp"
#include "console/files.hpp"

namespace agalc {
namespace {

std::string list_rules() {
  std::string out;
  for (const agal::RuleInfo& rule : agal::all_rules())
    fmt::format_to(std::back_inserter(out), "{}  {:<7}  {:<8}  {:<32}  {}\n", agal::code_name(rule.code),
                   agal::name(rule.severity), agal::name(rule.phase), rule.slug, rule.message);
  return out;
}

std::string unknown_rule(const std::string& text) {
  std::vector<std::string_view> names;
  for (const agal::RuleInfo& rule : agal::all_rules()) names.push_back(rule.slug);
  // A number is not a misspelt other number.
  const std::string_view near = agal::nearest_name(text, names);
  return near.empty() ? fmt::format("there is no rule '{}'", text)
                      : fmt::format("there is no rule '{}': did you mean '{}'?", text, near);
}

}  // namespace

Command make_explain(CLI::App& root, Console& console) {
  struct Options {
    std::string rule;
    bool list = false;
  };
  CLI::App* const app = root.add_subcommand("explain", "Explain a message: its rule, a bad program and a good one");
  const auto options = std::make_shared<Options>();
  app->add_option("RULE", options->rule, "AGAL3652, 3652 or the rule's slug");
  app->add_flag("--list", options->list, "List all rules");
  add_console_options(*app, console);
  return {app, [options, &console] {
            if (options->list != options->rule.empty())
              return console.report(usage_error("explain takes one rule, or --list"));
            if (options->list) return console.report(write_output("-", list_rules()));
            const agal::RuleInfo* const rule = agal::find_rule(options->rule);
            if (rule == nullptr)
              return console.report(usage_error(unknown_rule(options->rule), "see agalc explain --list"));
            return console.report(write_output("-", agal::explain(*rule)));
          }};
}

}  // namespace agalc
