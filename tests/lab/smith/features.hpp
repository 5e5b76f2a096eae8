// Names the features of programs, so that a test can list missing ones.
#pragma once

#include <set>
#include <string>

#include "agal/program.hpp"

namespace agal::smith {

/// Adds the features of the program: "opcode tex", "mask xy", "tex inside if", …
void add_features(const Program& program, std::set<std::string>& features);

/// Returns the features that must occur by default, derived from the tables.
std::set<std::string> wanted_features();
/// Returns the features that must occur only with the options `allow_reserved` and `allow_volume`.
std::set<std::string> wanted_reserved_features();

}  // namespace agal::smith
