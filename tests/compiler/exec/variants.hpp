// The other choice of each option of agal/semantics.hpp.
#pragma once

#include <string_view>
#include <vector>

#include "agal/semantics.hpp"

namespace agal::exec {

struct Variant {
  std::string_view option;   // the spelling on the command line
  Semantics semantics;       // the default except for this option
  std::string_view program;  // a program that depends on this option
  bool allow_reserved = false;
};

/// Returns all variants except `--no-clamp`: reads beyond the constants are undefined on all APIs.
const std::vector<Variant>& semantics_variants();

}  // namespace agal::exec
