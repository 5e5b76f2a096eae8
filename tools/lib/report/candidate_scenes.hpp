// Makes candidate scenes for a pair without a captured draw. They are drawn one after another, until a picture shows
// something.
#pragma once

#include <string>
#include <vector>

#include "render/description.hpp"

namespace agal::report {

/// Returns the mesh for a program: a sphere if it reads a normal, otherwise a square.
std::string mesh_for(const Program& vertex);

/// Returns the candidate scenes of a pair, the most promising one first. The mesh is `mesh_for(vertex)`. Matrices are
/// in the registers that the program reads them from. Each scene has another guess of the other constants.
std::vector<render::Description> candidate_scenes(const Program& vertex, const Program& fragment);

/// Returns true if a picture is not empty: one pixel of a hundred differs visibly from the first one.
bool shows_something(const render::Picture& picture);

}  // namespace agal::report
