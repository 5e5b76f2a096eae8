// Scenes for pairs of which only the programs are known.
#pragma once

#include <string>
#include <vector>

#include "render/description.hpp"

namespace agal::report {

/// The mesh for a program: a sphere if it reads a normal, else a square.
std::string mesh_for(const Program& vertex);

/// Descriptions of scenes that may show something, the most promising first: on a sphere if the program reads a normal,
/// else on a square; with the matrices in the registers from which the program reads them; with several guesses of
/// constants.
std::vector<render::Description> stagings(const Program& vertex, const Program& fragment);

/// Whether a picture shows anything: one pixel of a hundred differs visibly from the first one.
bool shows_something(const render::Picture& picture);

}  // namespace agal::report
