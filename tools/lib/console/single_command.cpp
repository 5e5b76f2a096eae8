#include "single_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "files.hpp"
#include "parsing.hpp"

namespace agalc {
namespace {

ExitStatus parse_and_run(CLI::App& app, int argc, char** argv,
                         const std::function<ExitStatus(const Console&)>& command) {
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

}  // namespace

int run_single(CLI::App& app, int argc, char** argv, const std::function<ExitStatus(const Console&)>& command) {
  try {
    return static_cast<int>(parse_and_run(app, argc, argv, command));
  } catch (const std::exception& fault) {
    print_error(fmt::format("{}: internal error: {}\n", app.get_name(), fault.what()));
  }
  return static_cast<int>(ExitStatus::Internal);
}

}  // namespace agalc
