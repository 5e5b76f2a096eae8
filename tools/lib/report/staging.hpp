// Generates scenes for pairs if only the programs are known.
#pragma once

#include <string>
#include <vector>

#include "render/description.hpp"

namespace agal::report {

/// Returns the mesh for a program: a sphere if it reads a normal, otherwise a square.
std::string mesh_for(const Program& vertex);

/// Returns descriptions of scenes that may show something. The most promising one comes first. The mesh is a sphere if
/// the program reads a normal, otherwise a square. Matrices are in the registers that the program reads them from. The
/// scenes have several guesses of constants.
std::vector<render::Description> stagings(const Program& vertex, const Program& fragment);

/// Returns true if a picture is not empty: one pixel of a hundred differs visibly from the first one.
bool shows_something(const render::Picture& picture);

}  // namespace agal::report
