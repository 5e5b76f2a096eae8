// Describes all commands with their options, as the parser knows them. --help, completions and manual pages are
// generated from these descriptions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "commands.hpp"

namespace agalc {

enum class ValueKind : std::uint8_t {
  None,      // a flag without a value
  Optional,  // a flag that may have a value: --lint, --lint=LIST
  Required,
};

struct DescribedOption {
  std::vector<std::string> names;  // all names, including dashes: "-t", "--target"
  ValueKind value = ValueKind::None;
  std::string value_name;            // the name of the value in --help
  std::vector<std::string> choices;  // the possible values; empty if any value is possible
  bool list = false;                 // true if the value is a list, separated by commas
  bool file = false;                 // true if the value may be the name of a file or folder
  std::string help, group;
};

struct DescribedArgument {
  std::string name, help;
  std::vector<std::string> choices;
  bool required = false, many = false;
};

struct DescribedCommand {
  std::string name;
  CommandGroup group = CommandGroup::Hidden;
  std::string summary;
  std::vector<DescribedArgument> arguments;
  std::vector<DescribedOption> options;  // all options, ordered by group
  std::string footer;                    // examples and additional information
};

/// Describes a command after its arguments and options were added to the parser. Options without a group are hidden.
DescribedCommand describe(CLI::App& app, const Command& command);

/// Describes all listed commands.
std::vector<DescribedCommand> command_tree();

/// Describes the options of agalc without a command.
std::vector<DescribedOption> root_options();

/// Returns the text of --help: the usage, the arguments, the options by group and the examples of a command, for a
/// terminal of this width.
std::string help_of(const DescribedCommand& command, std::size_t columns);

}  // namespace agalc
