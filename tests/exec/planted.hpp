// Planted bugs: mistakes that a compiler could make, put into what is compiled but not into what is interpreted. The
// comparison must see them.
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
  std::function<Program(const Program&)> plant;  // the program as the mistaken compiler would understand it
  Semantics semantics;                           // likewise
};

const std::vector<PlantedBug>& planted_bugs();

}  // namespace agal::exec
