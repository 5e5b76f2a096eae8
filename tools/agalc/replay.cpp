// agalc replay: draws recorded frames of a game again.
#include <CLI/CLI.hpp>
#include <memory>

#include "commands.hpp"
#include "console/files.hpp"
#include "frames/frame_page.hpp"
#include "program_inputs.hpp"

namespace agalc {

Action build_replay(CLI::App& app, Console& console) {
  struct Options {
    std::string path, page;
    agal::frames::FrameLimits limits;
  };
  const auto options = std::make_shared<Options>();
  add_input(app, options->path, "The file of frames, which agalc play --frames records; - is stdin");
  add_output_file(app, console, "--page", options->page, Writes::Other,
                  "A page of HTML that draws the frames and shows each draw; - is stdout")
      ->required();
  app.add_option("--max-unpacked", options->limits.max_unpacked_bytes,
                 "Maximum number of bytes that the file may unpack to")
      ->type_name("BYTES")
      ->take_last();
  add_examples(app, {"agalc replay game.frames --page frames.html"}, "docs/frames.md describes the file and the page.");
  add_console_options(app, console);
  return [options, &console] {
    const agal::Result<std::vector<std::byte>> bytes = read_input(options->path, max_container_file_bytes);
    if (!bytes) return console.report(bytes.diagnostics());
    const std::string name = display_name(options->path);
    const agal::Result<agal::frames::FrameFile> frames = agal::frames::read_frames(*bytes, name, options->limits);
    const ExitStatus status = console.report(frames.diagnostics());
    if (!frames) return status;
    return worse(status, console.report(agal::frames::write_page(*bytes, name, *frames, options->page)));
  };
}

}  // namespace agalc
