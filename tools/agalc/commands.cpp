#include "commands.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <exception>
#include <iterator>
#include <new>

#include "agal/compile.hpp"
#include "agal/target.hpp"
#include "base/format.hpp"
#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/parsing.hpp"
#include "command_tree.hpp"
#include "command_words.hpp"
#include "fault_report.hpp"
#include "os/filesystem.hpp"
#include "os/terminal.hpp"
#include "wrong_input_hints.hpp"

namespace agalc {
namespace {

// A line of the usage, also of a command that only the npm package has.
struct UsageLine {
  CommandGroup group;
  std::string_view name, summary;
};
constexpr auto usage_lines = std::to_array<UsageLine>({
#define AGALC_COMMAND(name, group, summary) {CommandGroup::group, #name, summary},
#ifdef AGAL_FOR_NODE
#define AGALC_NATIVE_COMMAND(...)
#define AGALC_PACKAGE_COMMAND(name, group, summary) {CommandGroup::group, #name, summary},
#endif
#include "commands.def"
});

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

struct UnclearNames {
  std::string_view names, help;
};
constexpr auto unclear_name_table = std::to_array<UnclearNames>({
#define AGALC_UNCLEAR_NAMES(names, help) {names, help},
#include "commands.def"
});

// Returns the titles of all languages: "SPIR-V, GLSL or WGSL".
std::string languages() {
  std::string out;
  for (const agal::TargetFamilyInfo& family : agal::target_family_table) {
    if (&family != &agal::target_family_table.front())
      out += &family == &agal::target_family_table.back() ? " or " : ", ";
    out += family.title;
  }
  return out;
}

}  // namespace

std::string with_languages(std::string_view summary) {
  return fmt::format(fmt::runtime(summary), fmt::arg("languages", languages()));
}

const Command* find_command(std::string_view name) {
  if (const OtherNames* const other = find_other_name(name)) name = other->command;
  for (const Command& command : command_table)
    if (command.name == name) return &command;
  return nullptr;
}

const OtherNames* find_other_name(std::string_view name) {
  for (const OtherNames& row : other_name_table)
    if (has_word(row.names, name)) return &row;
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
  for (const std::string_view line : lines) agal::base::append(text, "  {}\n", line);
  if (!notes.empty()) agal::base::append(text, "\n{}\n", notes);
  text.pop_back();
  app.footer(text);
}

std::string usage_text() {
  std::string out =
      "Cross-compiler for AGAL, the shader bytecode of Stage3D.\n\n"
      "Usage: agalc COMMAND [ARGUMENT...]\n       agalc help [COMMAND]\n       agalc --version\n";
  for (const GroupTitle& row : group_titles) {
    agal::base::append(out, "\n{}:\n", row.title);
    for (const UsageLine& line : usage_lines)
      if (line.group == row.group) agal::base::append(out, "  {:<12} {}\n", line.name, with_languages(line.summary));
  }
  return out;
}

std::string help_text() { return usage_text() + std::string(conventions); }

std::string version_text() { return fmt::format("{}\n", agal::version_string()); }

namespace {

// Runs a command. After an internal error, prints the command line, unless the command has printed one.
ExitStatus reporting_faults(const Action& action, const Console& console) {
  try {
    const ExitStatus status = action();
    if (status == ExitStatus::Internal && !console.saves_programs) report_fault(console);
    return status;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    report_fault(console);
    throw;  // `guarded` prints it
  }
}

}  // namespace

ExitStatus run_command(const Command& command, std::vector<std::string> words, Console& console) {
  if (command.build == nullptr)
    return console.report(usage_error(fmt::format("agalc {} is not in the npm package", command.name),
                                      "the native command has it (docs/packaging.md)"));
  CLI::App app(with_languages(command.summary), fmt::format("agalc {}", command.name));
  const Action action = command.build(app, console);
  if (const ExitStatus status = console.report(check_words(app, words)); status != ExitStatus::Done) return status;
  app.set_version_flag("-V,--version", version_text())->group("");  // also accepted after a command
  console.line = command_line(app, std::string(command.name), words);
  const bool language_version = gives_version_of_language(words), only_version = words.size() == 1;
  try {
    std::reverse(words.begin(), words.end());  // the parser expects them in reverse order
    app.parse(std::move(words));
  } catch (const CLI::CallForVersion&) {
    if (language_version)
      return console.report(
          usage_error("--version takes no value",
                      "the version of a language is a part of its name: agalc explain targets lists them"));
    // `glslangValidator -V` writes SPIR-V for Vulkan, so a build that uses -V like that must fail here.
    if (!only_version)
      return console.report(usage_error("-V and --version take no other arguments",
                                        "-V of glslangValidator is --target spv; agalc --version prints the version"));
    return console.report(write_output("-", version_text()));
  } catch (const CLI::Success&) {  // --help
    const unsigned columns = os::is_terminal(os::Stream::Output) ? os::terminal_columns() : 0;
    return console.report(write_output("-", help_of(describe(app, command), columns == 0 ? 80 : columns)));
  } catch (const CLI::ParseError& error) {
    return console.report(parse_failure(app, error));
  }
  if (const ExitStatus status = console.report(console.outputs.check(app)); status != ExitStatus::Done) return status;
  return reporting_faults(action, console);
}

namespace {

// Converts a word to the spelling of the tables: Dump-Shaders becomes dump_shaders.
std::string as_command_name(std::string_view word) {
  constexpr std::size_t max_word = 64;
  std::string name(word.substr(0, max_word));
  for (char& c : name) c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace

agal::Diagnostics unknown_command(const std::string& word, std::span<const std::string> rest) {
  if (word.size() > 1 && word[0] == '-') {
    const std::vector<std::string_view> options{"--help", "--version"};
    return usage_error(unknown_word("option", word, options),
                       "options follow the command; agalc --help lists the commands");
  }
  const std::string name = as_command_name(word);
  for (const UnclearNames& row : unclear_name_table)
    if (has_word(row.names, name)) return usage_error(fmt::format("unknown command '{}'", word), row.help);
  if (find_command(name) != nullptr)
    return usage_error(agal::base::unknown_name("command", word, name, {}), "names of commands are in lower case");
  const std::vector<std::string_view> names = command_names();
  if (agal::base::nearest(name, names).empty())
    if (const std::string proposal = proposal_for(word, rest); !proposal.empty())
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
    const Command* const command = find_command(*topic);
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
