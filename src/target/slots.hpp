// Resource slots in languages without descriptor sets: docs/abi.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

/// The slots of `fc`: in Metal, each stage has its own buffers; in Direct3D, registers follow the bindings.
inline constexpr std::uint32_t msl_fragment_constants = 0;
inline constexpr std::uint32_t hlsl_fragment_constants = 1;

/// The slot of a resource: the number of a sampler (also of a separate one), 0 for `vc`, and `fragment_constants` for
/// `fc`; if the caller bound the resource, the requested binding.
std::uint32_t slot_of(std::string_view resource, std::span<const Binding> bindings, std::uint32_t fragment_constants);

/// Whether the target has register spaces: shader model 5.0 has registers alone.
bool has_register_spaces(const OutputOptions& options);
/// Whether the caller wants the sets of bindings to count, as register spaces.
bool asks_for_sets(const OutputOptions& options);

/// The register space of a resource in Direct3D: its descriptor set, or 0 for OpenGL, which has no sets.
std::uint32_t hlsl_space_of(const Binding& binding, const OutputOptions& options);

}  // namespace agal::target
