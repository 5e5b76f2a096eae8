// What occurs in programs, by name, so that a test can say what is missing.
#pragma once

#include <set>
#include <string>

#include "agal/program.hpp"

namespace agal::smith {

/// Adds the name of everything that occurs in the program: "opcode tex", "mask xy", "tex inside if", …
void add_features(const Program& program, std::set<std::string>& features);

/// All that shall occur, by the tables. `reserved`, `volume`: what the options of these names add.
std::set<std::string> wanted_features();
std::set<std::string> wanted_reserved_features();

}  // namespace agal::smith
