// The other half of each option of agal/semantics.hpp.
#pragma once

#include <string_view>
#include <vector>

#include "agal/semantics.hpp"

namespace agal::exec {

struct Variant {
  std::string_view option;   // as the command spells it
  Semantics semantics;       // the default but for this option
  std::string_view program;  // one in which it makes a difference
};

/// `--no-clamp` is not among them: what is read beyond the constants is not defined on any API.
const std::vector<Variant>& semantics_variants();

}  // namespace agal::exec
