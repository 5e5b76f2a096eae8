// agalc completions: completions for shells, generated from the parser.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "command_tree.hpp"
#include "commands.hpp"

namespace agalc {
namespace {

// Quotes text with single quotes, for bash and zsh.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::vector<std::string> all_names(const std::vector<DescribedOption>& options) {
  std::vector<std::string> names;
  for (const DescribedOption& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

// -------------------------------------------------------------------------------------------------------------- bash

constexpr std::string_view bash_frame = R"(# Completion of agalc for bash. Made by: agalc completions bash

# Completes the word from the words $2 and further. $1: the part of the word, up to the last comma, that is kept.
_agalc_words() {{
  local kept=$1; shift
  local reply
  COMPREPLY=()
  while read -r reply; do COMPREPLY+=("$kept$reply"); done < <(compgen -W "$*" -- "${{word#"$kept"}}")
}}

_agalc_list() {{
  local kept=
  [[ $word == *,* ]] && kept=${{word%,*}},
  compopt -o nospace 2>/dev/null
  _agalc_words "$kept" "$@"
}}

_agalc_files() {{
  compopt -o filenames 2>/dev/null
  local reply
  COMPREPLY=()
  while read -r reply; do COMPREPLY+=("$reply"); done < <(compgen -f -- "$word")
}}

_agalc() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} option= command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _agalc_words '' {commands}
    return
  fi
  # '=' is a word of its own.
  option=${{COMP_WORDS[COMP_CWORD - 1]}}
  if [[ $word == = ]]; then
    word=
    option+==
  elif [[ $option == = ]]; then
    option=${{COMP_WORDS[COMP_CWORD - 2]}}=
  fi
  case "$command $option" in
{values}  esac
  case "$command" in
{options}  esac
}}
complete -F _agalc agalc
)";

// Returns the pattern of a case: the option is the previous word, or it is followed by '='. An optional value needs
// '='.
std::string bash_pattern(const DescribedCommand& command, const DescribedOption& option) {
  std::string pattern;
  for (const std::string& name : option.names) {
    const bool is_long = name.substr(0, 2) == "--";
    const std::string with = fmt::format("'{} {}='", command.name, name);
    const std::string without = fmt::format("'{} {}'", command.name, name);
    if (option.value == ValueKind::Required) pattern += (pattern.empty() ? "" : " | ") + without;
    if (is_long) pattern += (pattern.empty() ? "" : " | ") + with;
  }
  return pattern;
}

std::string bash_values(const std::vector<DescribedCommand>& commands) {
  std::string out;
  for (const DescribedCommand& command : commands)
    for (const DescribedOption& option : command.options) {
      if (option.value == ValueKind::None) continue;
      std::string action = option.file ? "_agalc_files" : ":";
      if (!option.choices.empty())
        action = fmt::format("{} {}", option.list ? "_agalc_list" : "_agalc_words ''",
                             agal::base::joined(option.choices, " "));
      if (!option.choices.empty() && option.file)
        action += "; local names=(\"${COMPREPLY[@]}\"); _agalc_files; COMPREPLY+=(\"${names[@]}\")";
      agal::base::append(out, "    {}) {}; return ;;\n", bash_pattern(command, option), action);
    }
  return out;
}

std::string bash_options(const std::vector<DescribedCommand>& commands) {
  std::string out;
  for (const DescribedCommand& command : commands) {
    std::string words = "_agalc_files";
    if (command.arguments.empty()) words = ":";
    if (!command.arguments.empty() && !command.arguments[0].choices.empty())
      words = fmt::format("_agalc_words '' {}", agal::base::joined(command.arguments[0].choices, " "));
    agal::base::append(out, "    {})\n      if [[ $word == -* ]]; then _agalc_words '' {}\n      else {}; fi ;;\n",
                       command.name, agal::base::joined(all_names(command.options), " "), words);
  }
  return out;
}

// --------------------------------------------------------------------------------------------------------------- zsh

std::string zsh_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

// Returns ":name:action" for an argument.
std::string zsh_action(const std::string& name, const std::vector<std::string>& choices, bool list, bool file) {
  std::string action;
  if (!choices.empty() && list)
    action = fmt::format("_values -s , {} {}", name.substr(0, name.find('[')), agal::base::joined(choices, " "));
  else if (!choices.empty() && file)
    action = fmt::format("_alternative \"names:name:({})\" \"files:file:_files\"", agal::base::joined(choices, " "));
  else if (!choices.empty())
    action = fmt::format("({})", agal::base::joined(choices, " "));
  else if (file)
    action = "_files";
  return fmt::format(":{}:{}", zsh_escaped(name), action);
}

