// Common parts of `agalc render` and `agalc sheet`.
#pragma once

#include "commands.hpp"
#include "options.hpp"
#include "render/description.hpp"
#include "scene_file.hpp"

namespace agalc {

enum class Backend : std::uint8_t { Vulkan, Interpreter };

/// The settings of --backend, and of the options of compile that affect a picture.
struct DrawSettings {
  std::optional<Backend> backend;  // if unset, Vulkan, or the interpreter in a build without Vulkan
  InputOptions input;
  agal::render::DrawOptions options;
};
void add_draw_options(CLI::App& app, DrawSettings& settings);

/// Reports a name of a picture with an extension that implies a format other than PNG.
agal::Diagnostics check_picture_name(const std::string& path);

/// Returns the backend that draws.
Backend backend_of(const DrawSettings& settings);

/// Returns the note that the interpreter draws because this build does not have Vulkan (AGAL1136), unless a backend was
/// chosen.
agal::Diagnostics backend_note(const DrawSettings& settings);

agal::Result<std::unique_ptr<agal::render::Renderer>> make_renderer(Backend backend);

/// Returns the description of these programs in a manifest. Errors: AGAL1023.
agal::Result<agal::render::Description> describe(const Manifest& manifest, const std::string& vertex,
                                                 const std::string& fragment);

}  // namespace agalc
