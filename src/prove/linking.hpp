// Whether the two modules of a pair fit each other: varyings, and resources that both stages have.
#pragma once

#include <string>

#include "prove/spirv_places.hpp"
#include "prove/spirv_reader.hpp"

namespace agal::prove {

/// A module of a pair, and its places, which were found.
struct LinkedModule {
  const SpirvModule& module;
  const Places& places;
};

/// Returns why the pair does not compute what its programs compute, although each module does; "" if there is no
/// reason.
///
/// Each varying that the fragment module reads is written by the vertex module, for the same register. Vulkan links
/// varyings by location, Direct3D by semantic, and OpenGL by name unless both stages have locations. OpenGL has one
/// uniform for all variables of one name, and Vulkan one resource for all variables of one set and binding.
std::string link_fault(const LinkedModule& vertex, const LinkedModule& fragment, const Matching& matching);

}  // namespace agal::prove
