// The resources of a shader: their names and bindings (docs/abi.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "agal/target.hpp"

namespace agal::target {

/// A resource: the constants of a stage, or a sampler register of a stage.
struct ResourceId {
  RegisterType type = RegisterType::Constant;  // Constant or Sampler
  Stage stage = Stage::Vertex;
  std::uint32_t index = 0;  // the number of the sampler register
  constexpr bool operator==(const ResourceId&) const = default;

  static constexpr ResourceId constants(Stage stage) { return {RegisterType::Constant, stage, 0}; }
  static constexpr ResourceId sampler(Stage stage, std::uint32_t index) {
    return {RegisterType::Sampler, stage, index};
  }
};

/// Returns the name of a resource in shaders and in `Binding::resource`: `vc`, `fs3`, ….
std::string name(ResourceId resource);
/// Returns the resource with this name; nullopt if the name is unknown.
std::optional<ResourceId> find_resource(std::string_view name);
/// Like `find_resource`, but also accepts the name of a separate sampler, `fs3_sampler` (see
/// `is_separate_sampler`).
std::optional<ResourceId> find_variable(std::string_view name);
inline bool is_separate_sampler(std::string_view variable) { return variable.ends_with(separate_sampler_suffix); }

/// The set and the binding of a resource, in languages that have bindings.
struct BindingPoint {
  std::uint32_t set = 0, binding = 0;
  constexpr bool operator==(const BindingPoint&) const = default;

  /// Returns the binding of the separate sampler of the texture that is bound here.
  constexpr BindingPoint separate_sampler() const { return {set, binding + separate_sampler_offset}; }
};

/// A Binding with a parsed resource name.
struct ResourceBinding {
  ResourceId resource;
  bool separate_sampler = false;  // true for the separate sampler of the texture
  BindingPoint at;
};

/// Uniform locations of plain constant arrays. The two stages of an OpenGL program must use different locations.
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

/// The uniform by which vertex programs for OpenFL multiply the position.
inline constexpr std::string_view openfl_position_scale = "vcPositionScale";

}  // namespace agal::target
