// agalc replay: draws recorded frames of a game again, as a page, as pictures, one draw as a scene, or a frame as a
// program.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <memory>

#include "base/format.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "commands.hpp"
#include "library_options.hpp"
#include "messages.hpp"
#include "os/files.hpp"
#include "port/frame_program.hpp"
#include "port/port.hpp"
#include "program_inputs.hpp"
#include "replaced_programs.hpp"
#include "replay/draw_files.hpp"
#include "replay/frame_page.hpp"
#include "replay/pictures.hpp"
#include "replay/recorded_draw.hpp"
#include "replay/recorded_frame.hpp"
#include "replay/replayer.hpp"

namespace agalc {
namespace {

namespace frames = agal::frames;
using agal::render::Picture;

constexpr std::string_view last_frame = "last";

std::string difference_name(const std::string& name) { return "difference-" + name + ".png"; }

// Returns the kind of a file of a draw. The files that `agalc render` reads are recorded. Files that are neither
// programs of AGAL, nor data, nor code are shaders.
Writes kind_of(std::string_view name) {
  if (name == "scene.json") return Writes::Recorded;
  for (const std::string_view suffix : {".agal", ".obj", ".png"})
    if (name.ends_with(suffix)) return Writes::Recorded;
  for (const std::string_view suffix : {".json", ".html", ".js", ".ts", ".c", ".h", ".txt", ".rs", ".toml", ".bin"})
    if (name.ends_with(suffix)) return Writes::Other;
  return Writes::Shader;
}

class Replay {
 public:
  std::string path, page, output, reference;
  std::string wanted_frame, names_file;
  std::uint32_t draw = 0;
  frames::ShownPictures shown;
  double tolerance = 0.1;
  bool compare = false, overwrite = false;
  std::vector<std::string> replacements;
  frames::FrameLimits limits;
  frames::ReplayOptions options;
  CompileSettings settings;
  std::optional<agal::Host> engine;

  Replay(const CLI::App& app, const Console& console) : app_(app), console_(console) {}
  ExitStatus run();

 private:
  agal::Diagnostics check() const;
  agal::Diagnostics check_options() const;
  agal::Diagnostics check_folders() const;
  // Checks the files that will be written into the folder, and all other outputs, before the first one is written.
  ExitStatus check_files(const std::vector<PlannedFile>& files) const;
  std::vector<std::string> inputs() const;
  ExitStatus write_page() const;
  agal::Diagnostics check_draw_number(std::uint32_t number) const;
  std::string reference_of(const std::string& name) const { return folder_of(reference) + name + ".png"; }
  ExitStatus write_frames();
  ExitStatus check_pictures(const std::vector<std::string>& names, FolderRecord& record) const;
  ExitStatus explain_differences(const std::string& device) const;
  bool draw_frames(frames::Replayer& replayer, FolderRecord* record, ExitStatus& status);
  ExitStatus show(frames::Replayer& replayer, const std::string& name, const frames::Call& call, FolderRecord* record);
  ExitStatus compare_with(const Picture& picture, const std::string& name, const frames::Call& call);
  agal::Result<std::optional<Picture>> reference_for(const std::string& name, const frames::Call& call,
                                                     std::string& from) const;
  ExitStatus write_draw();
  ExitStatus write_frame_program();
  agal::Result<std::string> names_of_functions() const;
  ExitStatus write_checked(const std::vector<frames::NamedFile>& files) const;
  ExitStatus write_folder(const std::vector<frames::NamedFile>& files, FolderRecord& record) const;
  ExitStatus write_files(const std::vector<frames::NamedFile>& files, const std::string& to,
                         FolderRecord& record) const;
  ExitStatus write(const std::string& name, std::span<const std::byte> bytes) const;
  ExitStatus write_difference(const std::string& name, const std::optional<Picture>& difference) const;
  static std::string folder_of(const std::string& name) { return name.back() == '/' ? name : name + "/"; }
  std::string folder() const { return folder_of(output); }
  bool compares() const { return compare || !reference.empty(); }

