// A material: a pair that a game drew, with the states of a draw.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agal/compile.hpp"
#include "agal/isa.hpp"

namespace agal::port {

enum class BlendFactor : std::uint8_t {
#define AGAL_BLEND_FACTOR(id, ...) id,
#include "states.def"
};
enum class DepthCompare : std::uint8_t {
#define AGAL_DEPTH_COMPARE(id, ...) id,
#include "states.def"
};
enum class Culling : std::uint8_t {
#define AGAL_CULLING(id, ...) id,
#include "states.def"
};

struct BlendFactorInfo {
  BlendFactor value;
  std::string_view word;   // Stage3D's word
  std::string_view three;  // three.js's constant
};
inline constexpr auto blend_factor_table = std::to_array<BlendFactorInfo>({
#define AGAL_BLEND_FACTOR(id, word, three) {BlendFactor::id, word, three},
#include "states.def"
});

/// A mode of an engine; "": the engine does not have one.
struct BlendModeName {
  std::string_view name;
  bool alpha = false;  // true if alpha has the same factors
};
struct BlendModeInfo {
  BlendFactor source, destination;
  BlendModeName pixi, babylon;
};
inline constexpr auto blend_mode_table = std::to_array<BlendModeInfo>({
#define AGAL_BLEND_MODE(source, destination, pixi, pixi_alpha, babylon, babylon_alpha) \
  {BlendFactor::source, BlendFactor::destination, {pixi, pixi_alpha}, {babylon, babylon_alpha}},
#include "states.def"
});

struct DepthCompareInfo {
  DepthCompare value;
  std::string_view word, three, babylon;
};
inline constexpr auto depth_compare_table = std::to_array<DepthCompareInfo>({
#define AGAL_DEPTH_COMPARE(id, word, three, babylon) {DepthCompare::id, word, three, babylon},
#include "states.def"
});

struct CullingInfo {
  Culling value;
  std::string_view word;
};
inline constexpr auto culling_table = std::to_array<CullingInfo>({
#define AGAL_CULLING(id, word) {Culling::id, word},
#include "states.def"
});

constexpr const BlendFactorInfo& info(BlendFactor value) { return blend_factor_table[static_cast<std::size_t>(value)]; }
constexpr const DepthCompareInfo& info(DepthCompare value) {
  return depth_compare_table[static_cast<std::size_t>(value)];
}
constexpr const CullingInfo& info(Culling value) { return culling_table[static_cast<std::size_t>(value)]; }

/// The states of a draw that are not in a shader. The defaults are the player's.
struct State {
  BlendFactor source = BlendFactor::One, destination = BlendFactor::Zero;
  bool depth_write = true;
  DepthCompare depth_compare = DepthCompare::Less;
  Culling culling = Culling::None;
  std::string color_mask = "rgba";
  bool stencil = false;  // true if the stencil test does anything

  bool blends() const { return source != BlendFactor::One || destination != BlendFactor::Zero; }
  /// Returns false if depth has no effect.
  bool uses_depth() const { return depth_write || depth_compare != DepthCompare::Always; }
  bool operator==(const State&) const = default;
};

struct Constants {
  std::string name;  // the variable's name
  std::uint32_t count = 0;
  bool operator==(const Constants&) const = default;
};

struct Attribute {
  std::string name;
  std::string format;  // "float3", as the game set it; "" if the log does not say it
  bool operator==(const Attribute&) const = default;
};

struct Sampler {
  std::string name;
  TextureKind kind = TextureKind::Plane;
  std::string_view wrap, filter, mip;  // canonical words; the filter is "nearest" or "linear"
  std::uint32_t anisotropy = 1;
  bool operator==(const Sampler&) const = default;
};

struct Material {
  std::string name;              // "WaterShader": letters and digits, different for each material
  std::string title;             // for comments: "pair 3 of game.capture"
  std::string vertex, fragment;  // paths of the shaders from the output folder
  std::vector<Attribute> attributes;
  // The lists have the constants and the samplers of both stages.
  std::vector<Constants> constants;
  std::vector<Sampler> samplers;
  State state;
};

}  // namespace agal::port
