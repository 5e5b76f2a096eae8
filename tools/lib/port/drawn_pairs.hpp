// Reads the materials of a run of `agalc batch`, or of one recorded draw.
#pragma once

#include <string>
#include <vector>

#include "agal/result.hpp"
#include "port/draw_program.hpp"
#include "port/material.hpp"
#include "port/writers.hpp"

namespace agal::port {

/// The materials of a run.
struct DrawnMaterials {
  std::vector<Material> list;
  bool played = false;  // true if the run has a log of a game with uploads
};

/// Returns the materials of all pairs that were drawn according to a manifest, in its order. A pair has a material for
/// each different state in which it was drawn. `options` are the options of the run, with the target of the shaders. A
/// pair is left out if the target cannot express one of its programs.
Result<DrawnMaterials> read_materials(const std::string& manifest, const std::string& folder,
                                      const CompileOptions& options, const WriterInfo& writer);

/// Returns the material of a draw, with the states of its scene.
Material material_of_draw(const DrawnScene& scene, const CompileOptions& options, const WriterInfo& writer);

}  // namespace agal::port
