// The entry point of the agalc command.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "cli/files.hpp"
#include "cli/guarded.hpp"
#include "commands.hpp"
#include "os/process.hpp"

namespace agalc {
namespace {

// Returns true for words that ask for help in any common form.
bool is_help_word(std::string_view word) {
  constexpr std::array<std::string_view, 9> words{"-h", "--help", "-help", "-?", "/?", "/h", "/help", "--usage", "?"};
  return std::find(words.begin(), words.end(), word) != words.end();
}

ExitStatus run(const std::vector<std::string>& words) {
  Console console;
  prescan_console_options(words, console);
  agal::Result<std::vector<std::string>> arguments = expand_arguments(words);
  if (!arguments) return console.report(arguments.diagnostics());
  prescan_console_options(*arguments, console);
  if (arguments->empty()) {
    print_error(usage_text());
    return ExitStatus::Usage;
  }
  const std::string first = arguments->front();
  if (is_help_word(first)) return console.report(write_output("-", help_text()));
  if (first == "-V" || first == "-v" || first == "--version") return console.report(write_output("-", version_text()));
  arguments->erase(arguments->begin());
  const OtherNames* const other = find_other_name(first);
  const bool only_version = arguments->size() == 1 && (arguments->front() == "-V" || arguments->front() == "--version");
  if (other != nullptr && !other->word.empty() && !only_version) arguments->emplace(arguments->begin(), other->word);
  const Command* const command = find_command(first);
  if (command == nullptr) return console.report(unknown_command(first, *arguments));
  return run_command(*command, *std::move(arguments), console);
}

}  // namespace
}  // namespace agalc

int main(int argc, char** argv) {
  // The library does not throw exceptions, but the parser may throw, and memory may run out.
  return agalc::guarded("agalc", [&] { return agalc::run(agalc::os::arguments_of_main(argc, argv)); });
}
