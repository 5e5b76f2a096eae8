// Writers of modules that create a game's materials in an engine: one writer for each engine.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "agal/diagnostic.hpp"
#include "agal/host.hpp"
#include "base/format.hpp"
#include "port/file.hpp"
#include "port/material.hpp"

namespace agal::port {

struct WriterInfo;

// These functions write the module of an engine. `materials` must not be empty. The files depend only on the arguments.
Module write_script(const WriterInfo& engine, const std::vector<Material>& materials);
Module write_sdl(const WriterInfo& engine, const std::vector<Material>& materials);
Module write_wgpu(const WriterInfo& engine, const std::vector<Material>& materials);

// These functions return the name of the function that creates a material: "createWater", "CreateWater",
// "create_water".
std::string create_function(const Material& material);
std::string sdl_function(const Material& material);
std::string wgpu_function(const Material& material);

/// An engine: how its module is written, and what its materials can express.
struct WriterInfo {
  Host host;
  Module (*write)(const WriterInfo& engine, const std::vector<Material>& materials);
  std::string (*function_name)(const Material&);
  std::vector<std::string_view> files;  // the names of the files of the module, except `materials_file`
  // True if the layout of the vertices is a part of a material. A pair then has a material for each layout.
  bool has_attributes = false;
  std::vector<Target> more_targets{};  // further languages of shaders that the module can load
  // True if row 0 of a texture that the engine draws into is at the bottom. Draws into textures then need vertex
  // shaders that negate y, and a pair that is also drawn into the back buffer has two materials.
  bool flips_textures = false;
  std::string_view stencil_advice{};  // advice: the place of the reference value of a stencil test
  // The other members are of engines in JavaScript. `creates` is what a function resolves to, and `parameter` the type
  // of the parameter before `textures`, or "".
  std::string_view creates{};
  bool has_types_apart = false;  // true if the types are in a file of their own
  std::string_view parameter{};
};

/// The file that describes the materials, which the module of each engine has.
inline constexpr std::string_view materials_file = "materials.json";
/// The part of a path before the suffix of a vertex shader that negates y.
inline constexpr std::string_view flipped_part = ".flipped";
File materials_json(const WriterInfo& writer, const std::vector<Material>& materials);

const std::vector<WriterInfo>& writers();

/// Returns the writer for a host, or nullptr if the host does not have modules.
const WriterInfo* find_writer(Host host);

// ------------------------------------------------------------------------------------------- parts of all writers

/// Reports the states that an engine cannot express.
class Gaps {
 public:
  /// `function` returns the name of the function that makes a material.
  Gaps(Host engine, std::string (*function)(const Material&)) : engine_(engine), function_(function) {}

  /// Adds AGAL1168: the engine cannot express `state`, and the material has `instead`. `advice` says what to write.
  void add(const Material& material, std::string_view state, std::string_view instead, std::string_view advice = {});
  // Each function adds AGAL1168 if the material has one state: culling of front and back faces, or a color mask other
  // than "rgba".
  void add_culling(const Material& material, std::string_view instead);
  void add_color_mask(const Material& material);
  /// Adds AGAL1199 if the format of an attribute is unknown. Engines without layouts do not need it.
  void add_formats(const Material& material);
  /// Adds AGAL1168 if a stencil test of a material needs a hand: if it has one face only, or if its reference value is
  /// unknown, which `reference_advice` says how to set.
  void add_parts_of_stencil(const Material& material, std::string_view reference_advice);
  /// Returns the advice about a material, as sentences after a blank.
  std::string advice(const Material& material) const;
  Diagnostics take() { return std::move(diagnostics_); }

 private:
  Host engine_;
  std::string (*function_)(const Material&);
  Diagnostics diagnostics_;
  std::map<std::string, std::string> advice_;  // keys are names of materials
};

/// Returns the files of an engine that each of its modules has, such as bind.js.
std::vector<File> bind_files(Host engine);

/// Returns the sentences with which a module begins.
std::string head_line(Host engine);

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

/// Returns "NONE", "NEAREST" or "LINEAR", the filter between mip levels.
std::string_view mip_name(const Sampler& sampler);

}  // namespace agal::port
