// Prints --help from the descriptions of commands.
#include "base/format.hpp"
#include "command_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace agalc {
namespace {

constexpr std::size_t left_width = 28;  // the width of the column of names, including its margins

// Wraps text to lines of at most `width` characters. A longer word is on a separate line.
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

std::string row(const std::string& left, std::string_view right, std::size_t width) {
  std::string out = "  " + left;
  if (out.size() + 2 > left_width) out += '\n' + std::string(left_width, ' ');
  if (out.size() < left_width) out.resize(left_width, ' ');
  bool first = true;
  for (const std::string& line : wrapped(right, width - left_width)) {
    if (!first) out += '\n' + std::string(left_width, ' ');
    out += line;
    first = false;
  }
  return out + '\n';
}

std::string row(const DescribedOption& option, std::size_t width) {
  // A long list of choices is printed after the help of the option.
  const bool long_list = !option.choices.empty() && option.value_name.size() > width / 2;
  const std::string value = long_list ? "NAME" : option.value_name;
  std::string left = agal::base::joined(option.names, ", ");
  if (option.value == ValueKind::Required) left += ' ' + value;
  if (option.value == ValueKind::Optional) left += "[=" + value + ']';
  return row(left,
             long_list ? fmt::format("{}: {}", option.help, agal::base::joined(option.choices, ", ")) : option.help,
             width);
}

}  // namespace

std::string help_of(const DescribedCommand& command, std::size_t columns) {
  const std::size_t width = std::clamp<std::size_t>(columns, 60, 120);
  std::string out;
  for (const std::string& line : wrapped(command.summary, width)) out += line + '\n';
  agal::base::append(out, "\nUsage: agalc {} [OPTION...]", command.name);
  for (const DescribedArgument& argument : command.arguments) {
    const std::string name = argument.name + (argument.many ? "..." : "");
    out += argument.required ? ' ' + name : " [" + name + ']';
  }
  out += '\n';
  if (!command.arguments.empty()) out += '\n';
  for (const DescribedArgument& argument : command.arguments) out += row(argument.name, argument.help, width);
  std::string_view group;
  for (const DescribedOption& option : command.options) {
    if (option.group != group) agal::base::append(out, "\n{}:\n", option.group);
    group = option.group;
    out += row(option, width);
  }
  return out + '\n' + command.footer + '\n';
}

}  // namespace agalc
