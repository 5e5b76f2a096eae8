// Names the features of programs, so that a test can list missing ones.
#pragma once

#include <set>
#include <string>

#include "agal/program.hpp"

namespace agal::smith {

/// Adds the features of the program: "opcode tex", "mask xy", "tex inside if", …
void add_features(const Program& program, std::set<std::string>& features);

/// Returns all features that must occur, derived from the tables. `reserved` and `volume` add the features of the
/// options with these names.
std::set<std::string> wanted_features();
std::set<std::string> wanted_reserved_features();

}  // namespace agal::smith
