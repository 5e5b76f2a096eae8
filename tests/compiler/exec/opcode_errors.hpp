// Measures the errors of individual opcodes on each backend.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exec/campaign.hpp"

namespace agal::exec {

/// The maximum error. Errors of opcodes that must be exact are mismatches and are not included.
struct OpcodeError {
  double ulps = 0;   // units in the last place of the exact result
  double share = 0;  // the share of the tolerance in tolerance.def
  std::uint64_t results = 0;
};

struct OpcodeErrors {
  Opcode opcode;
  std::vector<std::optional<OpcodeError>> backends;  // ordered like the backends; nullopt if a backend failed
};

/// Runs each opcode that may round, except derivatives and fetches, on `draws` random operands.
std::vector<OpcodeErrors> measure_opcodes(const Backends& backends, std::uint32_t draws, std::uint64_t seed);

}  // namespace agal::exec
