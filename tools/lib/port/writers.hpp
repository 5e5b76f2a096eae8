// Writers of modules that create a game's materials in an engine: one writer for each engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/host.hpp"
#include "base/format.hpp"
#include "port/file.hpp"
#include "port/material.hpp"

namespace agal::port {

// These functions write the module of an engine. `materials` must not be empty. The files depend only on `materials`.
Module write_three(const std::vector<Material>& materials);
Module write_pixi(const std::vector<Material>& materials);
Module write_babylon(const std::vector<Material>& materials);
Module write_sdl(const std::vector<Material>& materials);
Module write_wgpu(const std::vector<Material>& materials);

struct WriterInfo {
  Host host;
  Module (*write)(const std::vector<Material>& materials);
  std::vector<std::string_view> files;  // the names of the files of the module
  // True if the layout of the vertices is a part of a material. A pair then has a material for each layout.
  bool has_attributes = false;
  std::vector<Target> more_targets{};  // further languages of shaders that the module can load
};

const std::vector<WriterInfo>& writers();

/// Returns the writer for a host, or nullptr if the host does not have modules.
const WriterInfo* find_writer(Host host);

// ------------------------------------------------------------------------------------------- parts of all writers

/// Reports the states that an engine cannot express.
class Gaps {
 public:
  /// `function` returns the name of the function that makes a material.
  Gaps(Host engine, std::string (*function)(const Material&)) : engine_(engine), function_(function) {}

  /// Adds AGAL1168: the engine cannot express `state`, and the material has `instead`.
  void add(const Material& material, std::string_view state, std::string_view instead);
  // Each function adds AGAL1168 if the material has one state: culling of front and back faces, a color mask other than
  // "rgba", or a stencil test.
  void add_culling(const Material& material, std::string_view instead);
  void add_color_mask(const Material& material);
  void add_stencil(const Material& material);
  /// Returns the engine's blend mode for the blend factors of the material, or `usual` if the engine does not have such
  /// a mode. Adds AGAL1168 in that case, and if the mode has other factors for alpha.
  std::string_view blend_mode(const Material& material, BlendModeName BlendModeInfo::*engine, std::string_view usual);
  Diagnostics take() { return std::move(diagnostics_); }

 private:
  Host engine_;
  std::string (*function_)(const Material&);
  Diagnostics diagnostics_;
};

/// Returns the sentences with which a module begins.
std::string head_line(Host engine);

/// Returns the name of the JavaScript function that creates a material: "createWater".
std::string create_function(const Material& material);

/// Returns a path as a relative URL between quotation marks, which are `quote`.
std::string quoted_url(const std::string& path, char quote);

/// Returns true if a text begins with a character from U+2028 to U+202E or from U+2066 to U+2069. In UTF-8, each of
/// them has three bytes. Some end a line in JavaScript; the others change the direction of text, and Rust rejects them.
bool begins_with_control(std::string_view text);

// Return a text, such as a path, as a string literal of C or Rust.
std::string quoted_c(std::string_view path);
std::string quoted_rust(std::string_view path);

/// Returns the text of a comment that lists the inputs of the material, with formats and numbers of registers:
/// "Attributes: va0 (float3). Constants: vc (5). Textures: fs0.".
std::string interface_text(const Material& material);

using base::joined;

// Return true if the sampler repeats the texture in the direction of u, or of v.
bool repeats_u(const Sampler& sampler);
bool repeats_v(const Sampler& sampler);

/// Returns the members of the parameter `textures` in TypeScript, one for each sampler:
/// "fs0: Texture; fs1: CubeTexture". Returns "" if there are no samplers.
std::string texture_members(const Material& material, std::string_view (*type)(TextureKind));

}  // namespace agal::port
