// Scenes for pairs of which nothing is known but the programs.
#pragma once

#include <vector>

#include "render/description.hpp"

namespace agal::report {

/// Descriptions of scenes in which something may be seen, the likeliest first: on a sphere where the program reads a
/// normal, else on a square; with the matrices where the program takes them from; with several made-up constants.
std::vector<render::Description> stagings(const Program& vertex, const Program& fragment);

/// Whether a picture shows anything: one pixel of a hundred differs visibly from the first one.
bool shows_something(const render::Picture& picture);

}  // namespace agal::report
