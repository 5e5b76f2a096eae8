// The materials of a folder of `agalc batch`, or of one recorded draw.
#pragma once

#include <string>
#include <vector>

#include "agal/result.hpp"
#include "port/draw_program.hpp"
#include "port/material.hpp"
#include "port/writers.hpp"

namespace agal::port {

/// The materials for the pairs that the logs of a manifest drew, in the order of the manifest: one for each of the
/// states in which the log has the pair. `options` are the options of the run, with the target of the shaders. A pair
/// is left out if the target cannot express one of its programs.
Result<std::vector<Material>> read_materials(const std::string& manifest, const std::string& folder,
                                             const CompileOptions& options, const WriterInfo& writer);

/// The material of a draw, which has the states of its scene.
Material material_of_draw(const DrawnScene& scene, const CompileOptions& options, const WriterInfo& writer);

}  // namespace agal::port
