// Checks that the two modules of a pair fit each other: their varyings, and the resources that both stages share.
#pragma once

#include <string>

#include "prove/spirv_places.hpp"
#include "prove/spirv_reader.hpp"

namespace agal::prove {

/// A module of a pair, and its places, which are valid if their `problem` is "".
struct LinkedModule {
  const SpirvModule& module;
  const Places& places;
};

/// Returns the reason if the linked pair differs from its programs although each module alone is correct; otherwise "".
///
/// The vertex module must write each varying that the fragment module reads, from the same register. Vulkan links
/// varyings by location, Direct3D by semantic, and OpenGL by name unless both stages have locations. In OpenGL,
/// variables with the same name are one uniform, and others must not share a location. In Vulkan, variables with the
/// same set and binding are one resource.
std::string link_fault(const LinkedModule& vertex, const LinkedModule& fragment, const Matching& matching);

}  // namespace agal::prove
