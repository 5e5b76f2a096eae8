// Modules of engines that make materials, one writer for each engine.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/host.hpp"
#include "port/file.hpp"
#include "port/material.hpp"

namespace agal::port {

/// `materials` is not empty. The files depend on it alone.
Module write_three(const std::vector<Material>& materials);
Module write_pixi(const std::vector<Material>& materials);
Module write_babylon(const std::vector<Material>& materials);
Module write_sdl(const std::vector<Material>& materials);
Module write_wgpu(const std::vector<Material>& materials);

struct WriterInfo {
  Host host;
  Module (*write)(const std::vector<Material>& materials);
  std::vector<std::string_view> files;  // the names of the files that it writes
  // true if a material determines the layout of the vertices, so that there is one for each layout.
  bool has_attributes = false;
  std::vector<Target> more_targets{};  // languages of the shaders in addition to the host's
};

/// nullptr: no module is written for this host.
const WriterInfo* find_writer(Host host);

// ------------------------------------------------------------------------------------------- parts of all writers

/// The states that an engine cannot express.
class Gaps {
 public:
  /// `function` returns the name of the function that makes a material.
  Gaps(Host engine, std::string (*function)(const Material&)) : engine_(engine), function_(function) {}

  /// AGAL1168: a material has `instead` rather than the state of the game.
  void add(const Material& material, std::string_view state, std::string_view instead);
  /// Adds the culling, the color mask or the stencil test, if the material has one that an engine lacks.
  void add_culling(const Material& material, std::string_view instead);
  void add_color_mask(const Material& material);
  void add_stencil(const Material& material);
  /// Returns the mode of an engine for the blend factors. If it does not have one, adds the factors and returns
  /// `usual`.
  std::string_view blend_mode(const Material& material, BlendModeName BlendModeInfo::*engine, std::string_view usual);
  Diagnostics take() { return std::move(diagnostics_); }

 private:
  Host engine_;
  std::string (*function_)(const Material&);
  Diagnostics diagnostics_;
};

/// The first sentence of a module.
std::string head_line(Host engine);

/// The function of a material in JavaScript: "createWater".
std::string create_function(const Material& material);

/// A path as a relative URL, with quotes of this kind around it.
std::string quoted_url(const std::string& path, char quote);

/// Returns true if a text begins with a character, of three bytes, that ends a line in JavaScript, or that changes the
/// direction of text, which Rust rejects.
bool begins_with_control(std::string_view text);

/// A path as a literal of C or Rust.
std::string quoted_c(std::string_view path);
std::string quoted_rust(std::string_view path);

/// A sentence for a comment about what the material binds: "Attributes: va0 (float3). Constants: vc (5). …".
std::string interface_text(const Material& material);

/// "water" for "Water".
std::string lower_camel_case(std::string name);

/// The texts, with a separator between them.
std::string joined(const std::vector<std::string>& texts, std::string_view separator);

/// Returns true if u, or v, is repeated.
bool repeats_u(const Sampler& sampler);
bool repeats_v(const Sampler& sampler);

/// A parameter for textures, with a member for each sampler: "fs0: Texture; fs1: CubeTexture". "": there is no sampler.
std::string texture_members(const Material& material, std::string_view (*type)(TextureKind));

}  // namespace agal::port
