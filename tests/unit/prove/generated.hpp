// Programs of agal-smith, for proofs: as many as the environment variable AGAL_GENERATED says, usually 120.
#pragma once

#include <vector>

#include "agal/program.hpp"

namespace agal::test {

/// As many vertex programs as fragment programs, the same every time.
std::vector<Program> generated_programs();

}  // namespace agal::test
