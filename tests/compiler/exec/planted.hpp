// Planted bugs: mistakes that a compiler could make. The compiled program has the bug, and the interpreted one does
// not. The comparison must find them.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "agal/program.hpp"
#include "agal/semantics.hpp"

namespace agal::exec {

struct PlantedBug {
  std::string_view name;
  std::string_view what;                         // a description
  std::function<Program(const Program&)> plant;  // returns the program as a compiler with the bug would compile it
  Semantics semantics;                           // semantics of a compiler with the bug
};

const std::vector<PlantedBug>& planted_bugs();

}  // namespace agal::exec
