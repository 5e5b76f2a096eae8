#include "command_tree.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "arguments.hpp"
#include "cli/choices.hpp"
#include "commands.hpp"

namespace agalc {
namespace {

std::vector<std::string> choices_of(CLI::Option& option) {
  CLI::Validator* found = nullptr;
  try {
    found = option.get_validator(choices_key);
  } catch (const CLI::OptionNotFound&) {
    return {};
  }
  CLI::Validator active = *found;
  std::istringstream words(active.active().get_description());
  std::vector<std::string> list;
  for (std::string word; words >> word;) list.push_back(word);
  return list;
}

// Returns the name of an option's value, without text that validators append.
std::string value_name_of(CLI::Option& option) {
  std::string name = option.get_type_name();
  try {
    for (int i = 0;; ++i) {
      const std::string check = option.get_validator(i)->get_description();
      const std::size_t at = check.empty() ? std::string::npos : name.rfind(":" + check);
      if (at != std::string::npos) name.erase(at);
    }
  } catch (const CLI::OptionNotFound&) {  // thrown after the last argument
  }
  return name;
}

DescribedArgument describe_argument(CLI::Option& option) {
  return {option.get_name(true), option.get_description(), choices_of(option), option.get_required(),
          option.get_items_expected_max() > 1};
}

DescribedOption describe_option(CLI::Option& option) {
  DescribedOption out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  out.value_name = value_name_of(option);
  out.choices = choices_of(option);
  out.list = option.get_delimiter() != '\0';
  out.file = out.value_name.find("FILE") != std::string::npos || out.value_name.find("DIR") != std::string::npos;
  out.help = option.get_description();
  out.group = option.get_group();
  const bool flag = option.get_expected_min() == 0;
  // For a flag, the parser knows the value that it has if none is given.
  const bool may_have_value = flag && !option.get_flag_value(out.names.back().substr(2), "").empty() &&
                              option.get_flag_value(out.names.back().substr(2), "") != "true";
  if (may_have_value) out.value_name = "LIST";
  out.list = out.list || may_have_value;
  out.value = !flag ? ValueKind::Required : may_have_value ? ValueKind::Optional : ValueKind::None;
  return out;
}

// Lists the spellings of other compilers with the options that they stand for. Spellings with a value are listed as
// flags.
void add_spellings(std::vector<DescribedOption>& options) {
  const std::size_t own = options.size();
  for (const Spelling& row : spellings)
    for (std::size_t i = 0; i < own; ++i)
      for (const std::string& name : options[i].names) {
        const std::string_view option = row.option.substr(0, row.option.find('='));
        if (name != option || row.compiler.substr(0, 2) == "--") continue;
        DescribedOption other = options[i];
        other.names = {std::string(row.compiler)};
        other.help = fmt::format("Same as {}", row.option);
        if (option != row.option) other.value = ValueKind::None;
        options.push_back(std::move(other));
        break;
      }
}

DescribedCommand describe(const Command& command) {
  CLI::App app(summary_of(command), fmt::format("agalc {}", command.name));
  Console console;
  const Action action = command.build(app, console);
  DescribedCommand out = describe(app, command);
  add_spellings(out.options);
  return out;
}

}  // namespace

DescribedCommand describe(CLI::App& app, const Command& command) {
  DescribedCommand out{std::string(command.name), summary_of(command), {}, {}, app.get_footer()};
  for (CLI::Option* const option : app.get_options(nullptr)) {
    if (option->get_positional())
      out.arguments.push_back(describe_argument(*option));
    else if (!option->get_group().empty())
      out.options.push_back(describe_option(*option));
  }
  // Options are ordered by group. Groups are in the order of their first options.
  std::vector<std::string> groups;
  for (const DescribedOption& option : out.options)
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  const auto place = [&groups](const DescribedOption& option) {
    return std::find(groups.begin(), groups.end(), option.group);
  };
  std::stable_sort(out.options.begin(), out.options.end(),
                   [&place](const DescribedOption& a, const DescribedOption& b) { return place(a) < place(b); });
  return out;
}

std::vector<DescribedCommand> command_tree() {
  std::vector<DescribedCommand> tree;
  for (const Command& command : command_table)
    if (command.group != CommandGroup::Hidden) tree.push_back(describe(command));
  return tree;
}

std::vector<DescribedOption> root_options() {
  DescribedOption help, version;
  help.names = {"-h", "--help"};
  help.help = "List the commands";
  version.names = {"-V", "--version"};
  version.help = "Print the version of agalc";
  return {help, version};
}

}  // namespace agalc
