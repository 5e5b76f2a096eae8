#include "commands.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <iterator>

#include "agal/compile.hpp"
#include "agal/target.hpp"
#include "console/choices.hpp"
#include "console/files.hpp"
#include "console/parsing.hpp"
#include "guess.hpp"
#include "help.hpp"
#include "os/filesystem.hpp"
#include "os/terminal.hpp"

namespace agalc {
namespace {

struct GroupTitle {
  CommandGroup group;
  std::string_view title;
};
constexpr auto group_titles = std::to_array<GroupTitle>({{CommandGroup::Compile, "Compile"},
                                                         {CommandGroup::Check, "Check"},
                                                         {CommandGroup::Inspect, "Find and inspect programs"},
                                                         {CommandGroup::Draw, "Draw and report"},
                                                         {CommandGroup::Reference, "Reference"},
                                                         {CommandGroup::About, "agalc itself"}});

constexpr std::string_view conventions = R"(
Examples:
  agalc compile water.frag.agal -o water.frag.spv
  agalc batch game.swf -o shaders --emit spv,essl300,reflect
  agalc explain AGAL3652

An input is bytecode if its first byte is 0xa0, otherwise assembly text; - is stdin. @FILE reads arguments from a
file. Products are written to stdout or to -o, diagnostics to stderr.
Exit status: 0 success, 1 input rejected, 2 usage error, 3 file not readable or writable, 70 bug in agalc,
71 out of memory.
)";

struct UnclearName {
  std::string_view name, help;
};
constexpr auto unclear_name_table = std::to_array<UnclearName>({
#define AGALC_UNCLEAR_NAME(name, help) {#name, help},
#include "commands.def"
});

// "SPIR-V, GLSL or WGSL".
std::string languages() {
  std::string out;
  for (const agal::TargetFamilyInfo& family : agal::target_family_table) {
    if (&family != &agal::target_family_table.front())
      out += &family == &agal::target_family_table.back() ? " or " : ", ";
    out += family.title;
  }
  return out;
}

// As `--version 450` of SPIRV-Cross.
bool gives_version_of_language(const std::vector<std::string>& words) {
  const auto flag = std::find(words.begin(), words.end(), "--version");
  return flag != words.end() && flag + 1 != words.end() && std::isdigit(static_cast<unsigned char>(flag[1][0])) != 0;
}

// The error for words that people type and the parser would misread; empty if there are none.
agal::Diagnostics check_words(const Command& command, const std::vector<std::string>& words) {
  std::error_code ignored;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    for (const std::string_view dash : {"\xe2\x80\x94", "\xe2\x80\x93", "\xe2\x88\x92"})
      if (word.starts_with(dash) && !os::fs::exists(word, ignored)) {
        const std::string name = word.substr(dash.size());
        return usage_error(fmt::format("'{}' begins with a dash that is not '-'", word),
                           fmt::format("write {}{}", name.size() == 1 ? "-" : "--", name));
      }
    if (word == "-v" || word == "--verbose")
      return usage_error(fmt::format("unknown option '{}'", word),
                         "agalc --version prints the version; agalc compile --print-after-all prints each step");
    const bool digits = !word.empty() && word.find_first_not_of("0123456789.") == std::string::npos;
    if (i > 0 && digits && !os::fs::exists(word, ignored) && agal::find_target_family(words[i - 1]) != nullptr) {
      std::string number = word;
      std::erase(number, '.');
      return usage_error(fmt::format("'{}' after '{}' is not a program", word, words[i - 1]),
                         fmt::format("write {}{}; agalc targets lists the names", words[i - 1], number));
    }
    if (command.name == "opcodes" && word.starts_with("--version") && gives_version_of_language(words))
      return usage_error("--version takes no value", "the column agal says the first version that has an opcode");
  }
  return {};
}

}  // namespace

std::string summary_of(const Command& command) {
  return fmt::format(fmt::runtime(command.summary), fmt::arg("languages", languages()));
}

const Command* find_command(std::string_view name) {
  for (const Command& command : command_table)
    if (command.name == name) return &command;
  return nullptr;
}

const OtherName* find_other_name(std::string_view name) {
  for (const OtherName& row : other_name_table)
    if (row.name == name) return &row;
  return nullptr;
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : command_table)
    if (command.group != CommandGroup::Hidden) names.push_back(command.name);
  return names;
}

