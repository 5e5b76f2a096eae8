// Determines the materials of a run of `agalc batch`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/result.hpp"
#include "port/file.hpp"
#include "port/material.hpp"
#include "port/writers.hpp"

namespace agal::port {

struct DrawnMaterials {
  bool played = false;     // true if the run has a log of a game with uploads
  bool has_pairs = false;  // true if the game drew a pair
  // False if a drawn program was not compiled to the target, although the target can express it.
  bool is_emitted = false;
  std::vector<Material> materials;
  std::vector<File> shaders;  // the flipped variants of vertex shaders, which the run did not write
  Diagnostics diagnostics;    // words of draws that Stage3D does not have (AGAL1176)
};

/// Returns the materials of all pairs that were drawn according to a manifest, in the order of their first draws. A
/// pair has a material for each different state in which it was drawn. Materials that are in `old`, the text of a
/// materials.json or "", keep their names. `options` are the options of the run, with the target of
/// the shaders. A pair is left out if one of its programs was rejected or cannot be expressed. A material has the entry
/// points in all languages to which all drawn programs were compiled.
Result<DrawnMaterials> read_materials(const std::string& manifest, const std::string& folder,
                                      const CompileOptions& options, const WriterInfo& writer, std::string_view old);

/// Returns the path of the variant of a vertex shader that negates y: "water.vert.flipped.essl300.glsl".
std::string flipped_path(const std::string& path, std::string_view suffix);

}  // namespace agal::port
