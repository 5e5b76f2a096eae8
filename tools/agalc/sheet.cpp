// agalc sheet: draws all pairs of a manifest with Vulkan and with the interpreter, side by side.
#include "render/sheet.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <memory>

#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "drawing.hpp"
#include "os/threads.hpp"

namespace agalc {
namespace {

using agal::render::Difference;
using agal::render::Picture;
using agal::render::Scene;

// Two correct pictures may differ because of rounding: in the last bits of any lane, and by any amount in a few pixels,
// because rounding may select a different triangle, texel or branch.
constexpr std::uint32_t tolerance = 6;      // the maximum difference of a lane, in units of 1/255
constexpr std::size_t pixels_of_1000 = 10;  // the maximum number of pixels of 1000 with a larger difference
constexpr std::uint32_t gain = 16;          // the factor of differences in the difference image

// A pair, and the options for drawing it.
struct Job {
  std::string label, vertex, fragment;
  agal::render::Description description;
  agal::render::DrawOptions options;
  bool loose = false;

  std::optional<Scene> scene;
  std::optional<agal::Result<Picture>> vulkan, interpreted;
};

class Sheet {
 public:
  std::string manifest, output;
  std::uint32_t tile = 96, columns = 4;
  DrawSettings settings;

  ExitStatus operator()(const Console& console);

 private:
  agal::Result<std::vector<Job>> jobs() const;
  ExitStatus load_scenes(std::vector<Job>& list, const Console& console) const;
  ExitStatus draw(std::vector<Job>& list, const Console& console);
  ExitStatus compare(const std::vector<Job>& list, const Console& console) const;
  Picture lay_out(const std::vector<Job>& list) const;
  bool both() const { return backend_of(settings) == Backend::Vulkan; }

