// The commands. Only the one that is asked for is built: its options cost time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "console/console.hpp"

namespace agalc {

/// What a command does once its options have been parsed.
using Action = std::function<ExitStatus()>;

// Each adds the options of its command to the parser.
#define AGALC_COMMAND(name, group, summary) Action build_##name(CLI::App& app, Console& console);
#include "commands.def"
#undef AGALC_COMMAND

enum class CommandGroup : std::uint8_t { Compile, Check, Inspect, Draw, Reference, About, Hidden };

struct Command {
  std::string_view name;
  CommandGroup group;
  std::string_view summary;
  Action (*build)(CLI::App& app, Console& console);
};

inline constexpr auto command_table = std::to_array<Command>({
#define AGALC_COMMAND(name, group, summary) {#name, CommandGroup::group, summary, build_##name},
#include "commands.def"
#undef AGALC_COMMAND
});

/// nullptr: there is no such command.
const Command* find_command(std::string_view name);

/// The names of those that are listed.
std::vector<std::string_view> command_names();

/// Adds the examples of a command to its help, and what else there is to say.
void add_examples(CLI::App& app, std::initializer_list<std::string_view> lines, std::string_view notes = {});

/// What `agalc` alone prints: how it is called, and the commands with one line for each.
std::string usage_text();

/// What `agalc --help` prints: the usage, and what holds for all commands.
std::string help_text();

/// The line that `agalc --version` prints.
std::string version_text();

/// Parses the words behind the name of a command, and runs it.
ExitStatus run_command(const Command& command, std::vector<std::string> words, Console& console);

/// What to say where the first word is the name of no command.
agal::Diagnostics unknown_command(const std::string& word);

}  // namespace agalc
