#include "drawing.hpp"

#include <filesystem>

#include "cli/choices.hpp"
#include "cli/files.hpp"
#include "library_options.hpp"

namespace agalc {

using agal::render::Description;

void add_draw_options(CLI::App& app, DrawSettings& settings) {
  const Choices<Backend> backends{{"vulkan", Backend::Vulkan}, {"interp", Backend::Interpreter}};
  add_choice(app, "--backend", "backend", backends, settings.backend,
             "Draw with Vulkan, or with the reference interpreter in software");
  const std::string group = "Shader interface";
  add_choice(app, "--clip-z", "range", library_choices<agal::ClipZ>(), settings.options.clip_z,
             "Range of clip-space z that the shader is compiled for and drawn with")
      ->group(group);
  app.add_flag("--flip-y", settings.options.flip_y, "Negate clip-space y, and draw with a flipped viewport")
      ->group(group);
  add_input_options(app, settings.input);
  add_semantics_options(app, settings.options.semantics);
  add_validation_options(app, settings.options.validation);
}

agal::Diagnostics check_picture_name(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension.empty() || path == "-" || is_special(path)) return {};
  std::string lower = extension;
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower == ".png" ? agal::Diagnostics{} : only(make_diagnostic("picture-format", path, {extension}));
}

Backend backend_of(const DrawSettings& settings) {
  return settings.backend.value_or(agal::render::has_vulkan() ? Backend::Vulkan : Backend::Interpreter);
}

agal::Diagnostics backend_note(const DrawSettings& settings) {
  if (settings.backend || agal::render::has_vulkan()) return {};
  return only(make_diagnostic("interpreter-draws", {}));
}

agal::Result<std::unique_ptr<agal::render::Renderer>> make_renderer(Backend backend) {
  if (backend == Backend::Vulkan) return agal::render::make_vulkan_renderer();
  return agal::render::make_interpreting_renderer();
}

agal::Result<Description> describe(const Manifest& manifest, const std::string& vertex, const std::string& fragment) {
  agal::Diagnostics found;
  Description description;
  for (const std::string& path : {vertex, fragment}) {
    const Manifest::Program* const program = manifest.find(path);
    if (program == nullptr)
      found.add(make_diagnostic("not-in-manifest", path));
    else
      description = merged(std::move(description), program->bindings);
  }
  if (found.has_errors()) return found;
  description.complete_vertex_constants = description.complete_fragment_constants = true;
  const Manifest::Pair* const pair = manifest.find(vertex, fragment);
  return pair != nullptr ? merged(std::move(description), pair->drawing) : description;
}

}  // namespace agalc
