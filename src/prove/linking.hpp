// Checks that the two modules of a pair fit each other: their varyings, and the resources that both stages share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "prove/spirv_places.hpp"
#include "prove/spirv_reader.hpp"

namespace agal::prove {

/// A module of a pair, and its places, which are valid if their `problem` is "".
struct LinkedModule {
  const SpirvModule& module;
  const Places& places;
};

/// The locations of a uniform outside of blocks. `count` is 0 if the text does not give a location.
struct UniformLocations {
  std::uint32_t first = 0, count = 0;
};

/// Returns the reason if two uniforms with different names share a location, otherwise "". OpenGL does not link such
/// shaders, even if they do not use the uniforms. The names are parts of the message: "the uniform tint".
std::string location_fault(std::string_view vertex_name, UniformLocations vertex, std::string_view fragment_name,
                           UniformLocations fragment);

/// Returns the reason if the linked pair differs from its programs although each module alone is correct; otherwise "".
///
/// The vertex module must write each varying that the fragment module reads, from the same register. Vulkan links
/// varyings by location, Direct3D by semantic, and OpenGL by name unless both stages have locations. In OpenGL,
/// variables with the same name are one uniform, and others must not share a location. In Vulkan, variables with the
/// same set and binding are one resource.
std::string link_fault(const LinkedModule& vertex, const LinkedModule& fragment, const Matching& matching);

}  // namespace agal::prove
