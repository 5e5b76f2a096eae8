// The explicit locations of uniforms in the two shaders of OpenGL.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace agal::prove {

/// The locations of a uniform outside of blocks. `count` is 0 if the text does not give a location.
struct UniformLocations {
  std::uint32_t first = 0, count = 0;
};

/// Returns the reason if two uniforms with different names share a location, otherwise "". OpenGL does not link such
/// shaders, even if they do not use the uniforms. The names are parts of the message: "the uniform tint".
std::string location_fault(std::string_view vertex_name, UniformLocations vertex, std::string_view fragment_name,
                           UniformLocations fragment);

}  // namespace agal::prove
