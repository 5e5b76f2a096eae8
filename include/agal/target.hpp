// The output languages as data (targets.def), and the output options that every phase from the IR down depends on.
//
// The tables and all functions over them are constexpr.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agal/isa.hpp"

namespace agal {

// ---------------------------------------------------------------------------------------------------- targets

/// The output languages.
enum class Target : std::uint8_t {
#define AGAL_TARGET(id, ...) id,
#include "agal/tables/targets.def"
};

/// The languages without their versions.
enum class TargetFamily : std::uint8_t {
#define AGAL_TARGET_FAMILY(id, ...) id,
#include "agal/tables/targets.def"
};

/// One row of AGAL_TARGET; see targets.def for the meaning of the columns.
struct TargetInfo {
  Target target;
  std::string_view name;
  TargetFamily family;
  std::uint16_t version;
  bool vulkan;
  std::string_view suffix;
};

inline constexpr auto target_table = std::to_array<TargetInfo>({
#define AGAL_TARGET(id, name, family, version, vulkan, suffix) \
  {Target::id, name, TargetFamily::family, version, vulkan, suffix},
#include "agal/tables/targets.def"
});

constexpr const TargetInfo& info(Target target) { return target_table[static_cast<std::size_t>(target)]; }
/// By name, as --target accepts it; nullptr: unknown.
constexpr const TargetInfo* find_target(std::string_view name) {
  for (const TargetInfo& row : target_table)
    if (row.name == name) return &row;
  return nullptr;
}

enum class EntryPointNames : std::uint8_t { Any, Main, Identifier, Unreserved };
enum class FirstInstance : std::uint8_t { Environment, First, Zero };
/// Who can write a language as text.
enum class Writers : std::uint8_t { Words, Cross, Own, Both };
/// Who writes text: SPIRV-Cross, from the SPIR-V, or agalc itself, from the IR.
enum class Writer : std::uint8_t { Cross, Own };
/// Which values of `OutputOptions::samplers` a language accepts.
enum class SamplerForms : std::uint8_t { Combined, Separate, Vulkan, Either, Same };

/// One row of AGAL_TARGET_FAMILY.
struct TargetFamilyInfo {
  TargetFamily family;
  std::string_view name;
  std::string_view title;
  Target target;
  std::string_view extension;  // of files for this target; "" if there is none
  EntryPointNames entry;
  FirstInstance instances;
  std::uint8_t precisions;
  Writers writers;
  std::uint8_t max_nesting;  // of ifs; 0: no limit
  SamplerForms samplers;

  /// GLSL or GLSL ES.
  constexpr bool glsl() const { return family == TargetFamily::Glsl || family == TargetFamily::Essl; }
  /// Whether this writer can write it.
  constexpr bool has(Writer writer) const {
    return writers == Writers::Both || writers == (writer == Writer::Own ? Writers::Own : Writers::Cross);
  }
};

inline constexpr auto target_family_table = std::to_array<TargetFamilyInfo>({
#define AGAL_TARGET_FAMILY(id, name, title, target, extension, entry, instances, precisions, writers, nesting, \
                           samplers)                                                                           \
  {TargetFamily::id,                                                                                           \
   name,                                                                                                       \
   title,                                                                                                      \
   Target::target,                                                                                             \
   extension,                                                                                                  \
   EntryPointNames::entry,                                                                                     \
   FirstInstance::instances,                                                                                   \
   precisions,                                                                                                 \
   Writers::writers,                                                                                           \
   nesting,                                                                                                    \
   SamplerForms::samplers},
#include "agal/tables/targets.def"
});

