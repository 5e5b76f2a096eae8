#include "replay/recorded_draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>

#include "cli/console.hpp"
#include "options/writer_choice.hpp"
#include "products/products.hpp"
#include "replay/recorded_frame.hpp"

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

}  // namespace

Diagnostics warnings_about(const std::string& name, const std::set<std::string>& what, std::string_view slug) {
  Diagnostics found;
  for (const std::string& each : what) found.add(agalc::make_diagnostic(slug, name, {each}));
  return found;
}

Result<DrawFiles> files_of_recorded_draw(const Recording& recording, std::uint32_t number, const ReplayOptions& options,
                                         const std::optional<DrawProgram>& program) {
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
  Diagnostics found = warnings_about(recording.name, missing);
  if (program) {
    Result<std::vector<NamedFile>> made =
        program_of_recorded_draw(recording, stage, *drawn, *wanted, source.background, program->engine, program->names);
    found.append(made.diagnostics());
    if (!made) return found;
    for (NamedFile& file : *made) files.files.push_back(std::move(file));
  }
  return {std::move(files), std::move(found)};
}

Diagnostics add_shaders(DrawFiles& files, const CompileOptions& options, const std::vector<Target>& wanted) {
  const std::vector<Target> targets = wanted.empty() ? std::vector{Target::Spv} : wanted;
  Diagnostics messages;
  for (const Target target : targets) {
    const CompileOptions compile = options::for_target(options, target, targets);
    const Result<LinkedCompilation> linked = link(files.vertex, files.fragment, compile);
    messages.append(linked.diagnostics());
    if (messages.has_errors()) return messages;
    const std::string suffix = products::suffix_of(target, compile.emit);
    if (!linked->reflection.empty())
      files.add("draw" + (wanted.empty() ? std::string() : suffix) + std::string(products::reflection_suffix),
                linked->reflection);
    if (!wanted.empty()) {
      files.add("vert" + suffix, products::bytes_of(linked->vertex));
      files.add("frag" + suffix, products::bytes_of(linked->fragment));
    }
  }
  return messages;
}

}  // namespace agal::frames
