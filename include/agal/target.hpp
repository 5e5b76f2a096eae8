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
  Target target;            // the number of the row
  std::string_view name;    // as --target accepts it
  TargetFamily family;      // the language without its version
  std::uint16_t version;    // GLSL and ESSL: as in #version; MSL, HLSL: 10 * major + minor; WGSL: 1; SPIR-V: 0
  bool vulkan;              // whether it follows the rules of Vulkan
  std::string_view suffix;  // of names of products: ".essl300.glsl"
  std::string_view use;     // the interfaces that take it, for display: "WebGL 2; OpenGL ES 3.0"
};

/// All targets.
inline constexpr auto target_table = std::to_array<TargetInfo>({
#define AGAL_TARGET(id, name, family, version, vulkan, suffix, use) \
  {Target::id, name, TargetFamily::family, version, vulkan, suffix, use},
#include "agal/tables/targets.def"
});

/// The row of a target.
constexpr const TargetInfo& info(Target target) { return target_table[static_cast<std::size_t>(target)]; }
/// A target by name, as --target accepts it; nullptr: unknown.
constexpr const TargetInfo* find_target(std::string_view name) {
  for (const TargetInfo& row : target_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// The names that an entry point may have.
enum class EntryPointNames : std::uint8_t {
  Any,   // any text
  Main,  // "main" alone
  Free,  // an identifier that neither the language nor the shader uses
};

/// The number from which the instance id counts.
enum class FirstInstance : std::uint8_t {
  Environment,  // 0 in OpenGL, else as First
  First,        // the first instance of the draw call
  Zero,         // 0
};

/// The writers that can print a language as text.
enum class Writers : std::uint8_t {
  Words,       // it is not text, but the words of SPIR-V
  Own,         // agalc
  OwnOrCross,  // agalc by default, or SPIRV-Cross
  CrossOrOwn,  // SPIRV-Cross by default where it is in the build, or agalc
};

/// The writer of text: SPIRV-Cross, from the SPIR-V, or agalc itself, from the IR.
enum class Writer : std::uint8_t { Cross, Own };

/// Which values of `OutputOptions::samplers` a language accepts.
enum class SamplerForms : std::uint8_t {
  Combined,  // Combined alone
  Separate,  // Separate alone
  Vulkan,    // Combined, and Separate where the rules of Vulkan apply
  Either,    // both
  Same,      // both, with the same result
};

/// One row of AGAL_TARGET_FAMILY.
struct TargetFamilyInfo {
  TargetFamily family;         // the number of the row
  std::string_view name;       // as --target accepts it
  std::string_view title;      // for display: "GLSL ES"
  Target target;               // that the name stands for
  std::string_view extension;  // of files for this target; "" if there is none
  EntryPointNames entry;       // the names that an entry point may have
  FirstInstance instances;     // the number from which the instance id counts
  std::uint8_t precisions;     // of floating-point values: 2, or 3 with LowColor
  Writers writers;             // who can write it
  std::uint8_t max_nesting;    // of ifs; 0: no limit
  SamplerForms samplers;       // how samplers may be declared

  /// GLSL or GLSL ES.
  constexpr bool glsl() const { return family == TargetFamily::Glsl || family == TargetFamily::Essl; }
  /// Whether this writer can write it.
  constexpr bool has(Writer writer) const {
    return both_writers() || (writers == Writers::Own && writer == Writer::Own);
  }
  /// Whether `OutputOptions::writer` chooses.
  constexpr bool both_writers() const { return writers == Writers::OwnOrCross || writers == Writers::CrossOrOwn; }
};

/// All families.
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

/// The row of a family.
constexpr const TargetFamilyInfo& info(TargetFamily family) {
  return target_family_table[static_cast<std::size_t>(family)];
}
/// A family by name; nullptr: unknown.
constexpr const TargetFamilyInfo* find_target_family(std::string_view name) {
  for (const TargetFamilyInfo& row : target_family_table)
    if (row.name == name) return &row;
  return nullptr;
}

/// Whether its name is not also that of a target: a language without versions has one name for both.
constexpr bool has_name_of_its_own(const TargetFamilyInfo& family) { return find_target(family.name) == nullptr; }

/// One row of AGAL_TARGET_ALIAS.
struct TargetAlias {
  std::string_view name;  // in small letters, without '.', '-', '_' and blanks
  Target target;          // that the name stands for
};

/// Names of targets besides their own and those of the families.
inline constexpr auto target_alias_table = std::to_array<TargetAlias>({
#define AGAL_TARGET_ALIAS(name, target) {name, Target::target},
#include "agal/tables/targets.def"
});

/// Features that some targets lack.
enum class TargetFeature : std::uint8_t {
  UniformBlocks,
  ExplicitGradients,  // fetches with the derivatives of the coordinates as operands
  InstanceNumber,     // `iid`
  VolumeTextures,
  FragmentIndexing,  // constants of a fragment program with a computed index
  CentroidVaryings,
  ExplicitLayout,  // bindings of blocks and samplers, and locations of varyings and uniforms, in the text
};

/// Whether a target has a feature.
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

/// One row of AGAL_TARGET_EXTENSION.
struct TargetExtension {
  Target target;          // that needs the extension
  ExtensionUse use;       // that needs it
  std::string_view name;  // as the text writes it
};

/// All extensions, in the order in which a text enables them.
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
  Environment environment;   // the number of the row
  std::string_view name;     // as --env accepts it
  std::uint8_t spirv_major;  // of the version of SPIR-V
  std::uint8_t spirv_minor;  // likewise
  bool vulkan;               // follows Vulkan's rules rather than OpenGL's
};

/// All environments.
inline constexpr auto environment_table = std::to_array<EnvironmentInfo>({
#define AGAL_ENVIRONMENT(id, name, major, minor, vulkan) {Environment::id, name, major, minor, vulkan},
#include "agal/tables/targets.def"
});

/// The row of an environment.
constexpr const EnvironmentInfo& info(Environment environment) {
  return environment_table[static_cast<std::size_t>(environment)];
}
/// An environment by name; nullptr: unknown.
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

/// A separate sampler is bound this much further than its texture (docs/abi.md).
inline constexpr std::uint32_t separate_sampler_offset = 32;
/// Its name is that of the texture with this suffix.
inline constexpr std::string_view separate_sampler_suffix = "_sampler";

/// Where the constants of a stage are bound unless `OutputOptions::bindings` says otherwise, in set 0 (docs/abi.md): vc
/// at 0, fc at 1.
constexpr std::uint32_t default_constants_binding(Stage stage) { return stage == Stage::Vertex ? 0 : 1; }
/// Where a sampler register is bound unless `OutputOptions::bindings` says otherwise, in set 0 (docs/abi.md): fsN at 2
/// + N and, after the 16 of those that a program may have, vsN at 18 + N.
constexpr std::uint32_t default_sampler_binding(Stage stage, std::uint32_t sampler) {
  return (stage == Stage::Vertex ? 18 : 2) + sampler;
}

/// The bytes from one constant register to the next, in uniform blocks and push constants (docs/abi.md).
inline constexpr std::uint32_t constant_stride = 16;

/// The maximum of `OutputOptions::varyings`: the registers between two stages of Direct3D 11, without that of the
/// position.
inline constexpr std::uint32_t max_varyings = 31;

/// Whether a name consists of ASCII letters, digits and underscores, and does not begin with a digit.
constexpr bool is_identifier(std::string_view name) {
  const auto starts = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  for (const char c : name)
    if (!starts(c) && (c < '0' || c > '9')) return false;
  return !name.empty() && starts(name[0]);
}

/// The range of clip-space z that the target expects. AGAL computes 0..w.
enum class ClipZ : std::uint8_t { ZeroToOne, NegativeOneToOne };

/// How uniforms are called in GLSL and GLSL ES.
enum class UniformNames : std::uint8_t {
  Registers,  // fc, fs0: as in docs/abi.md
  OpenFl,     // fc0, sampler0; gl_Position is multiplied by the uniform vcPositionScale
};

/// Emulators and engines that take programs in a form of their own (agal/host.hpp).
enum class Host : std::uint8_t {
#define AGAL_HOST(id, ...) id,
#include "agal/tables/hosts.def"
};

/// The number of bits of the values of a fragment program that hold colors (docs/mapping.md); all others have 32. For
/// devices that compute faster with fewer bits; a device may ignore it.
enum class Precision : std::uint8_t {
  High,      // all values have 32 bits
  Medium,    // colors may have 16
  LowColor,  // colors as Medium; in GLSL ES, texels and outputs between 0 and 1 may have as few as 9
};

/// Where one resource is bound: `vc`, `fc`, `fs0`, `vs3`, …, or the separate sampler of a texture: `fs0_sampler`.
struct Binding {
  std::string resource;       // the name of the register
  std::uint32_t set = 0;      // descriptor set or bind group; ignored by OpenGL
  std::uint32_t binding = 0;  // in the set
};

/// The functions that a pipeline starts, by stage. docs/abi.md says which names each language allows.
struct EntryPoints {
  std::string vertex = "main";
  std::string fragment = "main";

  const std::string& of(Stage stage) const { return stage == Stage::Vertex ? vertex : fragment; }
};

/// A name of its own for what a register is in the text: `position` for va0, `mvp` for vc0..3 (docs/abi.md).
struct Rename {
  std::string registers;  // one register, several constants (vc0..3), all constants (vc), or a separate sampler
  std::string name;       // an identifier that no language reserves
};

/// The semantic of an attribute or a varying in HLSL: `NORMAL` for va1.
struct RegisterSemantic {
  std::string resource;  // the register: va0, v3
  std::string semantic;  // POSITION, TEXCOORD7
};

/// Where resources are bound, except for those that `OutputOptions::bindings` names.
enum class BindingLayout : std::uint8_t {
  Abi,  // by the number of the register (docs/abi.md)
  Sdl,  // as SDL_GPU expects: a set for each stage and kind, textures without gaps
};

/// The language, the environment, and how the interface is mapped.
struct OutputOptions {
  Target target = Target::Spv;             // the language
  std::optional<Environment> environment;  // unset: vulkan1.0 where the target follows Vulkan's rules, else opengl4.5
  std::optional<ConstantsMode> constants;  // unset: Plain if there are no uniform blocks (essl100), else Ubo
  std::optional<ClipZ> clip_z;             // unset: NegativeOneToOne for GLSL and ESSL outside Vulkan
  bool flip_y = false;                     // negate clip-space y
  Precision precision = Precision::High;   // of colors in a fragment program
  std::vector<Binding> bindings;           // deviations from docs/abi.md
  EntryPoints entry_points;                // the names of the functions
  /// WGSL: a pair is one module. If both stages have the same entry point, it gets vertex_ or fragment_ before it.
  bool single_module = false;
  std::optional<Writer> writer;      // unset: Own, but Cross for MSL if that is in this build
  std::optional<Samplers> samplers;  // unset: Separate for WGSL, else Combined
  /// HLSL: how many varyings every program declares, where programs are compiled apart whose highest varyings differ
  /// (docs/abi.md); 1 to `max_varyings`. A program that has more is an error (AGAL4014). Unset: up to the highest one.
  std::optional<std::uint32_t> varyings;
  /// The locations that a device has for varyings. Where a pair has more varyings, components of several share a
  /// location; programs that do not fit are an error (AGAL4016). Unset: no limit.
  std::optional<std::uint32_t> varying_limit;
  BindingLayout layout = BindingLayout::Abi;     // of the bindings that `bindings` does not name
  std::vector<Rename> renames;                   // the names that registers have in text and in the interface
  std::vector<RegisterSemantic> hlsl_semantics;  // HLSL: of attributes and varyings; unset: TEXCOORD and the number
  bool version_line = true;                      // GLSL and GLSL ES: begin with #version
  /// Determines the names of uniforms in GLSL and GLSL ES, which then agalc's own writer writes. `set_host`
  /// (agal/options.hpp) sets it together with other options. Unset: those of the registers.
  std::optional<Host> host;
};

}  // namespace agal
