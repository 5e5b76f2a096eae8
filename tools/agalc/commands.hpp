// The table of commands, and functions to run one. Only the options of the requested command are built, because
// building options takes time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.hpp"

namespace agalc {

/// Runs a command. It is called after the options were parsed.
using Action = std::function<ExitStatus()>;

// Each function adds the options of its command to the parser.
#define AGALC_COMMAND(name, group, summary) Action build_##name(CLI::App& app, Console& console);
#include "commands.def"

enum class CommandGroup : std::uint8_t {
#define AGALC_COMMAND_GROUP(group, title) group,
#include "commands.def"
  Hidden
};

/// The groups that are listed, with their titles.
struct GroupTitle {
  CommandGroup group;
  std::string_view title;
};
inline constexpr auto group_titles = std::to_array<GroupTitle>({
#define AGALC_COMMAND_GROUP(group, title) {CommandGroup::group, title},
#include "commands.def"
});

struct Command {
  std::string_view name;
  CommandGroup group;
  std::string_view summary;
  Action (*build)(CLI::App& app, Console& console);  // nullptr if this build does not have the command
};

inline constexpr auto command_table = std::to_array<Command>({
#define AGALC_COMMAND(name, group, summary) {#name, CommandGroup::group, summary, build_##name},
#ifdef AGAL_FOR_NODE
#define AGALC_NATIVE_COMMAND(name, group, summary) {#name, CommandGroup::Hidden, summary, nullptr},
#endif
#include "commands.def"
});

/// Other names of a command.
struct OtherNames {
  std::string_view names, command;
  std::string_view word;  // a word that is added before the arguments; "" if there is none
};

inline constexpr auto other_name_table = std::to_array<OtherNames>({
#define AGALC_OTHER_NAMES(names, command, word) {names, #command, word},
#include "commands.def"
});

/// Returns the summary of a command with the names of the languages.
std::string with_languages(std::string_view summary);

/// Returns the command with this name or other name; nullptr if there is none.
const Command* find_command(std::string_view name);

/// Returns the row of `other_name_table` with this name; nullptr if there is none.
const OtherNames* find_other_name(std::string_view name);

/// Returns the names of the commands that are not hidden.
std::vector<std::string_view> command_names();

/// Adds the examples of a command, and additional information, to its help.
void add_examples(CLI::App& app, std::initializer_list<std::string_view> lines, std::string_view notes = {});

/// Returns the output of `agalc` without arguments: the usage, and a line for each command.
std::string usage_text();

/// Returns the output of `agalc --help`: the usage, and the options of all commands.
std::string help_text();

/// Returns the output of `agalc --version`, which is one line.
std::string version_text();

/// Parses the arguments after the name of a command, and runs it.
ExitStatus run_command(const Command& command, std::vector<std::string> words, Console& console);

/// Returns the error for a first word that is not the name of a command. `rest` are the words after it.
agal::Diagnostics unknown_command(const std::string& word, std::span<const std::string> rest = {});

}  // namespace agalc
