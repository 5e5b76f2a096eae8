// Which vertex and fragment programs belong together. docs/extract.md says by what.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/collector.hpp"

namespace agal::extraction {

/// A fragment program gets the vertex program for which the evidence is best, the nearest of several; a vertex program
/// that is left over then gets its fragment program in the same way. The two always fit each other. Linear in the
/// number of sightings.
std::vector<FoundPair> find_pairs(const std::vector<FoundProgram>& programs, const std::vector<Sighting>& sightings);

/// A name without the word that tells the stage (`WaterVertex`, `water.frag`, `FS_Water`); nullopt where there is none.
std::optional<std::string> name_without_stage(std::string_view name);

}  // namespace agal::extraction
