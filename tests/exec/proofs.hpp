// How many programs are proved in the language of each backend. Nothing is executed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/campaign.hpp"

namespace agal::exec {

/// What a backend runs.
struct BackendForm {
  std::string name;  // of the backend
  Target target;
  Variation variation;
};

/// All backends, including those that this machine does not have.
std::vector<BackendForm> backend_forms();

struct ProofCounts {
  std::string name;             // of the backend
  std::uint64_t proved = 0;     // programs whose shaders are equal, up to rounding
  std::uint64_t undecided = 0;  // including those that are not read back
  std::vector<std::string> different;
};

/// One for each backend whose language has a way back to SPIR-V. Entries are compiled as a campaign compiles them, with
/// pairs as pairs, and programs that it executes nowhere are left out.
std::vector<ProofCounts> prove_entries(const std::vector<Entry>& entries, const CompileOptions& options);

}  // namespace agal::exec
