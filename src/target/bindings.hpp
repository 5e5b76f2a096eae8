// Where the resources of a shader are bound, and what they are called: docs/abi.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

/// Uniform locations of plain constant arrays: those of both stages of an OpenGL program must not overlap.
inline constexpr std::uint32_t vertex_plain_location = 0;
inline constexpr std::uint32_t fragment_plain_location = 256;
constexpr std::uint32_t plain_location(Stage stage) {
  return stage == Stage::Vertex ? vertex_plain_location : fragment_plain_location;
}

/// The name of the block of constant registers, and of its only member, an array of vec4.
constexpr std::string_view block_name(Stage stage) {
  return stage == Stage::Vertex ? "VertexConstants" : "FragmentConstants";
}
inline constexpr std::string_view block_member = "c";

/// Where a resource is bound: as requested by the caller, else set 0 and the default binding.
Binding constants_binding(Stage stage, std::span<const Binding> bindings);
Binding sampler_binding(Stage stage, std::uint32_t index, std::span<const Binding> bindings);
/// Where the sampler of a texture that is bound at `texture` is bound, if it is separate: its name and numbers.
Binding separate_sampler_binding(const Binding& texture);

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
