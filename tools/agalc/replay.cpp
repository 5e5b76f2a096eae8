// agalc replay: draws recorded frames of a game again, as a page, as pictures, or one draw as a scene.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "agal/assembly.hpp"
#include "agal/options.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "cli/recorded_files.hpp"
#include "commands.hpp"
#include "options/writer_choice.hpp"
#include "os/files.hpp"
#include "port/draw_program.hpp"
#include "port/port.hpp"
#include "products.hpp"
#include "program_inputs.hpp"
#include "replaced_programs.hpp"
#include "replay/draw_files.hpp"
#include "replay/frame_page.hpp"
#include "replay/last_draws.hpp"
#include "replay/replayer.hpp"

namespace agalc {
namespace {

namespace frames = agal::frames;
using agal::render::Picture;

std::string difference_name(const std::string& name) { return "difference-" + name + ".png"; }

// Returns the kind of a file of a draw. The files that `agalc render` reads are recorded. Files that are neither
// programs of AGAL, nor data, nor code are shaders.
Writes kind_of(std::string_view name) {
  if (name == "scene.json") return Writes::Recorded;
  for (const std::string_view suffix : {".agal", ".obj", ".png"})
    if (name.ends_with(suffix)) return Writes::Recorded;
  for (const std::string_view suffix : {".json", ".html", ".js", ".ts", ".c", ".h", ".txt", ".rs", ".toml"})
    if (name.ends_with(suffix)) return Writes::Other;
  return Writes::Shader;
}

class Replay {
 public:
  std::string path, page, output, reference;
  std::uint32_t draw = 0, until = 0;
  double tolerance = 0.1;
  bool compare = false, each_draw = false, overwrite = false;
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
  bool is_last(const frames::Call& call) const { return until > 0 && call.draw == until; }
  std::string picture_after(const frames::Call& call) const;
  std::vector<std::string> picture_names() const;
  std::string reference_of(const std::string& name) const { return folder_of(reference) + name + ".png"; }
  ExitStatus write_frames();
  std::map<std::string, std::string> draw_existing() const;
  ExitStatus check_pictures(const std::vector<std::string>& names, FolderRecord& record) const;
  bool draw_frames(frames::Replayer& replayer, FolderRecord* record, ExitStatus& status);
  ExitStatus show(frames::Replayer& replayer, const std::string& name, const frames::Call& call, FolderRecord* record);
  ExitStatus compare_with(const Picture& picture, const std::string& name, const frames::Call& call);
  std::string describe_difference(const Picture& picture, const Picture& other, const frames::Call& call) const;
  ExitStatus write_draw();
  ExitStatus add_products(frames::DrawFiles& files);
  ExitStatus add_program(frames::DrawFiles& files, const agal::LinkedCompilation& linked, const std::string& suffix,
                         const agal::CompileOptions& compile) const;
  ExitStatus write_folder(const std::vector<frames::NamedFile>& files, FolderRecord& record) const;
  ExitStatus write_files(const std::vector<frames::NamedFile>& files, const std::string& to,
                         FolderRecord& record) const;
  ExitStatus write(const std::string& name, std::span<const std::byte> bytes) const;
  ExitStatus write_difference(const std::string& name, const std::optional<Picture>& difference) const;
  agal::Diagnostics warn(const std::set<std::string>& what, std::string_view slug = "frames-not-drawn") const;
  static std::string folder_of(const std::string& name) { return name.back() == '/' ? name : name + "/"; }
  std::string folder() const { return folder_of(output); }
  // The name without the folder, so that written files are the same in every folder.
  std::string file_name() const { return std::filesystem::path(name_).filename().string(); }
  bool compares() const { return compare || !reference.empty(); }

