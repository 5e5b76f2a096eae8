#include "single_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "files.hpp"
#include "os/process.hpp"
#include "parsing.hpp"

namespace agalc {

ExitStatus run_single(CLI::App& app, int argc, char** argv, const std::function<ExitStatus(const Console&)>& command) {
  Console console;
  add_console_options(app, console);
  try {
    std::vector<std::string> words = os::arguments_of_main(argc, argv);
    std::reverse(words.begin(), words.end());  // as the parser takes them
    app.parse(std::move(words));
  } catch (const CLI::Success&) {  // --help
    return console.report(write_output("-", app.help()));
  } catch (const CLI::ParseError& error) {
    return console.report(parse_failure(app, error));
  }
  return command(console);
}

}  // namespace agalc
