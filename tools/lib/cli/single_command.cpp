#include "console.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "files.hpp"
#include "os/process.hpp"
#include "parsing.hpp"

namespace agalc {

ExitStatus run_single(CLI::App& app, Console& console, int argc, char** argv,
                      const std::function<ExitStatus(const Console&)>& command) {
  add_console_options(app, console);
  try {
    std::vector<std::string> words = os::arguments_of_main(argc, argv);
    std::reverse(words.begin(), words.end());  // the parser expects them in reverse order
    app.parse(std::move(words));
  } catch (const CLI::Success&) {  // --help
    return console.report(write_output("-", app.help()));
  } catch (const CLI::ParseError& error) {
    return console.report(parse_failure(app, error));
  }
  if (const ExitStatus status = console.report(console.outputs.check(app)); status != ExitStatus::Done) return status;
  return command(console);
}

}  // namespace agalc