  std::string device_;
};

// Returns the label of a pair: "techniques/water" if both programs have this name, "isa/kil.frag" if the other program
// is a common one, otherwise the names of both programs.
std::string label_of(const std::string& vertex, const std::string& fragment) {
  const auto without = [](const std::string& text, std::string_view end) {
    return text.substr(0, text.size() - std::min(end.size(), text.size()));
  };
  const auto is_common = [](const std::string& file) { return file.starts_with("common/"); };
  std::string v = without(vertex, ".vert.agal");
  const std::string f = without(fragment, ".frag.agal");
  if (v == f) return v;
  if (is_common(vertex) && !is_common(fragment)) return f + ".frag";
  if (is_common(fragment) && !is_common(vertex)) return v + ".vert";
  return v + " + " + f.substr(f.rfind('/') + 1);
}

agal::Result<std::vector<Job>> Sheet::jobs() const {
  const agal::Result<Manifest> read = read_manifest(manifest);
  if (!read) return read.diagnostics();
  std::vector<Job> list;
  for (const Manifest::Pair& pair : read->pairs) {
    Job job;
    job.vertex = read->folder + pair.vertex;
    job.fragment = read->folder + pair.fragment;
    job.label = label_of(pair.vertex, pair.fragment);
    agal::Result<agal::render::Description> described = describe(*read, job.vertex, job.fragment);
    if (!described) return std::move(described.diagnostics());
    job.description = merged(*std::move(described), pair.drawing);
    job.options = settings.options;
    job.loose = pair.loose;
    list.push_back(std::move(job));
  }
  return list;
}

// Adds the last landscape in each of the other conventions of clip space, because wrong orientation and depth are
// clearly visible in a landscape.
void add_conventions(std::vector<Job>& list) {
  const auto last = std::find_if(list.rbegin(), list.rend(),
                                 [](const Job& job) { return job.description.mesh == "grid" && !job.loose; });
  if (last == list.rend()) return;
  const Job model = *last;
  for (const bool flip : {false, true})
    for (const agal::ClipZ z : {agal::ClipZ::ZeroToOne, agal::ClipZ::NegativeOneToOne}) {
      if (flip == model.options.flip_y && z == model.options.clip_z.value_or(agal::ClipZ::ZeroToOne)) continue;
      Job job = model;
      job.options.flip_y = flip;
      job.options.clip_z = z;
      const bool whole = z == agal::ClipZ::NegativeOneToOne;
      job.label += fmt::format("{}{}", flip ? " --flip-y" : "", whole ? ", z -1..1" : "");
      list.push_back(std::move(job));
    }
}

ExitStatus Sheet::load_scenes(std::vector<Job>& list, const Console& console) const {
  ExitStatus status = ExitStatus::Done;
  agal::render::TextureCache texture_cache;
  for (Job& job : list) {
    const std::optional<agal::Program> v = load(job.vertex, settings.input, console, status);
    const std::optional<agal::Program> f = load(job.fragment, settings.input, console, status);
    if (!v || !f) continue;
    agal::Result<Scene> scene = build_scene(*v, *f, job.description, tile, tile, texture_cache);
    status = worse(status, console.report(scene.diagnostics()));
    if (scene) job.scene = *std::move(scene);
  }
  return status;
}

// Draws all pictures of the interpreter, in parallel, because they take most of the time.
void interpret_all(std::vector<Job>& list) {
  std::atomic<std::size_t> next{0};
  os::run_on_threads(os::core_count(), [&] {
    const auto renderer = agal::render::make_interpreting_renderer();
    for (std::size_t i = next++; i < list.size(); i = next++)
      list[i].interpreted = renderer->draw(*list[i].scene, list[i].options);
  });
}

ExitStatus Sheet::draw(std::vector<Job>& list, const Console& console) {
  console.report(backend_note(settings));
  if (both()) {
    const auto renderer = make_renderer(Backend::Vulkan);
    if (!renderer) return console.report(renderer.diagnostics());
    device_ = (*renderer)->device();
    for (Job& job : list) job.vulkan = (*renderer)->draw(*job.scene, job.options);
  }
  interpret_all(list);
  ExitStatus status = ExitStatus::Done;
  for (const Job& job : list) {
    status = worse(status, console.report(job.interpreted->diagnostics()));
    if (job.vulkan) status = worse(status, console.report(job.vulkan->diagnostics()));
  }
  return status;
}

// Prints a table on stdout, and an error for each pair that differs by more than the tolerance.
ExitStatus Sheet::compare(const std::vector<Job>& list, const Console& console) const {
  std::string table = fmt::format("{:<56} {:>9} {:>12}\n", "pair", "largest", "pixels");
  agal::Diagnostics found;
  const std::size_t allowed = std::size_t{tile} * tile * pixels_of_1000 / 1000;
  for (const Job& job : list) {
    const Difference d = agal::render::compare(**job.vulkan, **job.interpreted, tolerance);
    const bool differs = d.pixels > allowed && !job.loose;
    const std::string_view remark = differs ? "  DIFFERS" : job.loose ? "  loose" : "";
    table += fmt::format("{:<56} {:>5}/255 {:>12}{}\n", job.label, d.max, d.pixels, remark);
    if (differs)
      found.add(
          make_diagnostic("pictures-differ", job.label,
                          {fmt::format("{} of {} differ by more than {}/255; at most {} may differ", d.pixels,
                                       agal::base::counted(std::size_t{tile} * tile, "pixel"), tolerance, allowed)}));
  }
  table += fmt::format("{} on {}; pixels are counted if a component differs by more than {}/255, and {} may differ\n",
                       agal::base::counted(list.size(), "picture"), device_, tolerance, allowed);
  return worse(console.report(write_output("-", table)), console.report(found));
}

Picture Sheet::lay_out(const std::vector<Job>& list) const {
  std::vector<agal::render::SheetEntry> entries;
  for (const Job& job : list) {
    entries.push_back({job.label, {}});
    if (both()) entries.back().tiles.push_back(**job.vulkan);
    entries.back().tiles.push_back(**job.interpreted);
    if (both()) entries.back().tiles.push_back(difference_picture(**job.vulkan, **job.interpreted, gain));
  }
  std::vector<std::string> heads{"interpreter"};
  if (both()) heads = {"vulkan", "interpreter", fmt::format("difference *{}", gain)};
  return make_sheet(entries, heads, tile, columns);
}

ExitStatus Sheet::operator()(const Console& console) {
  if (output == "-")
    return console.report(usage_error("the sheet cannot be written to stdout, which receives the table"));
  if (const agal::Diagnostics found = check_picture_name(output); found.has_errors()) return console.report(found);
  agal::Result<std::vector<Job>> list = jobs();
  if (!list) return console.report(list.diagnostics());
  if (list->empty()) return console.report(usage_error("the manifest does not contain a pair"));
  if (both()) add_conventions(*list);
  ExitStatus status = load_scenes(*list, console);
  if (status != ExitStatus::Done) return status;
  status = draw(*list, console);
  if (status != ExitStatus::Done) return status;
  // The sheet is written even if pictures differ, because it helps to find the reason.
  status = console.report(write_output(output, write_png(lay_out(*list))));
  return both() ? worse(status, compare(*list, console)) : status;
}

}  // namespace

Action build_sheet(CLI::App& app, Console& console) {
  const auto sheet = std::make_shared<Sheet>();
  app.add_option("MANIFEST", sheet->manifest, "The manifest, for example corpus/manifest.json")->required();
  add_output_file(app, console, "-o,--output", sheet->output, Writes::Other, "The sheet, a PNG file")->required();
  add_number(app, "--tile", sheet->tile, 8u, 512u, "Width and height of each picture; the default is 96", "PIXELS");
  add_number(app, "--columns", sheet->columns, 1u, 16u, "Pairs per row; the default is 4");
  add_draw_options(app, sheet->settings);
  add_examples(app, {"agalc sheet manifest.json --backend=interp -o sheet.png"});
  add_console_options(app, console);
  return [sheet, &console] { return (*sheet)(console); };
}

}  // namespace agalc