void append_zsh_option(std::string& out, const DescribedOption& option) {
  for (const std::string& name : option.names) {
    const bool is_long = name.substr(0, 2) == "--";
    std::string spec =
        option.names.size() > 1 ? fmt::format("({})", agal::base::joined(option.names, " ")) : std::string();
    spec += name;
    if (option.value == ValueKind::Required && is_long) spec += '=';
    if (option.value == ValueKind::Optional) spec += "=-";
    agal::base::append(spec, "[{}]", zsh_escaped(option.help));
    const std::string value = zsh_action(option.value_name, option.choices, option.list, option.file);
    if (option.value == ValueKind::Required) spec += value;
    if (option.value == ValueKind::Optional) spec += ":" + value;
    agal::base::append(out, " \\\n        {}", in_quotes(spec));
  }
}

// --------------------------------------------------------------------------------------------------------------- fish

void append_fish_option(std::string& out, const std::string& condition, const DescribedOption& option) {
  agal::base::append(out, "complete -c agalc -n {}", in_quotes(condition));
  for (const std::string& name : option.names) {
    const bool is_long = name.substr(0, 2) == "--";
    agal::base::append(out, " -{} {}", is_long ? "l" : name.size() == 2 ? "s" : "o", name.substr(is_long ? 2 : 1));
  }
  // In fish, -r means that the option requires a value, which may be the next word.
  if (option.value == ValueKind::Required) out += option.file ? " -r -F" : " -x";
  if (option.value != ValueKind::None && !option.choices.empty()) {
    const std::string words = agal::base::joined(option.choices, " ");
    agal::base::append(out, " -a {}", in_quotes(option.list ? fmt::format("(__fish_append , {})", words) : words));
  }
  // A list of names at the end of the help is removed, because the names are among the choices.
  agal::base::append(out, " -d {}\n", in_quotes(option.help.substr(0, option.help.find(": "))));
}

}  // namespace

std::string bash_completions(const std::vector<DescribedCommand>& commands) {
  std::string first;
  for (const DescribedCommand& command : commands) first += command.name + " ";
  return fmt::format(bash_frame, fmt::arg("commands", first + agal::base::joined(all_names(root_options()), " ")),
                     fmt::arg("values", bash_values(commands)), fmt::arg("options", bash_options(commands)));
}

std::string zsh_completions(const std::vector<DescribedCommand>& commands) {
  std::string out =
      "#compdef agalc\n# Completion of agalc for zsh. Made by: agalc completions zsh\n\n"
      "_agalc_commands() {\n  local -a commands=(\n";
  for (const DescribedCommand& command : commands)
    agal::base::append(out, "    {}\n", in_quotes(fmt::format("{}:{}", command.name, zsh_escaped(command.summary))));
  out +=
      "  )\n  _describe command commands\n}\n\n"
      "_agalc() {\n  local curcontext=$curcontext state line\n  local -A opt_args\n  _arguments -C";
  for (const DescribedOption& option : root_options()) append_zsh_option(out, option);
  out += " \\\n        '1: :_agalc_commands' '*:: :->rest'\n  [[ $state == rest ]] || return\n  case $line[1] in\n";
  for (const DescribedCommand& command : commands) {
    agal::base::append(out, "    {})\n      _arguments", command.name);
    for (const DescribedOption& option : command.options) append_zsh_option(out, option);
    for (const DescribedArgument& argument : command.arguments)
      agal::base::append(out, " \\\n        {}",
                         in_quotes((argument.many ? "*" : "") +
                                   zsh_action(argument.name, argument.choices, false, argument.choices.empty())));
    out += " ;;\n";
  }
  return out + "  esac\n}\n\n_agalc \"$@\"\n";
}

std::string fish_completions(const std::vector<DescribedCommand>& commands) {
  std::string out = "# Completion of agalc for fish. Made by: agalc completions fish\n";
  for (const DescribedOption& option : root_options()) append_fish_option(out, "__fish_use_subcommand", option);
  for (const DescribedCommand& command : commands)
    agal::base::append(out, "complete -c agalc -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                       in_quotes(command.summary));
  for (const DescribedCommand& command : commands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const DescribedOption& option : command.options) append_fish_option(out, condition, option);
    const bool files = !command.arguments.empty() && command.arguments[0].choices.empty();
    if (!files) agal::base::append(out, "complete -c agalc -n {} -f", in_quotes(condition));
    if (!files && !command.arguments.empty())
      agal::base::append(out, " -a {}", in_quotes(agal::base::joined(command.arguments[0].choices, " ")));
    if (!files) out += "\n";
  }
  return out;
}

Action build_completions(CLI::App& app, Console& console) {
  using Writer = std::string (*)(const std::vector<DescribedCommand>&);
  const Choices<Writer> shells{{"bash", bash_completions}, {"zsh", zsh_completions}, {"fish", fish_completions}};
  const auto writer = std::make_shared<Writer>(nullptr);
  add_choice(app, "SHELL", "shell", shells, *writer, "The shell: bash, zsh or fish")->type_name("")->required();
  add_examples(app, {"agalc completions bash > agalc.bash"}, "Installing agalc also installs its completions.");
  add_console_options(app, console);
  return [writer, &console] { return console.report(write_output("-", (*writer)(command_tree()))); };
}

}  // namespace agalc
