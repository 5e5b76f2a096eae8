// Programs that agal-smith generates for proofs. The environment variable AGAL_GENERATED sets their number. The default
// is 120.
#pragma once

#include <vector>

#include "agal/program.hpp"

namespace agal::test {

/// Returns equal numbers of vertex and fragment programs. The result is deterministic.
std::vector<Program> generated_programs();

}  // namespace agal::test
