// A subject's draw as files, for `agalc run` and for people.
#pragma once

#include <string>

#include "exec/subject.hpp"

namespace agal::exec {

/// The inputs of one draw as `agalc run --in` takes them.
std::string inputs_json(const Subject& subject, std::size_t draw);

/// Writes DIR/STEM.agal (bytecode) and DIR/STEM.json. The folder is made if it is not there.
void save(const Subject& subject, std::size_t draw, const std::string& folder, const std::string& stem);

}  // namespace agal::exec
