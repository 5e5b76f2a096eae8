// The features of programs, by name, so that a test can list those that are missing.
#pragma once

#include <set>
#include <string>

#include "agal/program.hpp"

namespace agal::smith {

/// Adds the features of the program: "opcode tex", "mask xy", "tex inside if", …
void add_features(const Program& program, std::set<std::string>& features);

/// All features that must occur, derived from the tables. `reserved`, `volume`: those that the options of these names
/// add.
std::set<std::string> wanted_features();
std::set<std::string> wanted_reserved_features();

}  // namespace agal::smith
