// Pairs vertex and fragment programs. docs/extract.md describes the evidence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/collector.hpp"

namespace agal::extraction {

/// Each fragment program gets the vertex program with the best evidence, the nearest of several; each remaining vertex
/// program then gets a fragment program in the same way. The two always fit each other. Linear in the number of
/// occurrences.
std::vector<FoundPair> find_pairs(const std::vector<FoundProgram>& programs,
                                  const std::vector<Occurrence>& occurrences);

/// A name without the word for its stage (`WaterVertex`, `water.frag`, `FS_Water`); nullopt if it has none.
std::optional<std::string> name_without_stage(std::string_view name);

}  // namespace agal::extraction
