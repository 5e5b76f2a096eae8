// Pairs vertex and fragment programs. docs/extract.md describes the evidence.
#pragma once

#include <vector>

#include "extraction/collector.hpp"

namespace agal::extraction {

/// Each fragment program gets the vertex program with the best evidence, the nearest of several; each remaining vertex
/// program then gets a fragment program in the same way. The two always fit each other. Linear in the number of
/// occurrences.
std::vector<FoundPair> find_pairs(const std::vector<FoundProgram>& programs,
                                  const std::vector<Occurrence>& occurrences);

}  // namespace agal::extraction
