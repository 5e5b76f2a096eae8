// Counts the programs that are proved in the language of each backend. Programs are not executed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exec/campaign.hpp"

namespace agal::exec {

/// The form of the shaders that a backend runs.
struct BackendForm {
  std::string name;  // the name of the backend
  Target target;
  Variation variation;
};

/// Returns the forms of all backends, including those that this machine does not have.
std::vector<BackendForm> backend_forms();

struct ProofCounts {
  std::string name;             // the name of the backend
  std::uint64_t proved = 0;     // programs whose shaders are equal, or equal up to rounding
  std::uint64_t undecided = 0;  // also programs whose shaders cannot be read back to SPIR-V
  std::vector<std::string> different;
};

/// Returns the counts for each backend with a language that can be read back to SPIR-V. Entries are compiled like in a
/// campaign, pairs as pairs. Programs that cannot be executed on any backend are omitted.
std::vector<ProofCounts> prove_entries(const std::vector<Entry>& entries, const CompileOptions& options);

}  // namespace agal::exec
