// A material: a pair of shaders with which a game drew, and the states of a draw with the pair.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agal/compile.hpp"
#include "agal/isa.hpp"
#include "stage3d/draw_state.hpp"

namespace agal::port {

using stage3d::BlendFactor;
using stage3d::Compare;
using stage3d::Culling;
using stage3d::StencilAction;
using stage3d::VertexFormat;

// The states by their enumerators: the word of Stage3D, and the name in each engine (stage3d/draw_state.def).

struct BlendFactorInfo {
  std::string_view word, sdl, wgpu;
};
inline constexpr auto blend_factor_table = std::to_array<BlendFactorInfo>({
#define AGAL_BLEND_FACTOR(id, word, vulkan, sdl, wgpu) {word, sdl, wgpu},
#include "stage3d/draw_state.def"
});

struct CompareInfo {
  std::string_view word, sdl, wgpu;
};
inline constexpr auto compare_table = std::to_array<CompareInfo>({
#define AGAL_COMPARE(id, word, vulkan, webgl, sdl) {word, sdl, #id},
#include "stage3d/draw_state.def"
});

struct CullingInfo {
  std::string_view sdl, wgpu;
};
inline constexpr auto culling_table = std::to_array<CullingInfo>({
#define AGAL_CULLING(id, word, vulkan, sdl) {sdl, #id},
#include "stage3d/draw_state.def"
});

struct StencilActionInfo {
  std::string_view sdl, wgpu;
};
inline constexpr auto stencil_action_table = std::to_array<StencilActionInfo>({
#define AGAL_STENCIL_ACTION(id, word, vulkan, webgl, sdl, wgpu) {sdl, wgpu},
#include "stage3d/draw_state.def"
});

struct VertexFormatInfo {
  std::uint32_t bytes;
  std::string_view word, sdl, wgpu;
};
inline constexpr auto vertex_format_table = std::to_array<VertexFormatInfo>({
#define AGAL_VERTEX_FORMAT(id, word, bytes, vulkan, sdl, wgpu) {bytes, word, sdl, wgpu},
#include "stage3d/draw_state.def"
});

constexpr const BlendFactorInfo& info(BlendFactor value) { return blend_factor_table[static_cast<std::size_t>(value)]; }
constexpr const CompareInfo& info(Compare value) { return compare_table[static_cast<std::size_t>(value)]; }
constexpr const CullingInfo& info(Culling value) { return culling_table[static_cast<std::size_t>(value)]; }
constexpr const StencilActionInfo& info(StencilAction value) {
  return stencil_action_table[static_cast<std::size_t>(value)];
}
constexpr const VertexFormatInfo& info(VertexFormat value) {
  return vertex_format_table[static_cast<std::size_t>(value)];
}

/// A stencil test.
struct Stencil {
  Compare compare = Compare::Always;
  StencilAction pass = StencilAction::Keep, depth_fail = StencilAction::Keep, fail = StencilAction::Keep;
  bool is_for_both_faces = true;
  bool has_reference = false;  // true if a draw sets the reference value, which a log does not have
  bool operator==(const Stencil&) const = default;
};

/// The states of a draw that are not in a shader. The defaults are the player's.
struct State {
  BlendFactor source = BlendFactor::One, destination = BlendFactor::Zero;
  bool depth_write = true;
  Compare depth_compare = Compare::LessEqual;
  Culling culling = Culling::None;
  std::string color_mask = "rgba";
  std::optional<Stencil> stencil;  // unset if no stencil test discards pixels or changes the stencil buffer

  bool blends() const { return source != BlendFactor::One || destination != BlendFactor::Zero; }
  /// Returns true if the draw tests or writes depth.
  bool uses_depth() const { return depth_write || depth_compare != Compare::Always; }
  bool operator==(const State&) const = default;
};

/// A surface that a draw writes to.
struct Surface {
  bool is_texture = false;    // false: the back buffer
  bool has_depth = true;      // true if the surface has a buffer for depth and stencil values
  std::uint32_t samples = 1;  // the number of samples of a pixel: 1, or 4 with antialiasing
  bool operator==(const Surface&) const = default;
};

/// A variable that contains constants.
struct Constants {
  std::string name;
  std::uint32_t count = 0;  // the number of registers
  bool operator==(const Constants&) const = default;
};

/// The buffer of the constants of a stage.
struct ConstantBuffer {
  std::uint32_t set = 0, binding = 0;
  std::uint32_t count = 0;  // the number of registers
  bool operator==(const ConstantBuffer&) const = default;
};

struct Attribute {
  std::string name;
  std::uint32_t location = 0;
  std::optional<VertexFormat> format;  // unset if the log does not have a known format
  // The position in a vertex of the game's buffer, and the size of a vertex, in bytes. The size is at least the end of
  // the attribute.
  std::uint32_t offset = 0, stride = 0;
  std::uint32_t instances = 0;  // the number of instances that share a value; 0 if each vertex has its own value
  bool operator==(const Attribute&) const = default;

  const VertexFormatInfo& format_info() const { return info(format.value_or(VertexFormat::Float4)); }
};

struct Sampler {
  std::string name;
  TextureKind kind = TextureKind::Plane;
  std::string_view wrap, filter, mip;  // options of AGAL, such as "clamp"; the filter is "nearest" or "linear"
  std::uint32_t anisotropy = 1;
  // The bindings of the texture, and of the sampler if it is separate.
  std::uint32_t set = 0, binding = 0, sampler_set = 0, sampler_binding = 0;
  bool operator==(const Sampler&) const = default;

  bool has_mips() const { return mip != "mipnone"; }
};

/// One of the two shaders of a material.
struct Shader {
  std::string hash;                                            // XXH3-128 of the program, as in a manifest
  std::string path;                                            // the path from the output folder
  std::vector<std::pair<Target, std::string>> entry_points{};  // the entry point in each language
  std::optional<ConstantBuffer> buffer;
  std::vector<Constants> constants;  // in register order
  std::vector<Sampler> samplers;

  /// Returns the entry point in a language, or "" if `entry_points` does not have the language.
  std::string entry_point(Target target) const {
    for (const auto& [language, name] : entry_points)
      if (language == target) return name;
    return {};
  }
};

struct Material {
  std::string name;   // a unique name of letters, digits and _: "WaterShader"
  std::string title;  // the origin, for comments: "Pair 3 of game.capture, programs 1a2b3c4d and 5e6f7a8b"
  Shader vertex, fragment;
  bool flipped = false;  // true if the vertex shader negates y, so that front faces become back faces
  std::vector<Attribute> attributes;
  State state;
  std::uint64_t first_draw = 0;  // the number of the first draw, which determines the order of materials
  std::vector<Surface> targets;  // at least one; all of the same kind if `flipped` depends on it

  /// Returns the faces to cull when the engine draws with the vertex shader.
  Culling drawn_culling() const {
    if (!flipped || state.culling == Culling::None || state.culling == Culling::FrontAndBack) return state.culling;
    return state.culling == Culling::Front ? Culling::Back : Culling::Front;
  }
  std::vector<Constants> constants() const { return both(&Shader::constants); }
  std::vector<Sampler> samplers() const { return both(&Shader::samplers); }

 private:
  template <class T>
  std::vector<T> both(std::vector<T> Shader::*list) const {
    std::vector<T> all = vertex.*list;
    all.insert(all.end(), (fragment.*list).begin(), (fragment.*list).end());
    return all;
  }
};

}  // namespace agal::port