  const CLI::App& app_;
  const Console& console_;
  frames::Recording recording_;
  bool has_reference_ = false;   // whether there is a picture to compare with
  bool has_frame_ = false;       // whether a frame ended
  bool has_difference_ = false;  // whether a picture differs from its reference
  bool is_different_ = false;    // whether a picture differs by more than is tolerated
};

agal::Diagnostics Replay::check() const {
  if (page.empty() && output.empty() && !compares())
    return usage_error("nothing to write", "pass --page FILE, -o DIR/ or --compare");
  if (draw > 0 && output.empty()) return usage_error("--draw needs a folder", "pass -o DIR/");
  if (!wanted_frame.empty() && draw > 0) return usage_error("--frame and --draw exclude each other");
  if (!wanted_frame.empty() && (output.empty() || !engine))
    return usage_error("--frame writes a program", "pass --engine NAME and -o DIR/");
  if ((draw > 0 || !wanted_frame.empty()) && compares())
    return usage_error(fmt::format("{} does not compare pictures", draw > 0 ? "--draw" : "--frame"));
  if (draw == 0 && !settings.targets.empty())
    return usage_error("--target is for the shaders of one draw", "pass --draw N");
  if (engine && draw == 0 && wanted_frame.empty())
    return usage_error("--engine is for one draw or one frame", "pass --draw N or --frame N");
  if (engine && !settings.targets.empty())
    return usage_error("--engine determines the language of the shaders", "leave out --host and --target");
  if (agal::Diagnostics found = check_options(); found.has_errors()) return found;
  return check_folders();
}

// Rejects options that would not have an effect.
agal::Diagnostics Replay::check_options() const {
  struct Use {
    const char* option;
    bool has_effect;
    std::string_view purpose, help;
  };
  const bool is_draw = draw > 0, is_frame = !wanted_frame.empty(),
             shows_frames = !is_draw && !is_frame && (!output.empty() || compares());
  constexpr std::string_view for_frames = "pictures of frames",
                             pass_frames = "pass -o DIR/ or --compare, without --draw",
                             for_all = "pictures of frames and for one draw", pass_all = "pass -o DIR/ or --compare";
  const std::array uses{
      Use{"--until", shows_frames, for_frames, pass_frames},
      Use{"--each-draw", shows_frames && (!output.empty() || !reference.empty()), for_frames,
          "pass -o DIR/ or --reference DIR, without --draw"},
      Use{"--renderdoc", shows_frames, for_frames, pass_frames},
      Use{"--tolerance", compares(), "comparisons", "pass --compare or --reference DIR"},
      Use{"--replace", shows_frames || is_draw || is_frame, for_all, pass_all},
      Use{"--as", shows_frames || is_draw || is_frame, for_all, pass_all},
      Use{"--names", is_frame || (is_draw && engine), "programs of engines", "pass --engine NAME"},
      Use{"--emit", is_draw && !settings.targets.empty(), "the shaders of one draw", "pass --draw N with --target"},
  };
  for (const Use& use : uses)
    if (!use.has_effect && app_.count(use.option) > 0)
      return usage_error(fmt::format("{} is for {}", use.option, use.purpose), use.help);
  return {};
}

agal::Diagnostics Replay::check_folders() const {
  if (reference.empty()) return {};
  const std::optional<os::FileId> folder = os::folder_id(reference);
  if (!folder)
    return only(make_diagnostic("cannot-read", reference, {"--reference names a folder, and this is not a folder"}));
  if (output.empty() || os::folder_id(output) != folder) return {};
  return usage_error(fmt::format("the pictures would overwrite the references in {}", reference),
                     "write them to another folder");
}

std::vector<std::string> Replay::inputs() const {
  std::vector<std::string> files{path};
  for (const std::string& text : replacements) files.push_back(split_replacement(text).file);
  if (!names_file.empty()) files.push_back(names_file);
  if (draw == 0 && !reference.empty())
    for (const std::string& name : shown.names(recording_.file)) files.push_back(reference_of(name));
  return files;
}

ExitStatus Replay::check_files(const std::vector<PlannedFile>& files) const {
  agal::Diagnostics found = console_.outputs.check_inputs(inputs());
  if (!found.has_errors()) found = console_.outputs.check_planned(files, inputs());
  return console_.report(found);
}

ExitStatus Replay::write_page() const {
  return page.empty() ? ExitStatus::Done : console_.report(frames::write_page(recording_.name, recording_.file, page));
}

ExitStatus Replay::run() {
  console_.report(settings.target_notes);
  if (const ExitStatus status = console_.report(check()); status != ExitStatus::Done) return status;
  const agal::Result<std::vector<std::byte>> bytes = read_input(path, max_container_file_bytes);
  if (!bytes) return console_.report(bytes.diagnostics());
  recording_.name = display_name(path);
  agal::Result<frames::FrameFile> read = frames::read_frames(*bytes, recording_.name, limits);
  ExitStatus status = console_.report(read.diagnostics());
  if (!read) return status;
  recording_.file = *std::move(read);
  if (output.empty() && !compares()) return worse(status, write_page());
  agal::Diagnostics found;
  recording_.pairs = frames::read_pairs(recording_.file, recording_.name, found);
  status = worse(status, console_.report(found));
  ReplacedPrograms replaced(recording_.pairs, console_);
  status = worse(status, replaced.replace(replacements));
  if (status == ExitStatus::Done) status = replaced.link();
  if (status != ExitStatus::Done) return status;
  return draw > 0 ? write_draw() : wanted_frame.empty() ? write_frames() : write_frame_program();
}

agal::Diagnostics Replay::check_draw_number(std::uint32_t number) const {
  if (number <= recording_.file.draws) return {};
  const std::string draws =
      recording_.file.draws == 0 ? "no draws" : fmt::format("the draws 1 to {}", recording_.file.draws);
  return only(make_diagnostic("frames-no-draw", recording_.name, {fmt::format("draw {}", number), draws}));
}

// ------------------------------------------------------------------------------------------------------ pictures

ExitStatus Replay::write(const std::string& name, std::span<const std::byte> bytes) const {
  return console_.report(write_output(folder() + name, bytes));
}

// Writes the difference of a picture and its reference. If the pictures are equal, removes the file of an earlier run.
ExitStatus Replay::write_difference(const std::string& name, const std::optional<Picture>& difference) const {
  if (output.empty()) return ExitStatus::Done;
  const std::string file = difference_name(name);
  if (difference) return write(file, write_png(*difference));
  std::error_code error;
  if (!os::fs::is_regular_file(folder() + file, error)) return ExitStatus::Done;
  os::fs::remove(folder() + file, error);
  return error ? console_.report(cannot_write(folder() + file, error.value())) : ExitStatus::Done;
}

// Returns the picture with which a picture is compared, and sets its name; nullopt if there is none.
agal::Result<std::optional<Picture>> Replay::reference_for(const std::string& name, const frames::Call& call,
                                                           std::string& from) const {
  const std::uint32_t frame = call.draw > 0 ? 0 : call.frame;
  std::vector<std::byte> bytes;
  if (!reference.empty()) {
    from = reference_of(name);
    std::error_code ignored;
    if (frame == 0 && !os::fs::exists(from, ignored)) return std::optional<Picture>();
    agal::Result<std::vector<std::byte>> read = read_data(from, "picture-unreadable");
    if (!read) return read.diagnostics();
    bytes = *std::move(read);
  } else {
    const auto found = recording_.file.pictures.find(frame);
    if (found == recording_.file.pictures.end()) return std::optional<Picture>();
    bytes = found->second;
    from = recording_.name + "/" + name + ".png";
  }
  agal::Result<Picture> picture = agal::render::read_png(bytes, from);
  if (!picture) return picture.diagnostics();
  return std::optional(*std::move(picture));
}

ExitStatus Replay::compare_with(const Picture& picture, const std::string& name, const frames::Call& call) {
  std::string from;
  const agal::Result<std::optional<Picture>> other = reference_for(name, call, from);
  if (other && !*other) return ExitStatus::Done;
  has_reference_ = true;
  if (!other) return console_.report(other.diagnostics());
  const frames::PictureComparison found =
      frames::compare_picture(recording_, options.mode, call, picture, **other, tolerance);
  ExitStatus status = console_.report(write_output("-", fmt::format("{}: {}\n", name, found.summary)));
  status = worse(status, write_difference(name, found.difference));
  has_difference_ |= found.difference.has_value();
  if (found.fault.empty()) return status;
  is_different_ = true;
  return worse(status,
               console_.report(only(make_diagnostic("frames-differ", recording_.name, {name, from, found.fault}))));
}

// Writes the picture after a call, unless there is no record, and compares it.
ExitStatus Replay::show(frames::Replayer& replayer, const std::string& name, const frames::Call& call,
                        FolderRecord* record) {
  const agal::Result<Picture> picture = replayer.picture();
  if (!picture) return console_.report(picture.diagnostics());
  if (picture->pixels.empty()) return ExitStatus::Done;
  ExitStatus status = ExitStatus::Done;
  if (record != nullptr) status = console_.report(record->write(name + ".png", write_png(*picture)));
  if (compares()) status = worse(status, compare_with(*picture, name, call));
  return status;
}

// Checks that the pictures do not replace others: `--reference` reads them.
ExitStatus Replay::check_pictures(const std::vector<std::string>& names, FolderRecord& record) const {
  std::optional<std::map<std::string, std::string>> existing;
  for (const std::string& name : names)
    record.plan(name + ".png", [&] {
      if (!existing)
        existing = frames::draw_pictures(recording_, options, shown,
                                         [&](const std::string& each) { return is_regular(folder() + each + ".png"); });
      return (*existing)[name];
    });
  return console_.report(record.check());
}

// Returns false if a call failed.
bool Replay::draw_frames(frames::Replayer& replayer, FolderRecord* record, ExitStatus& status) {
  for (const frames::Call& call : recording_.file.calls) {
    const agal::Diagnostics made = replayer.make(call);
    status = worse(status, console_.report(made));
    if (made.has_errors()) return false;
    if (const std::string name = shown.name_after(call); !name.empty())
      status = worse(status, show(replayer, name, call, record));
    has_frame_ |= call.frame > 0 && call.method == "present";
    if (shown.is_last(call)) break;
  }
  return true;
}

// Players draw with SwiftShader in Chromium. Other devices place the samples of edges otherwise, and filter otherwise.
ExitStatus Replay::explain_differences(const std::string& device) const {
  if (!has_difference_ || !reference.empty() || device.find("SwiftShader") != device.npos) return ExitStatus::Done;
  constexpr std::string_view why = "differences at edges and in filtered textures are expected on this device";
  return console_.report(write_output(
      "-", fmt::format("{}: {}, because the player drew with SwiftShader (docs/frames.md)\n", device, why)));
}

ExitStatus Replay::write_frames() {
  if (const ExitStatus status = console_.report(check_draw_number(shown.until)); status != ExitStatus::Done)
    return status;
  const std::vector<std::string> names = output.empty() ? std::vector<std::string>() : shown.names(recording_.file);
  std::vector<PlannedFile> planned;
  for (const std::string& name : names) {
    planned.push_back({folder() + name + ".png", Writes::Recorded});
    if (compares()) planned.push_back({folder() + difference_name(name)});
  }
  ExitStatus status = check_files(planned);
  if (status != ExitStatus::Done) return status;
  std::optional<FolderRecord> record;
  if (!output.empty()) status = check_pictures(names, record.emplace(output, overwrite));
  if (status == ExitStatus::Done) status = write_page();
  if (status != ExitStatus::Done) return status;
  const auto replayer = frames::make_vulkan_replayer(recording_.file, recording_.pairs, recording_.name, options);
  if (!replayer) return console_.report(replayer.diagnostics());
  if (!output.empty()) status = console_.report(make_directory(output));
  if (status != ExitStatus::Done) return status;
  const bool is_whole = draw_frames(**replayer, record ? &*record : nullptr, status);
  if (record) status = worse(status, console_.report(record->finish()));
  if (!is_whole) return status;
  status = worse(status, explain_differences((*replayer)->device()));
  const frames::Stage& stage = (*replayer)->stage();
  status = worse(status, console_.report(frames::warnings_about(recording_.name, stage.warnings())));
  status = worse(
      status, console_.report(frames::warnings_about(recording_.name, stage.reads_outside(), "frames-read-outside")));
  if (is_different_ && reference.empty())
    status = worse(status, console_.report(frames::warnings_about(recording_.name, stage.differences_of_ruffle(),
                                                                  "frames-player-differs")));
  if (compares() && !has_reference_) {
    const std::string why =
        has_frame_ || shown.until == 0 ? "no frame has one" : fmt::format("no frame ends before draw {}", shown.until);
    status = worse(status, console_.report(only(make_diagnostic("frames-no-reference", recording_.name, {why}))));
  }
  return status;
}

// ------------------------------------------------------------------------------------------------------ one draw

ExitStatus Replay::write_draw() {
  if (const ExitStatus status = console_.report(check_draw_number(draw)); status != ExitStatus::Done) return status;
  std::optional<frames::DrawProgram> program;
  if (engine) {
    agal::Result<std::string> names = names_of_functions();
    if (!names) return console_.report(names.diagnostics());
    program = {*engine, *std::move(names)};
  }
  agal::Result<frames::DrawFiles> made = frames::files_of_recorded_draw(recording_, draw, options, program);
  ExitStatus status = console_.report(made.diagnostics());
  if (!made) return status;
  MessageDeduplicator messages(console_);
  if (!engine) status = worse(status, messages.report(frames::add_shaders(*made, settings.options, settings.targets)));
  return status == ExitStatus::Done ? write_checked(made->files) : status;
}

// Returns the text of the materials.json whose names are kept, or "".
agal::Result<std::string> Replay::names_of_functions() const {
  if (names_file.empty()) return agal::port::old_materials(output);
  const agal::Result<std::vector<std::byte>> bytes = read_input(names_file);
  if (!bytes) return bytes.diagnostics();
  return std::string(agal::base::as_text(*bytes));
}

ExitStatus Replay::write_frame_program() {
  const frames::FrameFile& file = recording_.file;
  std::uint32_t number = file.calls.empty() ? file.last : file.calls.back().frame;
  if (wanted_frame != last_frame) {
    const char* const begin = wanted_frame.data();
    const auto [end, failed] = std::from_chars(begin, begin + wanted_frame.size(), number);
    if (failed != std::errc() || end != begin + wanted_frame.size() || number < file.first || number > file.last)
      return console_.report(
          only(make_diagnostic("frames-no-draw", recording_.name,
                               {"frame " + wanted_frame, fmt::format("the frames {} to {}", file.first, file.last)})));
  }
  const agal::Result<std::string> names = names_of_functions();
  if (!names) return console_.report(names.diagnostics());
  const agal::Result<std::vector<frames::NamedFile>> files =
      frames::program_of_recorded_frame(recording_, number, *engine, options, *names);
  const ExitStatus status = console_.report(files.diagnostics());
  return files ? worse(status, write_checked(*files)) : status;
}

// Writes the files of a draw or of a frame, if none of them replaces a file that agalc did not write.
ExitStatus Replay::write_checked(const std::vector<frames::NamedFile>& files) const {
  std::vector<PlannedFile> planned;
  for (const frames::NamedFile& file : files) planned.push_back({folder() + file.name, kind_of(file.name)});
  ExitStatus status = check_files(planned);
  FolderRecord record(output, overwrite);
  for (const frames::NamedFile& file : files)
    if (kind_of(file.name) == Writes::Recorded)
      record.plan(file.name, [&] { return std::string(agal::base::as_text(file.bytes)); });
  if (status == ExitStatus::Done) status = console_.report(record.check());
  if (status == ExitStatus::Done) status = write_page();
  return status == ExitStatus::Done ? write_folder(files, record) : status;
}

ExitStatus Replay::write_files(const std::vector<frames::NamedFile>& files, const std::string& to,
                               FolderRecord& record) const {
  ExitStatus status = ExitStatus::Done;
  for (const frames::NamedFile& file : files)
    if (status == ExitStatus::Done)
      status = console_.report(kind_of(file.name) == Writes::Recorded ? record.write(file.name, file.bytes)
                                                                      : write_output(to + file.name, file.bytes));
  return status == ExitStatus::Done ? console_.report(record.finish()) : status;
}

// A new folder appears when it is complete.
ExitStatus Replay::write_folder(const std::vector<frames::NamedFile>& files, FolderRecord& record) const {
  std::error_code error;
  if (os::fs::exists(output, error)) return write_files(files, folder(), record);
  std::string plain = output;
  while (plain.size() > 1 && plain.back() == '/') plain.pop_back();
  const os::fs::path temporary = temporary_beside(plain);
  ExitStatus status = console_.report(make_directory(temporary.generic_string()));
  FolderRecord fresh(temporary.generic_string(), overwrite);
  if (status == ExitStatus::Done) status = write_files(files, temporary.generic_string() + "/", fresh);
  if (status == ExitStatus::Done) {
    const int failed = os::rename_file(temporary.string(), plain);
    if (failed != 0) status = console_.report(cannot_write(plain, failed));
  }
  if (status != ExitStatus::Done) os::fs::remove_all(temporary, error);
  return status;
}

// A range would accept NaN.
std::string is_percentage(const std::string& text) {
  double value = 0;
  const bool is_valid = CLI::detail::lexical_cast(text, value) && value >= 0 && value <= 100;
  return is_valid ? "" : "Value " + text + " not in range [0 - 100]";
}

}  // namespace

Action build_replay(CLI::App& app, Console& console) {
  const auto command = std::make_shared<Replay>(app, console);
  add_input(app, command->path, "The file of frames, which agalc play --frames records; - is stdin");
  add_output_file(app, console, "--page", command->page, Writes::Other,
                  "A page of HTML that draws the frames and shows each draw; - is stdout");
  add_own_folder(app, console, "-o,--output", command->output,
                 "Folder for the pictures of the frames, for one draw, or for the program of a frame");
  add_number(app, "--draw", command->draw, 1u, UINT32_MAX,
             "Write this draw as a scene for agalc render, with its shaders");
  app.add_option("--frame", command->wanted_frame,
                 "With --engine: write the program that draws this frame; last is the last one")
      ->type_name("N")
      ->take_last();
  app.add_option("--names", command->names_file, "With --engine: use the names of functions in this materials.json")
      ->type_name("FILE")
      ->take_last();
  add_number(app, "--until", command->shown.until, 1u, UINT32_MAX, "End after this draw");
  app.add_flag("--each-draw", command->shown.each_draw, "Write, and compare, the picture after each draw as well");
  app.add_flag("--compare", command->compare, "Compare the pictures with those of the player in the file");
  app.add_option("--reference", command->reference, "Compare with the pictures in this folder instead")
      ->type_name("DIR")
      ->take_last();
  app.add_option("--tolerance", command->tolerance,
                 "Percentage of pixels that may differ by more than one step in 255; the default is 0.1")
      ->check(CLI::Validator(is_percentage, ""))
      ->type_name("PERCENT")
      ->take_last();
  app.add_option("--replace", command->replacements, "Draw with this program instead (docs/frames.md)")
      ->type_name("[HASH=]FILE");
  const Choices<frames::Mode> modes{{"ruffle", frames::Mode::Ruffle}, {"flash", frames::Mode::Flash}};
  add_choice(app, "--as", "player", modes, command->options.mode, "Draw as this player does; the default is ruffle");
  app.add_flag("--renderdoc", command->options.renderdoc, "Capture the frames with RenderDoc, if it is loaded");
  add_overwrite_option(app, command->overwrite);
  add_host_choice(app, command->settings);
  add_library_choice(app, "emit", "form", command->settings.options.emit);
  add_target_option(app, command->settings);
  Choices<agal::Host> engines;
  for (const agal::Host host : agal::port::program_engines()) engines.emplace_back(agal::info(host).name, host);
  add_choice(app, "--engine", "engine", engines, command->engine,
             "With --draw or --frame: write the program of this engine that draws the draw or the frame");
  add_unpacking_limit(app, command->limits.max_unpacked_bytes);
  add_examples(app,
               {"agalc replay game.frames --page frames.html", "agalc replay game.frames -o out/ --compare",
                "agalc replay game.frames --frame last -o frame/ --engine three"},
               "docs/frames.md describes the page, docs/frame-files.md the file.");
  add_console_options(app, console);
  return [command] { return command->run(); };
}

}  // namespace agalc
