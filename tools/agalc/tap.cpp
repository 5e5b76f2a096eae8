// agalc tap: changes a SWF file so that it logs the programs that it uploads.
#include "agal/games/tap.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "agal/games/extract.hpp"
#include "base/text.hpp"
#include "cli/files.hpp"
#include "commands.hpp"
#include "os/files.hpp"
#include "program_inputs.hpp"

namespace agalc {

namespace {

// Reports an output that is a SWF file without a tap. It is probably an original, for example because the shell
// expanded `-o *.swf`. Tapped files may be overwritten.
agal::Diagnostics check_not_original(const std::string& path) {
  if (path == "-" || is_special(path)) return {};
  const os::MappedFile file(path);
  if (!agal::looks_like_container(file.bytes())) return {};
  const agal::Result<agal::Tapped> again = agal::tap(file.bytes(), path, {});
  if (again.diagnostics().contains(agal::find_rule("tap-twice")->code)) return {};
  return usage_error(fmt::format("{} would be overwritten, and it is a SWF file that is not tapped", path),
                     "the word after -o names the file to write; remove the file first if that is intended");
}

// Checks the address, which becomes a string of the script.
agal::Diagnostics check_receiver(const std::string& address) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/[]@%+";
  const bool is_address = address.starts_with("http://") || address.starts_with("https://");
  if (is_address && address.find_first_not_of(allowed) == address.npos) return {};
  return usage_error(fmt::format("--receiver {}: it is not an address of HTTP", address),
                     "for example http://127.0.0.1:7272/, where agalc play --listen waits");
}

}  // namespace

Action build_tap(CLI::App& app, Console& console) {
  struct Options {
    std::string path, output = "-";
    bool quiet = false, frames = false;
    std::string receiver = "http://127.0.0.1:7272/";
    agal::TapOptions tap;
  };
  const auto options = std::make_shared<Options>();
  add_input(app, options->path, "The SWF file; - is stdin");
  add_output_file(app, console, "-o,--output", options->output, Writes::Swf, "The tapped SWF file; - is stdout");
  CLI::Option* frames =
      app.add_flag("--frames", options->frames, "Also post every call of Stage3D to a receiver, which records frames");
  app.add_option("--receiver", options->receiver, "The address of the receiver of --frames")
      ->type_name("URL")
      ->needs(frames)
      ->capture_default_str()
      ->take_last();
  app.add_option("--max-unpacked", options->tap.max_unpacked_bytes, "Maximum number of bytes to unpack from the file")
      ->type_name("BYTES")
      ->take_last();
  app.add_flag("-q,--quiet", options->quiet, "Do not print a summary");
  add_examples(app, {"agalc tap game.swf -o game.tapped.swf"}, "docs/capture.md describes the log of the tapped game.");
  add_console_options(app, console);
  return [options, &console] {
    if (const ExitStatus checked = console.report(check_not_original(options->output)); checked != ExitStatus::Done)
      return checked;
    const agal::Result<std::vector<std::byte>> bytes = read_input(options->path, max_container_file_bytes);
    if (!bytes) return console.report(bytes.diagnostics());
    if (options->frames) options->tap.receiver = options->receiver;
    if (const ExitStatus checked = console.report(check_receiver(options->receiver)); checked != ExitStatus::Done)
      return checked;
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
