// How far each opcode alone is from the interpreter on each backend.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exec/campaign.hpp"

namespace agal::exec {

/// The worst error that was seen. Errors of opcodes that are exact are mismatches and not told of here.
struct OpcodeError {
  double ulps = 0;   // in units in the last place of the exact result
  double share = 0;  // in what tolerance.def grants: 1 is all of it
  std::uint64_t results = 0;
};

struct OpcodeErrors {
  Opcode opcode;
  std::vector<std::optional<OpcodeError>> backends;  // in the order of the backends; none where a backend failed
};

/// Runs each opcode that computes (not those that move, compare, branch or fetch) on `draws` random operands.
std::vector<OpcodeErrors> measure_opcodes(const Backends& backends, std::uint32_t draws, std::uint64_t seed);

}  // namespace agal::exec
