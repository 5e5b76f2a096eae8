// All commands with their options, from the parser. --help, completions and manual pages are generated from them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "commands.hpp"

namespace agalc {

enum class ValueKind : std::uint8_t {
  None,      // a flag
  Optional,  // a flag that may have a value: --lint, --lint=LIST
  Required,
};

struct DescribedOption {
  std::vector<std::string> names;  // with their dashes: "-t", "--target"
  ValueKind value = ValueKind::None;
  std::string value_name;            // as in --help
  std::vector<std::string> choices;  // the possible values; empty: any
  bool list = false;                 // several of them, separated by commas
  bool file = false;                 // the value may be the name of a file or folder
  std::string help, group;
};

struct DescribedArgument {
  std::string name, help;
  std::vector<std::string> choices;
  bool required = false, many = false;
};

struct DescribedCommand {
  std::string name, summary;
  std::vector<DescribedArgument> arguments;
  std::vector<DescribedOption> options;  // group by group
  std::string footer;                    // examples and additional information
};

/// A command whose arguments and options have been added to the parser. Those without a group are left out.
DescribedCommand describe(CLI::App& app, const Command& command);

/// All commands that are listed.
std::vector<DescribedCommand> command_tree();

/// The options of agalc itself, without a command.
std::vector<DescribedOption> root_options();

/// The text of --help: the usage, arguments, options by group and examples of a command, for a terminal of this width.
std::string help_of(const DescribedCommand& command, std::size_t columns);

/// The completions of a shell for these commands.
std::string bash_completions(const std::vector<DescribedCommand>& commands);
std::string zsh_completions(const std::vector<DescribedCommand>& commands);
std::string fish_completions(const std::vector<DescribedCommand>& commands);

}  // namespace agalc
