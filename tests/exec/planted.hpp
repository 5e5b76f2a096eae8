// Planted bugs: mistakes that a compiler could make, in the compiled but not in the interpreted program. The comparison
// must find them.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/semantics.hpp"

namespace agal::exec {

struct PlantedBug {
  std::string_view name;
  std::string_view what;                         // in words
  std::function<Program(const Program&)> plant;  // the program as a compiler with the bug would compile it
  Semantics semantics;                           // likewise
};

const std::vector<PlantedBug>& planted_bugs();

}  // namespace agal::exec
