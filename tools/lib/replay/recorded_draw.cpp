#include "replay/recorded_draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>

#include "agal/options.hpp"
#include "base/bytes.hpp"
#include "cli/console.hpp"
#include "options/writer_choice.hpp"
#include "port/draw_program.hpp"
#include "port/port.hpp"
#include "products/products.hpp"

namespace agal::frames {
namespace {

// The name of the file without its folder, so that written files are the same in every folder.
std::string file_name(const Recording& recording) { return std::filesystem::path(recording.name).filename().string(); }

// Reads the textures of a draw into which the game has drawn.
Diagnostics read_drawn_textures(const Recording& recording, std::span<const Call> before, const Stage& stage,
                                const std::vector<std::uint32_t>& textures, const ReplayOptions& options,
                                DrawSource& source) {
  const auto replayer = make_vulkan_replayer(recording.file, recording.pairs, recording.name, options);
  if (!replayer) return replayer.diagnostics();
  for (const Call& call : before)
    if (Diagnostics made = (*replayer)->make(call); made.has_errors()) return made;
  for (const std::uint32_t texture : textures)
    for (std::uint32_t side = 0; side < stage.find(texture)->sides.size(); ++side) {
      Result<Level> level = (*replayer)->texture(texture, side);
      if (!level) return level.diagnostics();
      source.drawn[{texture, side}] = *std::move(level);
    }
  return {};
}

// Adds the program that draws the draw with the engine.
Diagnostics add_program(DrawFiles& files, const Recording& recording, const DrawShaders& shaders,
                        const LinkedCompilation& linked, const std::string& suffix, const CompileOptions& compile) {
  const auto text_of = [&](std::string_view name) {
    const auto found =
        std::find_if(files.files.begin(), files.files.end(), [&](const auto& file) { return file.name == name; });
    return std::string(base::as_text(found->bytes));
  };
  const std::string scene = text_of("scene.json"), mesh = text_of("mesh.obj");
  std::string flipped;
  if (port::needs_flipped_shader(*shaders.engine, scene, compile)) {
    CompileOptions options = compile;
    options.flip_y = true;
    Result<LinkedCompilation> other = link(files.vertex, files.fragment, options);
    if (!other) return other.diagnostics();
    flipped = std::move(other->vertex.text);
  }
  port::Module module =
      port::write_draw_program(*shaders.engine,
                               {shaders.number, file_name(recording), scene, mesh, *linked.vertex.program_interface,
                                *linked.fragment.program_interface, files.hashes.first, files.hashes.second,
                                "vert" + suffix, "frag" + suffix, std::move(flipped)},
                               compile);
  for (const port::File& file : module.files) files.add(file.name, file.text);
  return std::move(module.diagnostics);
}

}  // namespace

Diagnostics warnings_about(const std::string& name, const std::set<std::string>& what, std::string_view slug) {
  Diagnostics found;
  for (const std::string& each : what) found.add(agalc::make_diagnostic(slug, name, {each}));
  return found;
}

Result<DrawFiles> files_of_recorded_draw(const Recording& recording, std::uint32_t number,
                                         const ReplayOptions& options) {
  const std::vector<Call>& calls = recording.file.calls;
  Stage stage(recording.pairs, stage_options(recording.file, options.mode));
  DrawSource source{fmt::format("draw {} of {}", number, file_name(recording)), {}, {}};
  std::map<RenderTarget, Float4> backgrounds;
  std::set<std::uint32_t> targets;
  const auto drawn = std::find_if(calls.begin(), calls.end(), [&](const Call& call) { return call.draw == number; });
  const std::span<const Call> before(calls.begin(), drawn);
  for (const Call& call : before) {
    if (const std::string problem = stage.apply(call); !problem.empty())
      return malformed_line(recording.name, call.line, problem);
    const RenderTarget target = stage.settings().target;
    if (call.method == "clear") backgrounds[target] = Stage::clear_of(call).color;
    if (call.method == "clear" || call.is_draw()) targets.insert(target.object);
  }
  const std::optional<DrawCall> wanted = stage.draw_of(*drawn);
  if (!wanted || wanted->count == 0 || wanted->instances == 0)
    return malformed_line(recording.name, drawn->line,
                          "this draw draws nothing: it lacks a program, indices or a target");
  source.background = backgrounds[stage.settings().target];
  std::set<std::string> missing = stage.warnings();
  std::vector<std::uint32_t> textures = textures_of_draw(stage);
  std::erase_if(textures, [&](std::uint32_t each) { return each == 0 || !targets.contains(each); });
  if (!textures.empty())
    if (Diagnostics failed = read_drawn_textures(recording, before, stage, textures, options, source);
        failed.has_errors())
      return failed;
  DrawFiles files = files_of_draw(stage, *wanted, source);
  for (const std::string& each : files.left_out) missing.insert("the scene leaves out " + each);
  return {std::move(files), warnings_about(recording.name, missing)};
}

Diagnostics add_shaders(DrawFiles& files, const Recording& recording, DrawShaders shaders) {
  if (shaders.engine) {
    set_host(shaders.compile, *shaders.engine);
    shaders.targets = {info(*shaders.engine).target};
    for (const Target target : port::module_targets(*shaders.engine)) shaders.targets.push_back(target);
  }
  const bool has_targets = !shaders.targets.empty();
  const std::vector<Target> targets = has_targets ? shaders.targets : std::vector{Target::Spv};
  Diagnostics messages;
  for (const Target target : targets) {
    const CompileOptions compile = options::for_target(shaders.compile, target, targets);
    const Result<LinkedCompilation> linked = link(files.vertex, files.fragment, compile);
    messages.append(linked.diagnostics());
    if (messages.has_errors()) return messages;
    const std::string suffix = products::suffix_of(target, compile.emit);
    if (!linked->reflection.empty())
      files.add("draw" + (has_targets ? suffix : std::string()) + std::string(products::reflection_suffix),
                linked->reflection);
    if (has_targets) {
      files.add("vert" + suffix, products::bytes_of(linked->vertex));
      files.add("frag" + suffix, products::bytes_of(linked->fragment));
    }
    if (shaders.engine && target == targets.front())
      messages.append(add_program(files, recording, shaders, *linked, suffix, compile));
    if (messages.has_errors()) return messages;
  }
  return messages;
}

}  // namespace agal::frames
