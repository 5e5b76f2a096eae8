// Writes the measurements of the fidelity command as JSON files. fidelity_report.py makes its page from them. Each file
// is a measurement, or a piece of one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "exec/campaign.hpp"
#include "exec/opcode_errors.hpp"
#include "exec/planted_campaign.hpp"
#include "exec/proofs.hpp"

namespace agal::exec {

using Record = nlohmann::ordered_json;

/// One of several parts of a set of programs. The first part is 1.
struct Slice {
  std::uint32_t number = 1, count = 1;
};

/// Returns the record of a campaign: {"kind": "agreement", "set": …, "inputs": …, "part": 1, "parts": 1, "entries": …,
/// "programs": …, "unsuitable": {…}, "backends": [{"name", "device", "programs", "draws", "exact", …, "mismatches":
/// [text, …], "notExpressible": {…}}]}.
Record record_of(const CampaignResult& result, std::string_view set, Slice part, std::uint32_t inputs);

/// Returns the record of planted bugs: {"kind": "planted", "backends": [name, …], "bugs": [{"name", "what", "changed",
/// "visible", "caught": [[caught, inexpressible, hidden], …]}]}; see PlantedResult.
Record planted_record(const Backends& backends, const std::vector<Entry>& entries);

/// Returns the record of options: {"kind": "options", "backends": [name, …], "options": [{"option", "programs": …,
/// "numbers": [agreeing, …], "mismatches": [count, …], "differing": [programs, …]}]}. `differing` counts the programs
/// that disagree if the compiler does not get the option.
Record options_record(const Backends& backends, std::uint32_t generated);

/// Returns the record of opcodes: {"kind": "opcodes", "backends": [name, …], "opcodes": [{"opcode", "errors": [[ulps,
/// share] or null, …]}]}.
Record opcodes_record(const Backends& backends, std::uint32_t draws);

/// Returns the record of proofs: {"kind": "proofs", "set": …, "backends": [{"name", "proved", "undecided", "different":
/// [name, …]}]}.
Record proofs_record(const std::vector<ProofCounts>& counts, std::string_view set);

}  // namespace agal::exec
