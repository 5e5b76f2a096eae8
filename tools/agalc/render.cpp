// agalc render: draws a pair as a picture.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <memory>

#include "base/text.hpp"
#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "drawing.hpp"
#include "pair_inputs.hpp"
#include "render/mesh.hpp"

namespace agalc {
namespace {

using agal::render::Description;
using agal::render::Picture;
using agal::render::Scene;

constexpr std::array<std::uint32_t, 2> default_size{256, 256};

class Render {
 public:
  PairPaths paths;
  std::string output, scene, manifest;
  Description overrides;
  DrawSettings settings;

  ExitStatus operator()(const Console& console);

 private:
  agal::Diagnostics check() const;
  agal::Result<Description> description() const;
  agal::Diagnostics take_programs(const Console& console);

  Description of_scene_;
};

// Reports a word that is not a built-in mesh and does not look like the name of a file.
agal::Diagnostics check_mesh(const std::string& mesh) {
  const std::vector<std::string_view>& words = agal::render::built_in_mesh_words();
  std::error_code ignored;
  if (mesh.empty() || std::find(words.begin(), words.end(), mesh) != words.end() || os::fs::exists(mesh, ignored) ||
      mesh.find_first_of("./\\") != std::string::npos)
    return {};
  return usage_error(fmt::format("--mesh: {}", agal::base::unknown_name("mesh", mesh, words)),
                     "see agalc render --help");
}

agal::Diagnostics Render::check() const {
  if (agal::Diagnostics found = check_mesh(overrides.mesh); found.has_errors()) return found;
  const int streams = (paths.vertex == "-") + (paths.fragment == "-") + (scene == "-") + (manifest == "-");
  if (streams > 1) return usage_error("only one of the inputs can be stdin");
  if (agal::Diagnostics found = check_picture_name(output); found.has_errors()) return found;
  return {};
}

// Returns the description of the picture, from the manifest, the scene and the command line, in ascending order of
// precedence.
agal::Result<Description> Render::description() const {
  Description result;
  if (!manifest.empty()) {
    const agal::Result<Manifest> read = read_manifest(manifest);
    if (!read) return read.diagnostics();
    agal::Result<Description> described = describe(*read, paths.vertex, paths.fragment);
    if (!described) return std::move(described.diagnostics());
    result = *std::move(described);
  }
  return merged(merged(std::move(result), of_scene_), overrides);
}

// Reads the scene. A scene in place of the programs names them.
agal::Diagnostics Render::take_programs(const Console& console) {
  const bool is_scene = paths.fragment.empty() && paths.vertex.ends_with(".json");
  if (is_scene && !scene.empty()) return usage_error("two scenes are given", "pass a scene, or programs and --scene");
  if (is_scene) std::swap(scene, paths.vertex);
  if (agal::Diagnostics found = check(); found.has_errors()) return found;
  if (!scene.empty()) {
    agal::Result<Description> read = read_scene(scene);
    if (!read) return std::move(read.diagnostics());
    of_scene_ = *std::move(read);
  }
  if (!is_scene) return paths.complete();
  if (of_scene_.vertex.empty() || of_scene_.fragment.empty())
    return only(make_diagnostic("scene-malformed", scene, {"the scene", "must have the keys vertex and fragment"}));
  paths = {of_scene_.vertex, of_scene_.fragment};
  return console.outputs.check_inputs({paths.vertex, paths.fragment});
}

ExitStatus Render::operator()(const Console& console) {
  if (const ExitStatus status = console.report(take_programs(console)); status != ExitStatus::Done) return status;
  agal::render::DrawOptions& options = settings.options;
  ExitStatus status = ExitStatus::Done;
  const std::optional<LoadedPair> pair = load_pair(paths, settings.input, console, status);
  if (!pair) return status;
  const agal::Program &v = pair->vertex, &f = pair->fragment;
  agal::Diagnostics found = validate(v, options.validation);
  found.append(validate(f, options.validation));
  if (v.stage == agal::Stage::Vertex && f.stage == agal::Stage::Fragment)
    found.append(validate_pair(v, f, options.validation));
  if (settings.input.warnings_are_errors) found.promote_warnings();
  status = worse(status, console.report(found));
  if (found.has_errors()) return status;

  const agal::Result<Description> wanted = description();
  if (!wanted) return worse(status, console.report(wanted.diagnostics()));
  agal::render::TextureCache texture_cache;
  const auto [width, height] = wanted->size.value_or(default_size);
  const agal::Result<Scene> built = build_scene(v, f, *wanted, width, height, texture_cache);
  if (!built) return worse(status, console.report(built.diagnostics()));
  status = worse(status, console.report(backend_note(settings)));
  const auto renderer = make_renderer(backend_of(settings));
  if (!renderer) return worse(status, console.report(renderer.diagnostics()));
  const agal::Result<Picture> picture = (*renderer)->draw(*built, options);
  if (!picture) return worse(status, console.report(picture.diagnostics()));
  return worse(status, console.report(write_binary_output(output, write_png(*picture))));
}

// Parses a size such as "320x200".
void parse_size(const std::string& text, std::uint32_t& width, std::uint32_t& height) {
  const char* const end = text.data() + text.size();
  const auto [x, first] = std::from_chars(text.data(), end, width);
  const bool separated = first == std::errc{} && x != end && *x == 'x';
  const auto [rest, second] = separated ? std::from_chars(x + 1, end, height) : std::from_chars_result{x, first};
  const auto fits = [](std::uint32_t side) { return side >= 1 && side <= agal::render::max_side; };
  if (!separated || second != std::errc{} || rest != end || !fits(width) || !fits(height))
    throw CLI::ValidationError(
        "--size", fmt::format("'{}' is not WIDTHxHEIGHT, with sides from 1 to {}", text, agal::render::max_side));
}

void add_options(CLI::App& app, Console& console, Render& render) {
  add_pair(app, render.paths);
  add_output_file(app, console, "-o,--output", render.output, Writes::Other, "The picture, a PNG file; - is stdout")
      ->required();
  app.add_option_function<std::string>(
         "--size",
         [&render](const std::string& text) {
           auto& [width, height] = render.overrides.size.emplace();
           parse_size(text, width, height);
         },
         "Size of the picture; the default is 256x256")
      ->type_name("WIDTHxHEIGHT")
      ->take_last();
  CLI::Option* const mesh =
      app.add_option("--mesh", render.overrides.mesh, "quad, grid, sphere, cube or sprites, or an OBJ file")
          ->type_name("MESH|FILE")
          ->take_last();
  describe_choices(*mesh, agal::render::built_in_mesh_words());
  app.add_option("--scene", render.scene, "Constants, attributes, textures, … as JSON (docs/render.md)")
      ->type_name("FILE")
      ->take_last();
  app.add_option("--manifest", render.manifest, "Read them from this manifest, for example corpus/manifest.json")
      ->type_name("FILE")
      ->take_last();
  app.add_option_function<std::string>(
         "--background",
         [&render](const std::string& text) {
           render.overrides.background = agal::render::parse_color(text);
           if (!render.overrides.background)
             throw CLI::ValidationError("--background",
                                        "'" + text + "' is not a color; expected #rgb, #rrggbb or #rrggbbaa");
         },
         "Background color")
      ->type_name("#RRGGBB")
      ->take_last();
  add_number(app, "--color-output", render.overrides.color_output, 0u, 7u, "Color output to show; the default is 0");
}

}  // namespace

Action build_render(CLI::App& app, Console& console) {
  const auto render = std::make_shared<Render>();
  add_options(app, console, *render);
  add_draw_options(app, render->settings);
  add_examples(
      app, {"agalc render water.vert.agal water.frag.agal --backend=interp -o water.png",
            "agalc render water.vert.agal water.frag.agal --backend=interp --mesh sphere --size 320x200 -o water.png"});
  add_console_options(app, console);
  return [render, &console] { return (*render)(console); };
}

}  // namespace agalc