  const CLI::App& app_;
  const Console& console_;
  std::string name_;
  frames::FrameFile file_;
  frames::Pairs pairs_;
  bool has_reference_ = false;  // whether there is a picture to compare with
  bool has_frame_ = false;      // whether a frame ended
  bool is_different_ = false;   // whether a picture differs from its reference
};

agal::Diagnostics Replay::check() const {
  if (page.empty() && output.empty() && !compares())
    return usage_error("nothing to write", "pass --page FILE, -o DIR/ or --compare");
  if (draw > 0 && output.empty()) return usage_error("--draw needs a folder", "pass -o DIR/");
  if (draw > 0 && compares()) return usage_error("--draw does not compare pictures");
  if (draw == 0 && !settings.targets.empty())
    return usage_error("--target is for the shaders of one draw", "pass --draw N");
  if (engine && draw == 0) return usage_error("--engine is for one draw", "pass --draw N");
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
  const bool is_draw = draw > 0, shows_frames = !is_draw && (!output.empty() || compares());
  constexpr std::string_view for_frames = "pictures of frames",
                             pass_frames = "pass -o DIR/ or --compare, without --draw",
                             for_all = "pictures of frames and for one draw", pass_all = "pass -o DIR/ or --compare";
  const std::array uses{
      Use{"--until", shows_frames, for_frames, pass_frames},
      Use{"--each-draw", shows_frames && (!output.empty() || !reference.empty()), for_frames,
          "pass -o DIR/ or --reference DIR, without --draw"},
      Use{"--renderdoc", shows_frames, for_frames, pass_frames},
      Use{"--tolerance", compares(), "comparisons", "pass --compare or --reference DIR"},
      Use{"--replace", shows_frames || is_draw, for_all, pass_all},
      Use{"--as", shows_frames || is_draw, for_all, pass_all},
      Use{"--emit", is_draw && (engine || !settings.targets.empty()), "the shaders of one draw",
          "pass --draw N with --target or --engine"},
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
  if (draw == 0 && !reference.empty())
    for (const std::string& name : picture_names()) files.push_back(reference_of(name));
  return files;
}

ExitStatus Replay::check_files(const std::vector<PlannedFile>& files) const {
  agal::Diagnostics found = console_.outputs.check_inputs(inputs());
  if (!found.has_errors()) found = console_.outputs.check_planned(files, inputs());
  return console_.report(found);
}

ExitStatus Replay::write_page() const {
  return page.empty() ? ExitStatus::Done : console_.report(frames::write_page(name_, file_, page));
}

ExitStatus Replay::run() {
  console_.report(settings.target_notes);
  if (const ExitStatus status = console_.report(check()); status != ExitStatus::Done) return status;
  const agal::Result<std::vector<std::byte>> bytes = read_input(path, max_container_file_bytes);
  if (!bytes) return console_.report(bytes.diagnostics());
  name_ = display_name(path);
  agal::Result<frames::FrameFile> read = frames::read_frames(*bytes, name_, limits);
  ExitStatus status = console_.report(read.diagnostics());
  if (!read) return status;
  file_ = *std::move(read);
  if (output.empty() && !compares()) return worse(status, write_page());
  agal::Diagnostics found;
  pairs_ = frames::read_pairs(file_, name_, found);
  status = worse(status, console_.report(found));
  ReplacedPrograms replaced(pairs_, console_);
  status = worse(status, replaced.replace(replacements));
  if (status == ExitStatus::Done) status = replaced.link();
  if (status != ExitStatus::Done) return status;
  return draw > 0 ? write_draw() : write_frames();
}

agal::Diagnostics Replay::check_draw_number(std::uint32_t number) const {
  if (number <= file_.draws) return {};
  const std::string draws = file_.draws == 0 ? "no draws" : fmt::format("the draws 1 to {}", file_.draws);
  return only(make_diagnostic("frames-no-draw", name_, {fmt::format("{}", number), draws}));
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

agal::Diagnostics Replay::warn(const std::set<std::string>& what, std::string_view slug) const {
  agal::Diagnostics found;
  for (const std::string& each : what) found.add(make_diagnostic(slug, name_, {each}));
  return found;
}

// Says how many pixels differ, and which draws drew most of them.
std::string Replay::describe_difference(const Picture& picture, const Picture& other, const frames::Call& call) const {
  constexpr std::size_t max_shown = 3;
  const std::vector<std::size_t> pixels = agal::render::different_pixels(picture, other, 1);
  std::string text = fmt::format("{:.3f} % of its pixels differ by more than one step in 255",
                                 100 * static_cast<double>(pixels.size()) / static_cast<double>(picture.pixels.size()));
  std::string shown;
  std::size_t count = 0;
  for (const auto& [number, drawn] : frames::last_draws(file_, pairs_, name_, options.mode, call, pixels))
    if (++count <= max_shown)
      shown += fmt::format("{}{} ({})", shown.empty() ? "" : ", ",
                           number > 0 ? fmt::format("draw {}", number) : "no draw of this frame", drawn);
  if (!shown.empty()) text += fmt::format("; most of the {} pixels were last drawn by {}", pixels.size(), shown);
  return text;
}

ExitStatus Replay::compare_with(const Picture& picture, const std::string& name, const frames::Call& call) {
  const std::uint32_t frame = call.draw > 0 ? 0 : call.frame;
  std::vector<std::byte> bytes;
  std::string from = name_;
  if (!reference.empty()) {
    from = reference_of(name);
    std::error_code ignored;
    if (frame == 0 && !os::fs::exists(from, ignored)) return ExitStatus::Done;
    has_reference_ = true;
    agal::Result<std::vector<std::byte>> read = read_data(from, "picture-unreadable");
    if (!read) return console_.report(read.diagnostics());
    bytes = *std::move(read);
  } else if (const auto found = file_.pictures.find(frame); found != file_.pictures.end()) {
    has_reference_ = true;
    bytes = found->second;
    from = name_ + "/" + name + ".png";
  } else {
    return ExitStatus::Done;
  }
  const agal::Result<Picture> other = agal::render::read_png(bytes, from);
  if (!other) return console_.report(other.diagnostics());
  const bool same_size = other->width == picture.width && other->height == picture.height;
  const auto differ = [&](std::uint32_t step) {
    return same_size ? agal::render::compare(picture, *other, step)
                     : agal::render::Difference{255, picture.pixels.size()};
  };
  const double all = std::max(static_cast<double>(picture.pixels.size()), 1.0);
  const auto percent = [&](std::uint32_t step) { return 100 - 100 * static_cast<double>(differ(step).pixels) / all; };
  ExitStatus status = console_.report(
      write_output("-", fmt::format("{}: {:.3f} % equal, {:.3f} % within one step in 255, greatest difference {}\n",
                                    name, percent(0), percent(1), differ(0).max)));
  constexpr std::uint32_t gain = 16;
  std::optional<Picture> difference;
  if (same_size && differ(0).pixels > 0) difference = difference_picture(picture, *other, gain);
  status = worse(status, write_difference(name, difference));
  if (same_size && 100 - percent(1) <= tolerance) return status;
  const std::string how = same_size ? describe_difference(picture, *other, call)
                                    : fmt::format("it has {} × {} pixels, not {} × {}", picture.width, picture.height,
                                                  other->width, other->height);
  is_different_ = true;
  return worse(status, console_.report(only(make_diagnostic("frames-differ", name_, {name, from, how}))));
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

// Returns the name of the picture that is shown after a call; "" if none is.
std::string Replay::picture_after(const frames::Call& call) const {
  if (call.draw > 0) return each_draw || is_last(call) ? fmt::format("draw-{}", call.draw) : "";
  return call.frame > 0 && call.method == "present" ? fmt::format("frame-{}", call.frame) : "";
}

std::vector<std::string> Replay::picture_names() const {
  std::set<std::string> names;
  for (const frames::Call& call : file_.calls) {
    if (std::string name = picture_after(call); !name.empty()) names.insert(std::move(name));
    if (is_last(call)) break;
  }
  return {names.begin(), names.end()};
}

// Draws the pictures whose files exist, without messages. Returns their bytes by name.
std::map<std::string, std::string> Replay::draw_existing() const {
  std::map<std::string, std::string> pictures;
  frames::ReplayOptions quiet = options;
  quiet.renderdoc = false;
  const auto replayer = frames::make_vulkan_replayer(file_, pairs_, name_, quiet);
  for (const frames::Call& call : file_.calls) {
    if (!replayer || (*replayer)->make(call).has_errors()) break;
    if (const std::string name = picture_after(call); !name.empty() && is_regular(folder() + name + ".png"))
      if (const agal::Result<Picture> picture = (*replayer)->picture(); picture && !picture->pixels.empty())
        pictures[name] = agal::base::as_text(write_png(*picture));
    if (is_last(call)) break;
  }
  return pictures;
}

// Checks that the pictures do not replace others: `--reference` reads them.
ExitStatus Replay::check_pictures(const std::vector<std::string>& names, FolderRecord& record) const {
  std::optional<std::map<std::string, std::string>> existing;
  for (const std::string& name : names)
    record.plan(name + ".png", [&] {
      if (!existing) existing = draw_existing();
      return (*existing)[name];
    });
  return console_.report(record.check());
}

// Returns false if a call failed.
bool Replay::draw_frames(frames::Replayer& replayer, FolderRecord* record, ExitStatus& status) {
  for (const frames::Call& call : file_.calls) {
    const agal::Diagnostics made = replayer.make(call);
    status = worse(status, console_.report(made));
    if (made.has_errors()) return false;
    if (const std::string name = picture_after(call); !name.empty())
      status = worse(status, show(replayer, name, call, record));
    has_frame_ |= call.frame > 0 && call.method == "present";
    if (is_last(call)) break;
  }
  return true;
}

ExitStatus Replay::write_frames() {
  if (const ExitStatus status = console_.report(check_draw_number(until)); status != ExitStatus::Done) return status;
  const std::vector<std::string> names = output.empty() ? std::vector<std::string>() : picture_names();
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
  const auto replayer = frames::make_vulkan_replayer(file_, pairs_, name_, options);
  if (!replayer) return console_.report(replayer.diagnostics());
  if (!output.empty()) status = console_.report(make_directory(output));
  if (status != ExitStatus::Done) return status;
  const bool is_whole = draw_frames(**replayer, record ? &*record : nullptr, status);
  if (record) status = worse(status, console_.report(record->finish()));
  if (!is_whole) return status;
  const frames::Stage& stage = (*replayer)->stage();
  status = worse(status, console_.report(warn(stage.warnings())));
  status = worse(status, console_.report(warn(stage.reads_outside(), "frames-read-outside")));
  if (is_different_ && reference.empty())
    status = worse(status, console_.report(warn(stage.differences_of_ruffle(), "frames-player-differs")));
  if (compares() && !has_reference_) {
    const std::string why =
        has_frame_ || until == 0 ? "no frame has one" : fmt::format("no frame ends before draw {}", until);
    status = worse(status, console_.report(only(make_diagnostic("frames-no-reference", name_, {why}))));
  }
  return status;
}

// ------------------------------------------------------------------------------------------------------ one draw

ExitStatus Replay::write_draw() {
  if (const ExitStatus status = console_.report(check_draw_number(draw)); status != ExitStatus::Done) return status;
  frames::Stage stage(file_, pairs_, options.mode);
  frames::DrawSource source{fmt::format("draw {} of {}", draw, file_name()), {}, {}};
  std::map<frames::RenderTarget, agal::Float4> backgrounds;
  std::set<std::uint32_t> targets;
  const auto drawn =
      std::find_if(file_.calls.begin(), file_.calls.end(), [&](const frames::Call& call) { return call.draw == draw; });
  const std::span<const frames::Call> before(file_.calls.begin(), drawn);
  for (const frames::Call& call : before) {
    if (const std::string problem = stage.apply(call); !problem.empty())
      return console_.report(frames::malformed_line(name_, call.line, problem));
    const frames::RenderTarget target = stage.settings().target;
    if (call.method == "clear") backgrounds[target] = frames::Stage::clear_of(call).color;
    if (call.method == "clear" || call.is_draw()) targets.insert(target.object);
  }
  const std::optional<frames::DrawCall> wanted = stage.draw_of(*drawn);
  if (!wanted || wanted->count == 0 || wanted->instances == 0)
    return console_.report(
        frames::malformed_line(name_, drawn->line, "this draw draws nothing: it lacks a program, indices or a target"));
  source.background = backgrounds[stage.settings().target];
  std::set<std::string> missing = stage.warnings();
  std::vector<std::uint32_t> textures = frames::textures_of_draw(stage);
  std::erase_if(textures, [&](std::uint32_t each) { return each == 0 || !targets.contains(each); });
  if (!textures.empty()) {
    const auto replayer = frames::make_vulkan_replayer(file_, pairs_, name_, options);
    if (!replayer) return console_.report(replayer.diagnostics());
    for (const frames::Call& call : before) {
      const agal::Diagnostics made = (*replayer)->make(call);
      if (made.has_errors()) return console_.report(made);
    }
    for (const std::uint32_t texture : textures)
      for (std::uint32_t side = 0; side < stage.find(texture)->sides.size(); ++side) {
        agal::Result<frames::Level> level = (*replayer)->texture(texture, side);
        if (!level) return console_.report(level.diagnostics());
        source.drawn[{texture, side}] = *std::move(level);
      }
  }
  frames::DrawFiles files = frames::files_of_draw(stage, *wanted, source);
  for (const std::string& each : files.left_out) missing.insert("the scene leaves out " + each);
  ExitStatus status = console_.report(warn(missing));
  status = worse(status, add_products(files));
  std::vector<PlannedFile> planned;
  for (const frames::NamedFile& file : files.files) planned.push_back({folder() + file.name, kind_of(file.name)});
  if (status == ExitStatus::Done) status = check_files(planned);
  FolderRecord record(output, overwrite);
  for (const frames::NamedFile& file : files.files)
    if (kind_of(file.name) == Writes::Recorded)
      record.plan(file.name, [&] { return std::string(agal::base::as_text(file.bytes)); });
  if (status == ExitStatus::Done) status = console_.report(record.check());
  if (status == ExitStatus::Done) status = write_page();
  return status == ExitStatus::Done ? write_folder(files.files, record) : status;
}

// Adds the shaders in each requested language, with the pair's reflection. Without a language, adds the reflection for
// SPIR-V alone.
ExitStatus Replay::add_products(frames::DrawFiles& files) {
  MessageDeduplicator messages(console_);
  if (engine) {
    agal::set_host(settings.options, *engine);
    settings.targets = {agal::info(*engine).target};
    for (const agal::Target target : agal::port::module_targets(*engine)) settings.targets.push_back(target);
  }
  const bool has_targets = !settings.targets.empty();
  const std::vector<agal::Target> targets = has_targets ? settings.targets : std::vector{agal::Target::Spv};
  for (const agal::Target target : targets) {
    const agal::CompileOptions compile = agal::options::for_target(settings.options, target, targets);
    const agal::Result<agal::LinkedCompilation> linked = agal::link(files.vertex, files.fragment, compile);
    if (const ExitStatus status = messages.report(linked.diagnostics()); status != ExitStatus::Done) return status;
    const std::string suffix = product_suffix(target, compile.emit);
    if (!linked->reflection.empty())
      files.add(has_targets ? "draw" + suffix + std::string(reflection_suffix) : "draw.reflect.json",
                linked->reflection);
    for (const agal::Compilation* product : {&linked->vertex, &linked->fragment})
      if (has_targets) {
        const std::string name = (product == &linked->vertex ? "vert" : "frag") + suffix;
        const auto words = std::as_bytes(std::span(product->spirv));
        if (product->text.empty())
          files.files.push_back({name, {words.begin(), words.end()}});
        else
          files.add(name, product->text);
      }
    if (engine && target == targets.front())
      if (const ExitStatus status = add_program(files, *linked, suffix, compile); status != ExitStatus::Done)
        return status;
  }
  return ExitStatus::Done;
}

// Adds the program that draws the draw with the engine.
ExitStatus Replay::add_program(frames::DrawFiles& files, const agal::LinkedCompilation& linked,
                               const std::string& suffix, const agal::CompileOptions& compile) const {
  const auto text_of = [&](std::string_view name) {
    const auto found =
        std::find_if(files.files.begin(), files.files.end(), [&](const auto& file) { return file.name == name; });
    return std::string(reinterpret_cast<const char*>(found->bytes.data()), found->bytes.size());
  };
  const std::string scene = text_of("scene.json"), mesh = text_of("mesh.obj");
  const agal::port::Module module =
      agal::port::write_draw_program(*engine,
                                     {draw, file_name(), scene, mesh, *linked.vertex.program_interface,
                                      *linked.fragment.program_interface, "vert" + suffix, "frag" + suffix},
                                     compile);
  for (const agal::port::File& file : module.files) files.add(file.name, file.text);
  return console_.report(module.diagnostics);
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
                 "Folder for the pictures of the frames, or for one draw");
  add_number(app, "--draw", command->draw, 1u, UINT32_MAX,
             "Write this draw as a scene for agalc render, with its shaders");
  add_number(app, "--until", command->until, 1u, UINT32_MAX, "End after this draw");
  app.add_flag("--each-draw", command->each_draw, "Write, and compare, the picture after each draw as well");
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
  add_host_option(app, command->settings);
  add_target_option(app, command->settings);
  Choices<agal::Host> engines;
  for (const agal::Host host : agal::port::draw_engines()) engines.emplace_back(agal::info(host).name, host);
  add_choice(app, "--engine", "engine", engines, command->engine,
             "With --draw: also write the program of this engine that draws the draw");
  app.add_option("--max-unpacked", command->limits.max_unpacked_bytes,
                 "Maximum number of bytes to unpack from the file")
      ->type_name("BYTES")
      ->take_last();
  add_examples(app,
               {"agalc replay game.frames --page frames.html", "agalc replay game.frames -o out/ --compare",
                "agalc replay game.frames --draw 17 -o draw/ --engine three"},
               "docs/frames.md describes the page, docs/frame-files.md the file.");
  add_console_options(app, console);
  return [command] { return command->run(); };
}

}  // namespace agalc
