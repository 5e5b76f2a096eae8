#include "single_command.hpp"

#include <CLI/CLI.hpp>

#include "files.hpp"
#include "parsing.hpp"

namespace agalc {

ExitStatus run_single(CLI::App& app, int argc, char** argv, const std::function<ExitStatus(const Console&)>& command) {
  Console console;
  add_console_options(app, console);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success&) {  // --help
    return console.report(write_output("-", app.help()));
  } catch (const CLI::ParseError& error) {
    return console.report(parse_failure(app, error));
  }
  return command(console);
}

}  // namespace agalc
