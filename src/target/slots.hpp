// Where languages without descriptor sets have resources: docs/abi.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

/// The slots of `fc`: each stage of Metal counts its own buffers, the registers of Direct3D follow the bindings.
inline constexpr std::uint32_t msl_fragment_constants = 0;
inline constexpr std::uint32_t hlsl_fragment_constants = 1;

/// The slot of a resource: samplers their own number, `vc` 0, and `fc` `fragment_constants`; where the caller bound the
/// resource, the binding that was asked for.
std::uint32_t slot_of(std::string_view resource, std::span<const Binding> bindings, std::uint32_t fragment_constants);

/// The register space of a resource in Direct3D: its descriptor set, but for OpenGL, which has no sets.
std::uint32_t hlsl_space_of(const Binding& binding, const OutputOptions& options);

}  // namespace agal::target
