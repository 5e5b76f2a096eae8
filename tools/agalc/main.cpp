// The agalc command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "agal/compile.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "console/choices.hpp"
#include "console/files.hpp"

namespace agalc {
namespace {

constexpr std::string_view footer = R"(Examples:
  agalc compile water.frag.agal -o water.frag.spv
  agalc compile *.agal --target essl100,msl20 -o out/ --reflect
  agalc link water.vert.agal water.frag.agal --target spv -o out/
  agalc validate --profile baseline *.agal
  agalc dis --explain program.agal

Inputs are told apart by their first byte: 0xa0 is bytecode, anything else text; - is stdin. @FILE reads arguments
from a file. Products go to stdout or -o, messages to stderr.
Exit status: 0 done, 1 input rejected, 2 usage, 3 file not readable or writable, 70 fault of agalc.)";

// The nearest option or subcommand to a word that the parser could not place.
std::string suggestion(const CLI::App& app, const std::string& word) {
  std::vector<std::string> spellings;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) spellings.push_back("--" + name);
    for (const std::string& name : option->get_snames()) spellings.push_back("-" + name);
  }
  for (const CLI::App* sub : app.get_subcommands({})) spellings.push_back(sub->get_name());
  const std::vector<std::string_view> views(spellings.begin(), spellings.end());
  return std::string(agal::nearest_name(word.substr(0, word.find('=')), views));
}

agal::Diagnostics parse_failure(const CLI::App& root, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = const_cast<CLI::App&>(root).get_subcommands();
  const CLI::App& app = chosen.empty() ? root : *chosen.front();
  const std::string help = chosen.empty() ? "see agalc --help" : "see agalc " + app.get_name() + " --help";
  for (const std::string& word : root.remaining(true)) {
    if (word == "--") continue;
    const std::string near = suggestion(app, word);
    const bool option = word.size() > 1 && word[0] == '-';
    const std::string_view noun = option ? "option" : chosen.empty() ? "subcommand" : "argument";
    return usage_error(near.empty() ? fmt::format("unknown {} '{}'", noun, word)
                                    : fmt::format("unknown {} '{}': did you mean '{}'?", noun, word, near),
                       help);
  }
  return usage_error(error.what(), help);
}

ExitStatus run(const std::vector<std::string>& words) {
  Console console;
  prescan_console_options(words, console);
  const agal::Result<std::vector<std::string>> arguments = expand_arguments(words);
  if (!arguments) return console.report(arguments.diagnostics());
  prescan_console_options(*arguments, console);

  CLI::App root("Cross-compiler for AGAL, the shader bytecode of Stage3D.", "agalc");
  root.set_version_flag("--version", std::string(agal::version_string()));
  root.footer(std::string(footer));
  const std::vector<Command> commands{
      make_compile(root, console), make_link(root, console),    make_validate(root, console),
      make_as(root, console),      make_dis(root, console),     make_reflect(root, console),
      make_extract(root, console), make_batch(root, console),   make_report(root, console),
      make_run(root, console),     make_render(root, console),  make_sheet(root, console),
      make_reduce(root, console),  make_opcodes(root, console), make_explain(root, console),
      make_targets(root, console)};
  root.require_subcommand(1);
  try {
    root.parse(std::vector<std::string>(arguments->rbegin(), arguments->rend()));  // it takes them last to first
  } catch (const CLI::CallForVersion& version) {
    return console.report(write_output("-", fmt::format("{}\n", version.what())));
  } catch (const CLI::Success&) {  // --help: the subcommand's, if one was named
    const std::vector<CLI::App*> chosen = root.get_subcommands();
    const bool whole = chosen.empty();
    return console.report(write_output("-", whole ? root.help() : chosen.front()->help("agalc")));
  } catch (const CLI::ParseError& error) {
    return console.report(parse_failure(root, error));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run();
  return ExitStatus::Usage;
}

}  // namespace
}  // namespace agalc

int main(int argc, char** argv) {
  // Nothing in the library throws; what remains is memory running out and faults of the parser.
  try {
    return static_cast<int>(agalc::run(std::vector<std::string>(argv + 1, argv + argc)));
  } catch (const std::exception& fault) {
    agalc::print_error(fmt::format("agalc: internal error: {}\n", fault.what()));
  }
  return static_cast<int>(agalc::ExitStatus::Internal);
}
