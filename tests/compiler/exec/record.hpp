// Writes the draw of a subject as files, for `agalc run` and for people.
#pragma once

#include <string>

#include "exec/subject.hpp"

namespace agal::exec {

/// Returns the inputs of one draw in the format of `agalc run --in`.
std::string inputs_json(const Subject& subject, std::size_t draw);

/// Writes DIR/STEM.agal (bytecode) and DIR/STEM.json. Creates the folder if necessary.
void save(const Subject& subject, std::size_t draw, const std::string& folder, const std::string& stem);

}  // namespace agal::exec
