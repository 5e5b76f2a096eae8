// agalc report: writes a page of HTML about a folder of converted programs.
#include "report/report.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/files.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "os/filesystem.hpp"

namespace agalc {
namespace {

namespace fs = os::fs;
using agal::report::Pictures;
using agal::report::ReportOptions;

struct Settings {
  std::string folder, manifest, output;
  ReportOptions options;
};

// Reports a folder that agalc batch did not write. The help is a command that makes the report.
agal::Diagnostics check_folder(const Settings& settings) {
  constexpr const char* manifest_name = "manifest.jsonl";
  const std::string& folder = settings.folder;
  std::error_code ignored;
  const bool exists = fs::exists(folder, ignored), is_folder = fs::is_directory(folder, ignored);
  if (exists && !is_folder) {
    const fs::path path(folder);
    const std::string parent = path.has_parent_path() ? path.parent_path().generic_string() : ".";
    return usage_error(
        fmt::format("a report is made of a folder that agalc batch wrote, and {} is a file", folder),
        path.filename() == manifest_name
            ? fmt::format("pass its folder: agalc report {} -o {}", shell_word(parent), shell_word(settings.output))
            : fmt::format("agalc batch {} -o DIR --emit reflect --report {}", shell_word(folder),
                          shell_word(settings.output)));
  }
  if (!settings.manifest.empty() || fs::exists(fs::path(folder) / manifest_name, ignored)) return {};
  agal::Diagnostic missing =
      make_diagnostic("cannot-read", (fs::path(folder) / manifest_name).generic_string(),
                      {exists ? "agalc batch did not write this folder" : "this folder does not exist"});
  missing.help = fmt::format("agalc batch IN -o {} --emit reflect --report {} converts programs and writes the report",
                             shell_word(folder), shell_word(settings.output));
  return only(std::move(missing));
}

ExitStatus run(const Settings& settings, const Console& console) {
  const std::string manifest =
      settings.manifest.empty() ? (fs::path(settings.folder) / "manifest.jsonl").generic_string() : settings.manifest;
  if (const ExitStatus status = console.report(check_folder(settings)); status != ExitStatus::Done) return status;
  if (const ExitStatus status = console.report(console.outputs.check_inputs({manifest})); status != ExitStatus::Done)
    return status;
  return console.report(write_report(manifest, settings.folder, settings.output, settings.options));
}

}  // namespace

Action build_report(CLI::App& app, Console& console) {
  const auto settings = std::make_shared<Settings>();
  app.add_option("FOLDER", settings->folder, "The folder that agalc batch wrote")->required();
  add_output_file(app, console, "-o,--output", settings->output, Writes::Other, "The HTML page; - is stdout")
      ->required();
  app.add_option("--manifest", settings->manifest, "Manifest to read; the default is manifest.jsonl in the folder")
      ->type_name("FILE")
      ->take_last();
  app.add_option("--title", settings->options.title, "Title of the page; the default is the name of the input")
      ->type_name("TEXT")
      ->take_last();
  const Choices<Pictures> pictures{
      {"interp", Pictures::Interpreter}, {"vulkan", Pictures::Vulkan}, {"none", Pictures::None}};
  add_choice(app, "--pictures", "way to draw", pictures, settings->options.pictures,
             "Draw the pairs with the reference interpreter, with Vulkan, or not at all");
  add_number(app, "--max-pictures", settings->options.max_pictures, 0u, 100000u,
             "Maximum number of pairs to draw; the default is 1000");
  add_picture_size(app, "--picture-size", settings->options.picture_side);
  add_examples(app,
               {"agalc report out -o report.html", "agalc report out -o report.html --pictures=none --title Water"});
  add_console_options(app, console);
  return [settings, &console] { return run(*settings, console); };
}

}  // namespace agalc
