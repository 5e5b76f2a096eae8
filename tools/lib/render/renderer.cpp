// The common functions of both backends.
#include <fmt/format.h>

#include "cli/console.hpp"
#include "render/scene.hpp"

namespace agal::render {
namespace {

Bindings bindings_of(const StageInputs& inputs) {
  Bindings bindings;
  bindings.constants = inputs.constants;
  for (const SceneTexture& texture : inputs.textures) {
    bindings.textures.emplace_back();
    if (texture.texture != nullptr) bindings.textures.back() = TextureBinding{*texture.texture, texture.state};
  }
  return bindings;
}

void check_stage(const Program& program, Stage stage, Diagnostics& found) {
  if (program.stage != stage)
    found.add(agalc::make_diagnostic("wrong-stage", program.name, {name(program.stage), name(stage)}));
}

void check_limit(std::string_view what, std::uint64_t value, std::uint64_t max, Diagnostics& found) {
  if (value < 1 || value > max)
    found.add(
        agalc::make_diagnostic("scene-too-large", {}, {fmt::format("{} {}", value, what), fmt::format("{}", max)}));
}

Diagnostics check(const Scene& scene) {
  Diagnostics found;
  check_stage(scene.vertex, Stage::Vertex, found);
  check_stage(scene.fragment, Stage::Fragment, found);
  check_limit("pixels per side", std::max(scene.width, scene.height), max_side, found);
  check_limit("pixels per side", std::min(scene.width, scene.height), max_side, found);
  check_limit("instances", scene.instances, max_instances, found);
  check_limit("triangles", std::uint64_t{scene.mesh.triangles.size()} * scene.instances, max_draw_triangles, found);
  if (!found.has_errors() && scene.color_output >= color_count(scene.fragment))
    found.add(agalc::make_diagnostic("color-output-not-written", scene.fragment.name,
                                     {fmt::format("{}", scene.color_output)}));
  return found;
}

}  // namespace

Result<PreparedPair> prepare(const Scene& scene, const DrawOptions& options) {
  Diagnostics found = check(scene);
  if (found.has_errors()) return found;
  InterpretOptions interpret;
  interpret.semantics = options.semantics;
  Result<VertexInterpreter> vertex =
      VertexInterpreter::prepare(scene.vertex, bindings_of(scene.vertex_inputs), interpret);
  Result<FragmentInterpreter> fragment =
      FragmentInterpreter::prepare(scene.fragment, bindings_of(scene.fragment_inputs), interpret);
  if (!vertex) found.append(std::move(vertex.diagnostics()));
  if (!fragment) found.append(std::move(fragment.diagnostics()));
  if (found.has_errors()) return found;
  return PreparedPair{*std::move(vertex), *std::move(fragment)};
}

}  // namespace agal::render