void add_examples(CLI::App& app, std::initializer_list<std::string_view> lines, std::string_view notes) {
  std::string text = "Examples:\n";
  for (const std::string_view line : lines) fmt::format_to(std::back_inserter(text), "  {}\n", line);
  if (!notes.empty()) fmt::format_to(std::back_inserter(text), "\n{}\n", notes);
  text.pop_back();
  app.footer(text);
}

std::string usage_text() {
  std::string out =
      "Cross-compiler for AGAL, the shader bytecode of Stage3D.\n\n"
      "Usage: agalc COMMAND [ARGUMENT...]\n       agalc help [COMMAND]\n       agalc --version\n";
  for (const GroupTitle& row : group_titles) {
    std::string commands;
    for (const Command& command : command_table)
      if (command.group == row.group)
        fmt::format_to(std::back_inserter(commands), "  {:<12} {}\n", command.name, summary_of(command));
    if (!commands.empty()) fmt::format_to(std::back_inserter(out), "\n{}:\n{}", row.title, commands);
  }
  return out;
}

std::string help_text() { return usage_text() + std::string(conventions); }

std::string version_text() { return fmt::format("{}\n", agal::version_string()); }

ExitStatus run_command(const Command& command, std::vector<std::string> words, Console& console) {
  if (command.build == nullptr)
    return console.report(usage_error(fmt::format("agalc {} is not in the npm package", command.name),
                                      "the native command has it (docs/packaging.md)"));
  if (const ExitStatus status = console.report(check_words(command, words)); status != ExitStatus::Done) return status;
  CLI::App app(summary_of(command), fmt::format("agalc {}", command.name));
  const Action action = command.build(app, console);
  app.set_version_flag("-V,--version", version_text())->group("");  // as people type it after a command too
  const bool language_version = gives_version_of_language(words);
  try {
    std::reverse(words.begin(), words.end());  // the parser expects them in reverse order
    app.parse(std::move(words));
  } catch (const CLI::CallForVersion&) {
    if (language_version)
      return console.report(usage_error("--version takes no value",
                                        "the version of a language is a part of its name: agalc targets lists them"));
    return console.report(write_output("-", version_text()));
  } catch (const CLI::Success&) {  // --help
    const unsigned columns = os::is_terminal(os::Stream::Output) ? os::terminal_columns() : 0;
    return console.report(write_output("-", help_of(describe(app, command), columns == 0 ? 80 : columns)));
  } catch (const CLI::ParseError& error) {
    return console.report(parse_failure(app, error));
  }
  if (const ExitStatus status = console.report(console.outputs.check(app)); status != ExitStatus::Done) return status;
  return action();
}

agal::Diagnostics unknown_command(const std::string& word) {
  if (word.size() > 1 && word[0] == '-') {
    const std::vector<std::string_view> options{"--help", "--version"};
    return usage_error(unknown_word("option", word, options),
                       "options follow the command; agalc --help lists the commands");
  }
  for (const UnclearName& row : unclear_name_table)
    if (row.name == word) return usage_error(fmt::format("unknown command '{}'", word), row.help);
  const std::vector<std::string_view> names = command_names();
  if (agal::base::nearest(word, names).empty())
    if (const std::string proposal = proposal_for(word); !proposal.empty())
      return usage_error(fmt::format("expected a command, found the path '{}'", word), proposal);
  return usage_error(unknown_word("command", word, names), "agalc --help lists the commands");
}

Action build_help(CLI::App& app, Console& console) {
  const auto topic = std::make_shared<std::string>();
  describe_choices(*app.add_option("COMMAND", *topic, "Command to describe; the default is to list all commands"),
                   command_names());
  add_examples(app, {"agalc help compile"});
  add_console_options(app, console);
  return [topic, &console] {
    if (topic->empty()) return console.report(write_output("-", help_text()));
    const OtherName* const other = find_other_name(*topic);
    const Command* const command = find_command(other == nullptr ? *topic : other->command);
    if (command == nullptr) return console.report(unknown_command(*topic));
    return run_command(*command, {"--help"}, console);
  };
}

Action build_version(CLI::App& app, Console& console) {
  add_examples(app, {"agalc version"});
  add_console_options(app, console);
  return [&console] { return console.report(write_output("-", version_text())); };
}

}  // namespace agalc
