// Makes materials: one for each pair and each different state in which a game drew with the pair.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/compile.hpp"
#include "manifest/json.hpp"
#include "port/material.hpp"
#include "port/writers.hpp"

namespace agal::port {

/// A compiled program with which a game drew.
struct DrawnShader {
  std::string hash;  // XXH3-128 of the program, as in a manifest
  std::string path;  // the path of the shader, in the language of the target
  const Interface* program_interface = nullptr;
};

struct DrawnPair {
  std::string name;   // the name of materials, before numbers distinguish them: "Water"
  std::string title;  // the origin, for comments
  DrawnShader vertex, fragment;
};

class Materials {
 public:
  /// `languages` are further languages of the shaders, in addition to the target.
  Materials(const CompileOptions& options, const WriterInfo& writer, const std::vector<Target>& languages)
      : options_(options), writer_(writer), languages_(languages) {}

  /// Adds a draw, with its state as JSON like in a manifest. Returns the number of its material in the order of `add`.
  /// Words that Stage3D does not have are reported (AGAL1176).
  std::size_t add(const DrawnPair& pair, const manifest::Json& draw);

  /// Sorts the materials by their first draw, and gives them names. A material that is in `old`, the text of a
  /// materials.json or "", keeps its name; others get the lowest free number. Returns, for each number of `add`, the
  /// place of the material.
  std::vector<std::size_t> name(std::string_view old);

  /// Returns true if a material has this vertex shader.
  bool uses(const std::string& vertex_path) const;

  std::vector<Material> take() { return std::move(materials_); }
  Diagnostics take_diagnostics() { return std::move(diagnostics_); }

  /// Returns the material of a draw, without a name.
  Material material_of(const DrawnPair& pair, const manifest::Json& draw) const;

 private:
  void add_entry_points(Shader& shader, Stage stage) const;
  bool is_equal(const Material& a, const Material& b) const;

  const CompileOptions& options_;
  const WriterInfo& writer_;
  const std::vector<Target>& languages_;
  std::vector<Material> materials_;
  Diagnostics diagnostics_;
};

/// Returns the name of the materials of a pair, before numbers distinguish them: the letters and digits of `name` in
/// upper camel case. "Pair" precedes them if they do not begin with a letter. If `name` is a hash or "pair-N", returns
/// "Pair" and the number of the pair in its log.
std::string material_name(std::string_view name, std::uint64_t pair);

/// Returns the title of a pair of a log, or of a draw: "Pair 3 of game.capture, programs 1a2b3c4d and 5e6f7a8b". It has
/// the first digits of the hashes. It does not contain the file's folder, which depends on the working directory.
std::string title_of(std::string_view what, std::uint64_t number, std::string_view file, std::string_view vertex_hash,
                     std::string_view fragment_hash);

}  // namespace agal::port
