// agalc tap: changes a SWF file so that it logs the programs that it uploads.
#include "agal/tap.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.hpp"
#include "commands.hpp"
#include "console/files.hpp"
#include "program_inputs.hpp"

namespace agalc {

Action build_tap(CLI::App& app, Console& console) {
  struct Options {
    std::string path, output = "-";
    bool quiet = false;
    agal::TapOptions tap;
  };
  const auto options = std::make_shared<Options>();
  add_input(app, options->path, "The SWF file; - is stdin");
  app.add_option("-o,--output", options->output, "The tapped SWF file; - is stdout")->type_name("FILE")->take_last();
  app.add_option("--max-unpacked", options->tap.max_unpacked_bytes,
                 "Maximum number of bytes that the file may unpack to")
      ->type_name("BYTES")
      ->take_last();
  app.add_flag("-q,--quiet", options->quiet, "Do not print a summary");
  add_examples(app, {"agalc tap game.swf -o game.tapped.swf"}, "docs/capture.md describes the log of the tapped game.");
  add_console_options(app, console);
  return [options, &console] {
    if (same_file(options->path, options->output))
      return console.report(usage_error("the product would overwrite the input " + options->path));
    const agal::Result<std::vector<std::byte>> bytes = read_input(options->path, max_container_file_bytes);
    if (!bytes) return console.report(bytes.diagnostics());
    const agal::Result<agal::Tapped> tapped = agal::tap(*bytes, display_name(options->path), options->tap);
    const ExitStatus status = console.report(tapped.diagnostics());
    if (!tapped) return status;
    if (!options->quiet && tapped->movies > 0 && console.for_people())
      print_error(fmt::format("{} tapped, {} renamed\n", agal::base::counted(tapped->movies, "SWF file"),
                              agal::base::counted(tapped->code_files, "ABC file")));
    return worse(status, console.report(write_binary_output(options->output, tapped->file)));
  };
}

}  // namespace agalc
