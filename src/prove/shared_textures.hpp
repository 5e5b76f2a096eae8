// Textures of one program that the options put at one place.
#pragma once

#include <optional>

#include "agal/program.hpp"
#include "prove/spirv_places.hpp"

namespace agal::prove {

/// Finds the sampler registers of a program that are at one place, where the host binds one texture (docs/abi.md).
/// Returns the program with the first of these registers in place of the others; nullopt if all registers have
/// different places. Adds the registers to `matching.first_at_place`. If registers of one texture or of one separate
/// sampler have different sampler states, `matching.problem` says so.
std::optional<Program> share_textures(const Program& program, Matching& matching);

}  // namespace agal::prove