constexpr const TargetFamilyInfo& info(TargetFamily family) {
  return target_family_table[static_cast<std::size_t>(family)];
}
/// By name; nullptr: unknown.
constexpr const TargetFamilyInfo* find_target_family(std::string_view name) {
  for (const TargetFamilyInfo& row : target_family_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// Whether its name is not also that of a target: a language without versions has one name for both.
constexpr bool has_name_of_its_own(const TargetFamilyInfo& family) { return find_target(family.name) == nullptr; }

/// Features that some targets lack.
enum class TargetFeature : std::uint8_t {
  UniformBlocks,
  ExplicitGradients,  // fetches with the derivatives of the coordinates as operands
  InstanceNumber,     // `iid`
  VolumeTextures,
  FragmentIndexing,  // constants of a fragment program with a computed index
  CentroidVaryings,
};

constexpr bool has(Target target, TargetFeature feature) {
  // By target: a bit for each feature that it lacks.
  constexpr auto lacks = [] {
    std::array<std::uint32_t, target_table.size()> bits{};
#define AGAL_TARGET_LACKS(target, feature) \
  bits[static_cast<std::size_t>(Target::target)] |= 1u << static_cast<unsigned>(TargetFeature::feature);
#include "agal/tables/targets.def"
    return bits;
  }();
  return (lacks[static_cast<std::size_t>(target)] >> static_cast<unsigned>(feature) & 1u) == 0;
}

/// Features that need an extension in some targets.
enum class ExtensionUse : std::uint8_t {
  FragmentDepth,  // `od`
  DrawBuffers,    // `oc1` and beyond
  Derivatives,    // `ddx`, `ddy`
};

struct TargetExtension {
  Target target;
  ExtensionUse use;
  std::string_view name;
};

/// In the order in which a text enables them.
inline constexpr auto target_extension_table = std::to_array<TargetExtension>({
#define AGAL_TARGET_EXTENSION(target, use, name) {Target::target, ExtensionUse::use, name},
#include "agal/tables/targets.def"
});

// ----------------------------------------------------------------------------------------------- environments

/// Where the SPIR-V is consumed.
enum class Environment : std::uint8_t {
#define AGAL_ENVIRONMENT(id, ...) id,
#include "agal/tables/targets.def"
};

/// One row of AGAL_ENVIRONMENT.
struct EnvironmentInfo {
  Environment environment;
  std::string_view name;
  std::uint8_t spirv_major, spirv_minor;
  bool vulkan;  // follows Vulkan's rules rather than OpenGL's
};

inline constexpr auto environment_table = std::to_array<EnvironmentInfo>({
#define AGAL_ENVIRONMENT(id, name, major, minor, vulkan) {Environment::id, name, major, minor, vulkan},
#include "agal/tables/targets.def"
});

constexpr const EnvironmentInfo& info(Environment environment) {
  return environment_table[static_cast<std::size_t>(environment)];
}
constexpr const EnvironmentInfo* find_environment(std::string_view name) {
  for (const EnvironmentInfo& row : environment_table)
    if (row.name == name) return &row;
  return nullptr;
}

// ---------------------------------------------------------------------------------------------------- options

/// How the constant registers reach the shader.
enum class ConstantsMode : std::uint8_t {
  Ubo,    // one uniform block, std140, an array of vec4
  Plain,  // a plain uniform array (`uniform vec4 vc[N]`); not on Vulkan
  Push,   // push constants; Vulkan only
};

/// How a shader declares a sampler register.
enum class Samplers : std::uint8_t {
  Combined,  // one variable, a texture together with its sampler
  Separate,  // a texture and a sampler
};

/// A separate sampler is bound this much further than its texture, and its name is that of the texture with this suffix
/// (docs/abi.md).
inline constexpr std::uint32_t separate_sampler_offset = 32;
inline constexpr std::string_view separate_sampler_suffix = "_sampler";

/// Where a resource is bound unless `CompileOptions::bindings` says otherwise, in set 0 (docs/abi.md): vc, fc, then fsN
/// at 2 + N and, after the 16 of those that a program may have, vsN at 18 + N.
constexpr std::uint32_t default_constants_binding(Stage stage) { return stage == Stage::Vertex ? 0 : 1; }
constexpr std::uint32_t default_sampler_binding(Stage stage, std::uint32_t sampler) {
  return (stage == Stage::Vertex ? 18 : 2) + sampler;
}

/// The bytes from one constant register to the next, in uniform blocks and push constants (docs/abi.md).
inline constexpr std::uint32_t constant_stride = 16;

/// Whether a name consists of ASCII letters, digits and underscores, and does not begin with a digit: what
/// EntryPointNames::Identifier allows, and Unreserved unless the language has another use for the name.
constexpr bool is_identifier(std::string_view name) {
  const auto starts = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  for (const char c : name)
    if (!starts(c) && (c < '0' || c > '9')) return false;
  return !name.empty() && starts(name[0]);
}

/// The range of clip-space z that the target expects. AGAL computes 0..w.
enum class ClipZ : std::uint8_t { ZeroToOne, NegativeOneToOne };

/// The number of bits of the values of a fragment program that hold colors (docs/mapping.md); all others have 32. For
/// devices that compute faster with fewer bits; a device may ignore it.
enum class Precision : std::uint8_t {
  High,      // all values have 32 bits
  Medium,    // colors may have 16
  LowColor,  // colors as Medium; in GLSL ES, texels and outputs between 0 and 1 may have as few as 9
};

/// Where one resource is bound: `vc`, `fc`, `fs0`, `vs3`, …
struct Binding {
  std::string resource;
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
};

/// The language, the environment, and how the interface is mapped.
struct OutputOptions {
  Target target = Target::Spv;
  std::optional<Environment> environment;  // unset: vulkan1.0 where the target follows Vulkan's rules, else opengl4.5
  std::optional<ConstantsMode> constants;  // unset: Plain if there are no uniform blocks (essl100), else Ubo
  std::optional<ClipZ> clip_z;             // unset: NegativeOneToOne for GLSL and ESSL outside Vulkan
  bool flip_y = false;                     // negate clip-space y
  Precision precision = Precision::High;   // of colors in a fragment program
  std::vector<Binding> bindings;           // deviations from docs/abi.md
  std::string entry_point = "main";
  // WGSL: the names of entry points begin with vertex_ and fragment_, so that a pair can be one module
  bool single_module = false;
  std::optional<Writer> writer;      // unset: Cross where it can write the target and is in this build, else Own
  std::optional<Samplers> samplers;  // unset: Separate for WGSL, else Combined
};

}  // namespace agal
